import { Cluster, Redis } from 'ioredis';
import type { QueueLog } from '../queue-connection.ts';
import { troubleReporter } from '../quiet-log.ts';
import { openClient, type RedisClient } from './open-client.ts';
import { readRedisAddress } from './redis-address.ts';

/** Connections to Redis for a library that duplicates the one it is given. */
export interface StreamClient {
  /** The library's client: nothing here says what it is. */
  readonly client: object;
  /** Whether what is sent now reaches the server. */
  ready(): boolean;
  /** Drops this connection and every duplicate. Stop the library first: a read that fails at once is repeated at once. */
  close(): void;
}

/**
 * Opens a connection that waits for its server, as do its duplicates. No call of it is ever an unhandled rejection, whatever the library
 * does with the promise.
 */
export function openStreamClient(url: string, log: QueueLog): StreamClient {
  const all = new Set<RedisClient>();
  const opened = openClient(readRedisAddress(url), { name: 'rooms', failFast: false });
  const client = kept(opened, all, log);
  return {
    client,
    ready: () => client.status === 'ready',
    close: () => {
      for (const one of all) one.disconnect();
    },
  };
}

/** Keeps a connection and its duplicates in `all` until they end. */
function kept<C extends RedisClient>(client: C, all: Set<RedisClient>, log: QueueLog): C {
  const report = troubleReporter(log, 'Redis connection trouble', { connection: 'rooms' });
  all.add(client);
  client.once('end', () => all.delete(client));
  client.on('error', report);
  if (client instanceof Cluster) client.on('node error', report);
  if (client instanceof Redis) {
    const send = client.sendCommand.bind(client);
    client.sendCommand = (command, stream) => handled(send(command, stream));
    const duplicate = client.duplicate.bind(client);
    client.duplicate = (override) => kept(duplicate(override), all, log);
  } else {
    const send = client.sendCommand.bind(client);
    client.sendCommand = (command, stream, node) => handled(send(command, stream, node));
    const duplicate = client.duplicate.bind(client);
    client.duplicate = (nodes, override) => kept(duplicate(nodes, override), all, log);
  }
  return client;
}

/** The reply as it is, whose rejection counts as handled. */
function handled<T>(reply: T): T {
  if (reply instanceof Promise) reply.catch(() => {});
  return reply;
}
