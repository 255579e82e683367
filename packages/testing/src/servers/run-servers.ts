import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type PrivatePostgres, startPrivatePostgres } from '@salience/embedded';
import { prepareDatabase } from '../database/prepare-database.ts';
import { preparedModelCache } from './model-cache.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { placeOfRun, scratchFolder } from './places.ts';
import { startWantedRedis, type WantedRedis } from './wanted-redis.ts';

/** Addresses of what a run started. */
export interface RunServers {
  /** The superuser's address of the private Postgres. Only fixtures use it; apps never do. */
  readonly adminUrl: string;
  /** The migrated database that test databases are cloned from. */
  readonly template: string;
  /** Of one server or, with SALIENCE_TEST_REDIS=cluster, of a cluster. Undefined when no Redis server program could be found. */
  readonly redisUrl: string | undefined;
  /** The port of PgBouncer, through which apps and fixtures connect with SALIENCE_TEST_POOLER=pgbouncer. */
  readonly poolerPort: number | undefined;
  /** The prepared embedding model: SALIENCE_MODEL_CACHE. */
  readonly modelCache: string;
}

/** The name of the template database. */
const template = 'salience_template';

/** Servers that start when they are first asked for, so that a run of pure tests starts none. */
export interface LazyServers {
  get(): Promise<RunServers>;
  /** Stops what was started and removes its data. */
  stop(): Promise<void>;
}

/** Prepares servers of one run; `redisServer` is the program or undefined. */
export function lazyServers(redisServer: string | undefined): LazyServers {
  const folder = { path: undefined as string | undefined };
  const started: { stop(): Promise<void> }[] = [];
  let servers: Promise<RunServers> | undefined;

  const postgres = async (root: string): Promise<PrivatePostgres> => {
    const server = await startPrivatePostgres({
      dataDir: join(root, 'postgres'),
      // A crash of the machine may cost the data of a test run.
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        shared_buffers: '64MB',
        max_connections: 600,
        // Nobody guesses a password that every test knows, and databases live for a minute.
        scram_iterations: 1,
        autovacuum_naptime: '1min',
      },
      endWithCaller: true,
    });
    started.push(server);
    await prepareDatabase(server.url(), template);
    return server;
  };
  const redis = async (root: string): Promise<WantedRedis | undefined> => {
    if (redisServer === undefined) return undefined;
    const server = await startWantedRedis({ server: redisServer, dir: join(root, 'redis') });
    started.push(server);
    return server;
  };
  const start = async (): Promise<RunServers> => {
    folder.path = scratchFolder('test', placeOfRun());
    const [database, delivery, modelCache] = await Promise.all([
      postgres(folder.path),
      redis(folder.path),
      preparedModelCache(),
    ]);
    const pooler =
      process.env.SALIENCE_TEST_POOLER === 'pgbouncer'
        ? await startPgbouncer({ serverUrl: database.url(), poolSize: 20 })
        : undefined;
    if (pooler !== undefined) started.push(pooler);
    return {
      poolerPort: pooler?.port,
      adminUrl: database.url(),
      template,
      redisUrl: delivery?.url,
      modelCache,
    };
  };
  return {
    get: () => (servers ??= start()),
    async stop() {
      // A start that failed has been reported to whoever asked; what it did start still has to go.
      await servers?.catch(() => {});
      // A pooler before the server behind it.
      for (const server of started.toReversed()) await server.stop();
      if (folder.path !== undefined) rmSync(folder.path, { recursive: true, force: true });
    },
  };
}
