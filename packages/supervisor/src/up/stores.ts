import { setTimeout as delay } from 'node:timers/promises';
import {
  findRedisServer,
  type PrivatePostgres,
  type PrivateRedis,
  startPrivatePostgres,
  startPrivateRedis,
} from '@salience/embedded';
import { messageOf, SalienceError } from '@salience/errors';
import type { SalienceEnv } from '../env.ts';
import { usageError } from '../failure.ts';
import type { Home } from '../home/home.ts';
import { restartDelay } from '../supervise/backoff.ts';

/** Where jobs travel. */
export type QueueChoice =
  | { readonly backend: 'redis'; readonly url: string }
  | { readonly backend: 'redis'; readonly program: string }
  | { readonly backend: 'postgres' };

/** Callbacks for a store's end, restart or loss. */
export interface StoreWatcher {
  readonly say: (line: string) => void;
  /** The store cannot be brought back where the apps expect it: everything has to stop. */
  readonly giveUp: (error: Error) => void;
}

/** A private server that is started again when it dies. */
export interface KeptStore {
  readonly adopted: boolean;
  readonly url: string;
  stop(graceMs: number): Promise<void>;
}

/**
 * Chooses the queues: a given Redis, else a Redis or Valkey server program on this machine, else Postgres.
 * Throws `cli.usage` for a choice that is none of auto, redis and postgres, or for redis without any.
 */
export function chooseQueues(choice: string, env: SalienceEnv): QueueChoice {
  if (choice !== 'auto' && choice !== 'redis' && choice !== 'postgres')
    throw usageError(`Expected auto, redis or postgres for the queues, got "${choice}".`);
  if (choice === 'postgres') return { backend: 'postgres' };
  if (env.redisUrl !== undefined) return { backend: 'redis', url: env.redisUrl };
  const program = findRedisServer({ configured: env.redisServer, searchPath: env.searchPath });
  if (program !== undefined) return { backend: 'redis', program };
  if (choice === 'redis')
    throw usageError(
      'Queues on Redis were asked for, but REDIS_URL is not set and neither redis-server nor valkey-server is on the path.',
    );
  return { backend: 'postgres' };
}

/** Starts the private Postgres of a home, or adopts the one that runs there. */
export async function keepPostgres(
  home: Home,
  watcher: StoreWatcher,
): Promise<KeptStore & { readonly server: () => PrivatePostgres }> {
  const start = (port?: number): Promise<PrivatePostgres> =>
    startPrivatePostgres({
      dataDir: home.postgres,
      endWithCaller: true,
      log: (line) => watcher.say(`    ${line}`),
      ...(port === undefined ? {} : { port }),
    });
  return await keep('the private Postgres', start, (server) => server.url({ overSocket: true }), watcher);
}

/** Starts the private Redis of a home, or adopts the one that runs there. */
export async function keepRedis(home: Home, program: string, watcher: StoreWatcher): Promise<KeptStore> {
  const start = (port?: number): Promise<PrivateRedis> =>
    startPrivateRedis({
      server: program,
      dir: home.redis,
      endWithCaller: true,
      log: (line) => watcher.say(`    ${line}`),
      ...(port === undefined ? {} : { port }),
    });
  return await keep('the private Redis', start, (server) => server.nearUrl, watcher);
}

interface PrivateServer {
  readonly port: number;
  readonly adopted: boolean;
  readonly exited: Promise<unknown>;
  stop(options: { readonly graceMs: number }): Promise<void>;
}

async function keep<S extends PrivateServer>(
  what: string,
  start: (port?: number) => Promise<S>,
  urlOf: (server: S) => string,
  watcher: StoreWatcher,
): Promise<KeptStore & { readonly server: () => S }> {
  let server = await start();
  const first = server;
  const stopping = new AbortController();
  let restarting: Promise<void> | undefined;

  const restart = async (): Promise<void> => {
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      watcher.say(`${what} ended unexpectedly: starting it again`);
      try {
        server = await start(first.port);
        break;
      } catch (error) {
        if (failures >= RESTARTS_MAX) {
          watcher.giveUp(error instanceof Error ? error : new Error(messageOf(error)));
          return;
        }
        watcher.say(`${what} does not start: ${messageOf(error)}`);
        // Called off by stop(); the loop's condition ends it then.
        await delay(restartDelay(failures, 500, 10_000), undefined, { signal: stopping.signal }).catch(
          () => {},
        );
      }
    }
    if (stopping.signal.aborted) return;
    if (server.port !== first.port) {
      watcher.giveUp(
        new SalienceError(
          'cli.store-moved',
          `${what} could not get its port ${first.port} back: start Salience again.`,
        ),
      );
      return;
    }
    watch();
  };
  const watch = (): void => {
    void server.exited.then(() => {
      if (!stopping.signal.aborted) restarting = restart();
    });
  };
  watch();
  return {
    adopted: first.adopted,
    url: urlOf(first),
    server: () => server,
    stop: async (graceMs) => {
      stopping.abort();
      await restarting;
      await server.stop({ graceMs });
    },
  };
}

const RESTARTS_MAX = 5;
