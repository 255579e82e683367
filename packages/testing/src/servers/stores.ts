import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import {
  findRedisServer,
  obtainRedisServer,
  type PrivatePostgres,
  startPrivatePostgres,
} from '@salience/embedded';
import { prepareDatabase } from '../database/prepare-database.ts';
import { databaseHandle, type TestDatabase } from '../database/test-database.ts';
import { askRedis } from './ask-redis.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { preparedModelCache } from './model-cache.ts';
import { repositoryRoot, scratchFolder } from './places.ts';
import { startWantedRedis } from './wanted-redis.ts';

/** The stores of a run, kept as in production, and their outages. */
export interface Stores {
  readonly database: TestDatabase;
  /** REDIS_URL, or nothing on the Postgres backend. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder with the data of both servers, gone with them. */
  readonly folder: string;
  /**
   * The servers' processes as they are now: a server that was started again has another. `redis` only where it is used; the further nodes of
   * a cluster are `redis-2` and so on.
   */
  pids(): Readonly<Record<string, number>> & { readonly postgres: number };
  /** Ends Postgres without a shutdown and starts it again on its data and port. */
  restartPostgres(): Promise<void>;
  /** SIGKILL and a new start on its append-only file; of a cluster one master, whose replica takes its place. */
  killRedis(): Promise<void>;
  /** SIGKILL of the pooler before Postgres and a new start on its port; nothing where the run has none. */
  killPooler(): Promise<void>;
  /** Whether the apps reach Postgres through a pooler: SALIENCE_TEST_POOLER=pgbouncer. */
  readonly pooled: boolean;
  /** Empties Redis. */
  flushRedis(): Promise<void>;
  stop(): Promise<void>;
}

/** What every Postgres of a benchmark or long run starts with beside its defaults; fsync and synchronous_commit stay on. */
export const postgresSettings = { max_connections: 600, shared_buffers: '128MB' } as const;

/** Starts a private, durable Postgres with a prepared database and, for that backend, a private Redis with AOF. `more` are settings of Postgres. */
export async function startStores(
  backend: 'redis' | 'postgres',
  redisServer: string | undefined,
  more: Readonly<Record<string, string | number>> = {},
): Promise<Stores> {
  const root = scratchFolder('bench');
  const postgresOptions = {
    dataDir: join(root, 'postgres'),
    settings: { ...postgresSettings, ...more },
    endWithCaller: true,
  };
  let postgres: PrivatePostgres = await startPrivatePostgres(postgresOptions);
  const name = 'salience';
  await prepareDatabase(postgres.url(), name);
  await preparedModelCache();
  const redis =
    backend === 'redis'
      ? await startWantedRedis({
          server: await redisProgram(redisServer),
          dir: join(root, 'redis'),
          appendonly: true,
          replicas: 1,
        })
      : undefined;
  const pooler =
    process.env.SALIENCE_TEST_POOLER === 'pgbouncer'
      ? await startPgbouncer({ serverUrl: postgres.url(), poolSize: 20 })
      : undefined;
  // The way that the apps of one machine take.
  const database = databaseHandle(postgres.url({ overSocket: true }), name, pooler?.port);
  return {
    database,
    env: redis === undefined ? {} : { REDIS_URL: redis.nearUrl },
    folder: root,
    pids: () => ({
      ...Object.fromEntries(
        (redis?.pids() ?? []).map((pid, at) => [at === 0 ? 'redis' : `redis-${at + 1}`, pid]),
      ),
      ...(pooler === undefined ? {} : { pgbouncer: pooler.pid }),
      postgres: postgres.pid,
    }),
    async restartPostgres() {
      process.kill(postgres.pid, 'SIGQUIT');
      await postgres.exited;
      postgres = await startPrivatePostgres({ ...postgresOptions, port: postgres.port });
    },
    async killRedis() {
      await redis?.kill();
    },
    pooled: pooler !== undefined,
    async killPooler() {
      await pooler?.kill();
    },
    async flushRedis() {
      if (redis !== undefined) await askRedis(redis.url, [['FLUSHALL']]);
    },
    async stop() {
      await database.close();
      await pooler?.stop();
      await Promise.all([postgres.stop(), redis?.stop()]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The Redis server program: as configured, found, or fetched once and kept. Throws where it cannot be had. */
export async function redisProgram(configured: string | undefined): Promise<string> {
  const cacheDir = join(repositoryRoot, 'node_modules/.cache/redis');
  const found = findRedisServer({ configured, searchPath: process.env.PATH, cacheDir });
  if (found !== undefined) return found;
  const obtained = await obtainRedisServer({ cacheDir });
  if (obtained.path === undefined) throw new Error(`No Redis server can be had: ${obtained.reason}`);
  return obtained.path;
}
