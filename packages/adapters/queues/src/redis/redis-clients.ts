import { SalienceError } from '@salience/errors';
import { Cluster, Redis } from 'ioredis';
import type { QueueLog } from '../queue-connection.ts';
import { troubleReporter } from '../quiet-log.ts';
import { checkServer } from './check-server.ts';
import { openClient, type RedisClient } from './open-client.ts';
import { type RedisAddress, readRedisAddress } from './redis-address.ts';

/** The connections of one process: one that sends, one that subscribes, and one for the bookkeeping of all workers. */
export interface RedisClients {
  readonly address: RedisAddress;
  /** Fails fast: no offline queue, two seconds. */
  readonly producer: RedisClient;
  /** In subscriber mode. Fails fast and reconnects by itself. On a cluster there is none: each node has its own. */
  readonly subscriber: Redis | undefined;
  /** Waits for the server to come back, as BullMQ's workers need it. Created when first needed. */
  worker(): RedisClient;
  /** Drops every connection, including those that BullMQ duplicated from the workers' one. */
  disconnect(): void;
}

/**
 * Opens the connections and checks the server, or every master of a cluster. Rejects with `queues.address`, `queues.unavailable` (away,
 * or wrong password), `queues.version` (older than 6.2, for a cluster 7.0), `queues.cluster` (one server where a cluster was named, or
 * the other way round) or `queues.eviction-policy` (it would evict jobs when memory is short).
 */
export async function openRedis(url: string, log: QueueLog): Promise<RedisClients> {
  const address = readRedisAddress(url);
  const all = new Set<RedisClient>();
  let heard: Error | undefined;
  const open = (name: string, failFast: boolean): RedisClient => {
    const client = openClient(address, { name, failFast });
    const report = troubleReporter(log, 'Redis connection trouble', { connection: name });
    client.on('error', report);
    if (client instanceof Cluster)
      client.on('node error', (error: Error) => {
        heard = error;
        report(error);
      });
    all.add(client);
    return client;
  };
  const disconnect = (): void => {
    for (const client of all) client.disconnect();
  };
  const producer = open('producer', true);
  const subscriber = address.kind === 'single' ? (open('subscriber', true) as Redis) : undefined;
  try {
    await Promise.all([connectOnce(producer), subscriber?.connect()]);
    await check(producer);
  } catch (error) {
    disconnect();
    if (error instanceof SalienceError) throw error;
    const why = (heard ?? (error as Error)).message;
    if (/cluster support disabled/i.test(why)) throw noCluster(error);
    const message = `Redis does not answer: ${why}. Check the address, the password and that the server runs.`;
    throw new SalienceError('queues.unavailable', message, { kind: 'retryable', cause: heard ?? error });
  }
  let worker: RedisClient | undefined;
  return {
    address,
    producer,
    subscriber,
    disconnect,
    worker: () => {
      worker ??= tracked(open('worker', false), all, log);
      return worker;
    },
  };
}

/**
 * Resolves when the client can be used; rejects when its first try to connect failed. A cluster's own `connect` never settles once the
 * cluster has said that it does not serve all of its slots: the client closes, and tries again for ever.
 */
function connectOnce(client: RedisClient): Promise<void> {
  if (client instanceof Redis) return client.connect();
  return new Promise((resolve, reject) => {
    // When no node could be reached, `connect` rejects in the same moment and says so.
    client.once('close', () =>
      setImmediate(() => reject(new Error('the cluster does not serve all of its slots'))),
    );
    client.connect().then(resolve, reject);
  });
}

/** One server, or every master of a cluster. */
async function check(client: RedisClient): Promise<void> {
  const isCluster = client instanceof Cluster;
  const servers = isCluster ? client.nodes('master') : [client];
  for (const info of await Promise.all(servers.map((server) => server.info()))) checkServer(info, isCluster);
}

function noCluster(cause: unknown): SalienceError {
  const message =
    'Expected a node of a Redis cluster, got a server without one. Name it with redis:// instead of redis-cluster://.';
  return new SalienceError('queues.cluster', message, { cause });
}

/** BullMQ duplicates the workers' connection for blocking reads; closing must reach the copies too. */
function tracked(client: RedisClient, all: Set<RedisClient>, log: QueueLog): RedisClient {
  const keep = <C extends RedisClient>(copy: C): C => {
    const report = troubleReporter(log, 'Redis connection trouble', { connection: 'worker-blocking' });
    copy.on('error', report);
    copy.once('end', () => all.delete(copy));
    if (copy instanceof Cluster) copy.on('node error', report);
    all.add(copy);
    return copy;
  };
  if (client instanceof Redis) {
    const duplicate = client.duplicate.bind(client);
    client.duplicate = (override) => keep(duplicate(override));
  } else {
    const duplicate = client.duplicate.bind(client);
    client.duplicate = (nodes, override) => keep(duplicate(nodes, override));
  }
  return client;
}
