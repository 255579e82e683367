import { Redis, type RedisOptions } from 'ioredis';
import type { QueueLog } from '../queue-connection.ts';
import { troubleReporter } from '../quiet-log.ts';
import { retryStrategy } from './redis-clients.ts';

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
  const all = new Set<Redis>();
  const client = kept(new Redis(url, waits), all, log);
  return {
    client,
    ready: () => client.status === 'ready',
    close: () => {
      for (const one of all) one.disconnect();
    },
  };
}

const waits: Omit<RedisOptions, 'replyMapping'> = {
  protocol: 2,
  connectionName: 'salience-rooms',
  retryStrategy,
  maxRetriesPerRequest: null,
};

/** Keeps a connection and its duplicates in `all` until they end. */
function kept(client: Redis, all: Set<Redis>, log: QueueLog): Redis {
  all.add(client);
  client.once('end', () => all.delete(client));
  client.on('error', troubleReporter(log, 'Redis connection trouble', { connection: 'rooms' }));
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    const reply = send(command, stream);
    if (reply instanceof Promise) reply.catch(() => {});
    return reply;
  };
  const duplicate = client.duplicate.bind(client);
  client.duplicate = (override) => kept(duplicate(override), all, log);
  return client;
}
