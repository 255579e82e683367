import { SalienceError } from '@salience/errors';
import { Redis } from 'ioredis';
import { REPLY_MS, withinReplyTime } from '../deadline.ts';
import { openClient } from './open-client.ts';
import { readRedisAddress } from './redis-address.ts';

/** How a cluster describes itself. */
export interface ClusterFacts {
  /** Whether it serves all of its slots. */
  readonly whole: boolean;
  readonly masters: number;
  /** How many masters have no replica that could follow them. */
  readonly alone: number;
}

/** How a Redis server describes itself, or the masters of a cluster: of each value the worst. What is not reported is undefined. */
export interface RedisFacts {
  /** Undefined for one server. */
  readonly cluster?: ClusterFacts;
  readonly version: string | undefined;
  readonly evictionPolicy: string | undefined;
  readonly appendOnly: boolean | undefined;
  /** False when the last snapshot or append-only write failed. */
  readonly persisted: boolean | undefined;
  /** True when snapshots are taken by themselves. */
  readonly snapshots: boolean | undefined;
  readonly usedBytes: number | undefined;
  /** 0: no bound. */
  readonly maxBytes: number | undefined;
  readonly clients: number | undefined;
  readonly maxClients: number | undefined;
  readonly role: string | undefined;
  readonly loading: boolean;
  readonly replyMs: number;
}

/**
 * Asks a Redis server, or every master of a cluster, for its version, persistence and memory policy, whether or not the queues could use
 * it. Rejects with `queues.address`, or with `queues.unavailable` when there is no answer within two seconds. Changes nothing.
 */
export async function inspectRedis(url: string): Promise<RedisFacts> {
  return readRedisAddress(url).kind === 'single' ? inspectServer(url) : inspectCluster(url);
}

async function inspectCluster(url: string): Promise<RedisFacts> {
  const client = openClient(readRedisAddress(url), { name: 'doctor', failFast: true, evenBroken: true });
  if (client instanceof Redis) return inspectServer(url);
  let heard: Error | undefined;
  const hear = (error: Error): void => {
    heard = error;
  };
  client.on('error', () => {}).on('node error', hear);
  try {
    await withinReplyTime('reach the cluster', client.connect());
    const asked = performance.now();
    const state = String(await client.cluster('INFO'));
    const replyMs = performance.now() - asked;
    const { masters, followed } = readNodes(String(await client.cluster('NODES')));
    const answers = await Promise.allSettled(client.nodes('master').map(describe));
    const facts = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const cluster = {
      whole: /^cluster_state:ok/m.test(state) && facts.length >= masters,
      masters,
      alone: masters - followed,
    };
    return { ...worstOf(facts), replyMs, cluster };
  } catch (error) {
    throw away(heard ?? (error as Error), error);
  } finally {
    client.disconnect();
  }
}

async function describe(node: Redis): Promise<ServerFacts> {
  return { ...readInfo(await node.info()), snapshots: await takesSnapshots(node) };
}

/**
 * How many masters hold slots, and how many of them a living replica follows. (CLUSTER SLOTS would leave out replicas of masters that hold
 * nothing yet.)
 */
function readNodes(text: string): { readonly masters: number; readonly followed: number } {
  const nodes = text.split('\n').map((line) => line.trim().split(' '));
  const masters = nodes.filter(([, , flags = '', , , , , , slots]) => flags.includes('master') && slots);
  const followers = nodes.filter(([, , flags = '']) => flags.includes('slave') && !flags.includes('fail'));
  const followed = new Set(followers.map(([, , , master = '']) => master));
  return { masters: masters.length, followed: masters.filter(([id = '']) => followed.has(id)).length };
}

type ServerFacts = Omit<RedisFacts, 'cluster' | 'replyMs'>;

function worstOf(facts: readonly ServerFacts[]): ServerFacts {
  const [first] = facts;
  if (first === undefined) throw new Error('the cluster has no master');
  const odd = facts.find(({ evictionPolicy }) => evictionPolicy !== 'noeviction');
  const fullest = facts.reduce((most, one) => (shareOf(one) > shareOf(most) ? one : most));
  const busiest = facts.reduce((most, one) => ((one.clients ?? 0) > (most.clients ?? 0) ? one : most));
  return {
    version: facts.map(({ version }) => version).toSorted(byVersion)[0],
    evictionPolicy: (odd ?? first).evictionPolicy,
    appendOnly: facts.some(({ appendOnly }) => appendOnly === false) ? false : first.appendOnly,
    persisted: facts.every(({ persisted }) => persisted !== false),
    snapshots: facts.some(({ snapshots }) => snapshots === false) ? false : first.snapshots,
    usedBytes: fullest.usedBytes,
    maxBytes: fullest.maxBytes,
    clients: busiest.clients,
    maxClients: busiest.maxClients,
    role: 'master',
    loading: facts.some(({ loading }) => loading),
  };
}

function shareOf({ usedBytes = 0, maxBytes = 0 }: ServerFacts): number {
  return maxBytes === 0 ? usedBytes / Number.MAX_SAFE_INTEGER : usedBytes / maxBytes;
}

function byVersion(a = '0', b = '0'): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function away({ message: why }: Error, cause: unknown): SalienceError {
  const message = `Redis does not answer: ${why || 'the connection was refused'}. Check the address, the password and that the server runs.`;
  return new SalienceError('queues.unavailable', message, { kind: 'retryable', cause });
}

async function inspectServer(url: string): Promise<RedisFacts> {
  const client = new Redis(url, {
    protocol: 2,
    connectionName: 'salience-doctor',
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    enableOfflineQueue: false,
    connectTimeout: REPLY_MS,
    commandTimeout: REPLY_MS,
  });
  // Listened to, because the rejection of connect() only says that the connection closed, and an unhandled event would end the
  // process.
  let heard: Error | undefined;
  client.on('error', (error) => {
    heard = error;
  });
  try {
    await client.connect();
    const asked = performance.now();
    const info = await client.info();
    const replyMs = performance.now() - asked;
    return { ...readInfo(info), snapshots: await takesSnapshots(client), replyMs };
  } catch (error) {
    throw away(heard ?? (error as Error), error);
  } finally {
    client.disconnect();
  }
}

/** Undefined where the server does not reveal its configuration, as managed ones do. */
async function takesSnapshots(client: Redis): Promise<boolean | undefined> {
  try {
    const [, save] = (await client.config('GET', 'save')) as string[];
    return save === undefined ? undefined : save !== '';
  } catch {
    return undefined;
  }
}

function readInfo(info: string): Omit<RedisFacts, 'snapshots' | 'replyMs'> {
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim();
  const number = (name: string): number | undefined => {
    const text = field(name);
    return text === undefined ? undefined : Number(text);
  };
  const statuses = [field('rdb_last_bgsave_status'), field('aof_last_write_status')];
  return {
    version: field('redis_version'),
    evictionPolicy: field('maxmemory_policy'),
    appendOnly: field('aof_enabled') === undefined ? undefined : field('aof_enabled') === '1',
    persisted: statuses.every((status) => status === undefined || status === 'ok'),
    usedBytes: number('used_memory'),
    maxBytes: number('maxmemory'),
    clients: number('connected_clients'),
    maxClients: number('maxclients'),
    role: field('role'),
    loading: field('loading') === '1',
  };
}
