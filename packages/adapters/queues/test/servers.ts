import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findRedisServer,
  freePort,
  type PrivateRedisCluster,
  startPrivatePostgres,
  startPrivateRedis,
  startPrivateRedisCluster,
} from '@salience/embedded';
import pg from 'pg';
import { grantQueues, migratePostgresQueues } from '../src/index.ts';
import type { QueueConnection } from '../src/index.ts';

/** A server for tests that may be stopped and started again on the same address. */
export interface TestServer {
  /** A connection to a namespace that nobody used before, where these queues may be used. */
  fresh(queues: readonly string[]): Promise<QueueConnection>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its data. */
  dispose(): Promise<void>;
}

/** The backends to test; all of them unless the environment names fewer. */
export const backends = (process.env.SALIENCE_TEST_BACKENDS ?? 'redis,postgres').split(',');

/** The Redis server program to test with. */
function redisServer(): string {
  const server = findRedisServer({
    configured: process.env.SALIENCE_TEST_REDIS_SERVER,
    searchPath: process.env.PATH,
  });
  if (server === undefined) throw new Error('No redis-server found. Name one in SALIENCE_TEST_REDIS_SERVER.');
  return server;
}

/** The Valkey server program to test with; undefined where none could be had. */
export const valkeyServer: string | undefined = findRedisServer({
  configured: process.env.SALIENCE_TEST_VALKEY_SERVER,
  searchPath: '',
});

/** A private Redis, or what `program` names, that keeps nothing. */
export async function redisTestServer(program = redisServer()): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'salience-queues-redis-'));
  const port = await freePort();
  const options = { server: program, dir, port, endWithCaller: true };
  let server = await startPrivateRedis(options);
  return {
    fresh: async () => ({ backend: 'redis', url: server.url, prefix: freshPrefix() }),
    stop: () => server.stop(),
    start: async () => {
      server = await startPrivateRedis(options);
    },
    dispose: async () => {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A cluster of three masters, each with a replica when `replicas` is 1, that keeps nothing. */
export async function clusterTestServer(replicas: 0 | 1 = 0): Promise<ClusterTestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'salience-queues-cluster-'));
  const cluster = await startPrivateRedisCluster({
    server: redisServer(),
    dir,
    replicas,
    endWithCaller: true,
  });
  return {
    cluster,
    fresh: async () => ({ backend: 'redis', url: cluster.url, prefix: freshPrefix() }),
    stop: () => cluster.stop(),
    start: () => cluster.revive(),
    dispose: async () => {
      await cluster.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A cluster for tests. */
export interface ClusterTestServer extends TestServer {
  readonly cluster: PrivateRedisCluster;
}

/** A Postgres server for tests, with the addresses of its owner and of other roles. */
export interface PostgresTestServer extends TestServer {
  ownerUrl(): string;
  url(role: { readonly user: string; readonly password: string }): string;
}

/** A private Postgres, used by a role that may not create anything. */
export async function postgresTestServer(): Promise<PostgresTestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salience-queues-postgres-'));
  const port = await freePort();
  const settings = { fsync: 'off', shared_buffers: '32MB' };
  const options = { dataDir, port, settings, endWithCaller: true };
  let server = await startPrivatePostgres(options);
  const role = { user: 'queue_app', password: 'queue_app' };
  await run(server.url(), [
    `CREATE ROLE ${role.user} LOGIN PASSWORD '${role.password}' NOSUPERUSER NOCREATEDB NOCREATEROLE`,
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    'REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC',
  ]);
  return {
    ownerUrl: () => server.url(),
    url: (as) => server.url(as),
    fresh: async (queues) => {
      const prefix = freshPrefix();
      await migratePostgresQueues({ url: server.url(), prefix, queues });
      await grantQueues({ url: server.url(), roles: [role.user], bulkRoles: [role.user] });
      return { backend: 'postgres', url: server.url(role), prefix };
    },
    stop: () => server.stop(),
    start: async () => {
      server = await startPrivatePostgres(options);
    },
    dispose: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let prefixes = 0;

function freshPrefix(): string {
  prefixes += 1;
  return `t${process.pid}-${prefixes}`;
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
