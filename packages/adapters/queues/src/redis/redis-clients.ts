import { SalienceError } from '@salience/errors';
import { Redis, type RedisOptions } from 'ioredis';
import { REPLY_MS } from '../deadline.ts';
import type { QueueLog } from '../queue-connection.ts';
import { troubleReporter } from '../quiet-log.ts';

const VERSION_MIN = [6, 2] as const;

/** The connections of one process: one that sends, one that subscribes, and one for the bookkeeping of all workers. */
export interface RedisClients {
  /** Fails fast: no offline queue, one try, two seconds. */
  readonly producer: Redis;
  /** In subscriber mode. Fails fast and reconnects by itself. */
  readonly subscriber: Redis;
  /** Waits for the server to come back, as BullMQ's workers need it. Created when first needed. */
  worker(): Redis;
  /** Drops every connection, including those that BullMQ duplicated from the workers' one. */
  disconnect(): void;
}

/**
 * Opens the connections and checks the server. Rejects with `queues.unavailable` (away, or wrong password), `queues.version` (older
 * than 6.2) or `queues.eviction-policy` (it would evict jobs when memory is short).
 */
export async function openRedis(url: string, log: QueueLog): Promise<RedisClients> {
  const all = new Set<Redis>();
  const open = (name: string, options: ClientOptions): Redis => {
    // RESP2 keeps the shape of raw replies the same on every server and behind every proxy.
    const client = new Redis(url, {
      protocol: 2,
      connectionName: `salience-${name}`,
      retryStrategy,
      ...options,
    });
    client.on('error', troubleReporter(log, 'Redis connection trouble', { connection: name }));
    all.add(client);
    return client;
  };
  const disconnect = (): void => {
    for (const client of all) client.disconnect();
  };
  const producer = open('producer', { ...FAIL_FAST, commandTimeout: REPLY_MS });
  const subscriber = open('subscriber', { ...FAIL_FAST, commandTimeout: REPLY_MS, autoResubscribe: false });
  try {
    await Promise.all([producer.connect(), subscriber.connect()]);
    checkServer(await producer.info());
  } catch (error) {
    disconnect();
    if (error instanceof SalienceError) throw error;
    const message = `Redis does not answer: ${(error as Error).message}. Check the address, the password and that the server runs.`;
    throw new SalienceError('queues.unavailable', message, { kind: 'retryable', cause: error });
  }
  let worker: Redis | undefined;
  return {
    producer,
    subscriber,
    disconnect,
    worker: () => {
      worker ??= tracked(open('worker', { maxRetriesPerRequest: null }), all, log);
      return worker;
    },
  };
}

type ClientOptions = Omit<RedisOptions, 'replyMapping'>;

const FAIL_FAST: ClientOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: REPLY_MS,
};

/** The delay before the next try to connect, in milliseconds. */
export function retryStrategy(times: number): number {
  return Math.min(1_000, 50 * 2 ** Math.min(times, 5));
}

/** BullMQ duplicates the workers' connection for blocking reads; closing must reach the copies too. */
function tracked(client: Redis, all: Set<Redis>, log: QueueLog): Redis {
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (override) => {
    const copy = duplicate(override);
    copy.on('error', troubleReporter(log, 'Redis connection trouble', { connection: 'worker-blocking' }));
    copy.once('end', () => all.delete(copy));
    all.add(copy);
    return copy;
  };
  return client;
}

/** Throws unless the server's INFO text shows that it will not lose jobs. */
export function checkServer(info: string): void {
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim();
  const version = field('redis_version') ?? '0';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < VERSION_MIN[0] || (major === VERSION_MIN[0] && minor < VERSION_MIN[1])) {
    const message = `Expected Redis ${VERSION_MIN.join('.')} or newer, got ${version}. Upgrade the server.`;
    throw new SalienceError('queues.version', message);
  }
  const policy = field('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    const message =
      `Expected Redis to run with maxmemory-policy noeviction, got ${policy}: it would drop jobs when memory is short. ` +
      'Set "maxmemory-policy noeviction" in its configuration, or give Salience a Redis of its own.';
    throw new SalienceError('queues.eviction-policy', message, { data: { policy } });
  }
}
