import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AgentId } from '@salience/contracts';
import {
  createDatabase,
  type Database,
  findAgent,
  migrate,
  provisionDatabase,
  systemClock,
} from '@salience/database';
import {
  createQueues,
  grantQueues,
  migratePostgresQueues,
  type QueueConnection,
  type Queues,
} from '@salience/queues';
import { silentLogger, startTelemetry } from '@salience/telemetry';
import type { ConsumerOptions } from '../../src/consumer-context.ts';
import { type ConsumerServer, createConsumer } from '../../src/server.ts';

const roles = [
  'salience_consumer',
  'salience_digest',
  'salience_memory_chunker',
  'salience_operator',
] as const;

/** The queue backends that every test runs on. */
export const backends = ['postgres', 'redis'] as const;
export type Backend = (typeof backends)[number];

export interface Fixture {
  readonly backend: Backend;
  readonly urls: { postgres(role: (typeof roles)[number] | 'postgres'): string; queues: QueueConnection };
  readonly db: Database;
  readonly digestDb: Database;
  readonly chunkerDb: Database;
  readonly operatorDb: Database;
  readonly queues: Queues;
  readonly agentId: AgentId;
  serve(options?: Partial<ConsumerOptions>): Promise<ConsumerServer & { at: string }>;
  stop(): Promise<void>;
}

/** A database of its own, queues, and consumers on free ports. */
export async function startFixture(backend: Backend): Promise<Fixture> {
  const admin = process.env['SALIENCE_TEST_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:54999/postgres';
  const database = `consumer_${randomBytes(6).toString('hex')}`;
  await provisionDatabase({ adminUrl: admin, database, migratorPassword: 'test' });
  const url = (user: string, password: string): string => {
    const made = new URL(admin);
    made.username = user;
    made.password = password;
    made.pathname = `/${database}`;
    return made.href;
  };
  const migrator = url('salience_migrator', 'test');
  await migrate({
    url: migrator,
    migrationsFolder: fileURLToPath(
      new URL('../../../../packages/adapters/database/migrations', import.meta.url),
    ),
    policies: [],
    passwords: Object.fromEntries(roles.map((role) => [role, 'test'])),
  });
  const adminInside = new URL(admin);
  adminInside.pathname = `/${database}`;
  const roleUrl = (role: string): string => (role === 'postgres' ? adminInside.href : url(role, 'test'));
  let connection: QueueConnection;
  if (backend === 'postgres') {
    await migratePostgresQueues({ url: migrator });
    await grantQueues({ url: migrator, roles: [...roles] });
    connection = { backend, url: url('salience_consumer', 'test') };
  } else {
    connection = { backend, url: process.env['SALIENCE_TEST_REDIS'] ?? '', prefix: database };
  }
  const open = (role: string): Database =>
    createDatabase({ url: roleUrl(role), applicationName: `test-${role}`, poolMax: 4 });
  const db = open('salience_consumer');
  const digestDb = open('salience_digest');
  const chunkerDb = open('salience_memory_chunker');
  const operatorDb = open('salience_operator');
  const queues = await createQueues({ connection });
  const telemetry = startTelemetry({
    service: 'consumer',
    version: 'test',
    instanceId: 'wrk_test',
    logLevel: 'silent',
    logFormat: 'json',
    processMetrics: false,
  });
  const agent = await findAgent(db, 'default');
  if (agent === undefined) throw new Error('expected the agent "default" after migrating');
  const servers: ConsumerServer[] = [];
  return {
    backend,
    urls: { postgres: roleUrl, queues: connection },
    db,
    digestDb,
    chunkerDb,
    operatorDb,
    queues,
    agentId: agent.id,
    async serve(options = {}) {
      const server = createConsumer({
        db,
        queues,
        clock: systemClock,
        log: silentLogger,
        metrics: telemetry.metrics,
        host: '127.0.0.1',
        port: 0,
        ...options,
      });
      await server.start(new AbortController().signal);
      servers.push(server);
      return Object.assign(server, { at: server.url().replace('0.0.0.0', '127.0.0.1') });
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop(2_000)));
      await queues.close();
      await Promise.all([db, digestDb, chunkerDb, operatorDb].map((each) => each.close()));
      await telemetry.shutdown();
    },
  };
}
