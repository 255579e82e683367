import { SalienceError } from '@salience/errors';
import { Redis } from 'ioredis';
import { REPLY_MS } from '../deadline.ts';

/** How a Redis server describes itself. A value that it does not report is undefined. */
export interface RedisFacts {
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
 * Asks a Redis server for its version, persistence and memory policy, whether or not the queues could use it. Rejects with
 * `queues.unavailable` when it does not answer within two seconds. Changes nothing.
 */
export async function inspectRedis(url: string): Promise<RedisFacts> {
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
    const { message: why } = heard ?? (error as Error);
    const message = `Redis does not answer: ${why || 'the connection was refused'}. Check the address, the password and that the server runs.`;
    throw new SalienceError('queues.unavailable', message, { kind: 'retryable', cause: error });
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
