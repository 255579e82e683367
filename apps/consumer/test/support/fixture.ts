import { createRecall } from '@salience/recall';
import type { AgentId } from '@salience/contracts';
import { type Database, systemClock } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { silentLogger, startTelemetry, type Telemetry } from '@salience/telemetry';
import {
  type Backend,
  closesWithFile,
  personToken,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import type { ConsumerOptions } from '../../src/consumer-context.ts';
import { createMemorySearch } from '../../src/memory-search.ts';
import { type ConsumerServer, createConsumer } from '../../src/server.ts';

/** A database and queues of one's own, and consumers in this process on free ports. */
export interface Fixture {
  readonly database: TestDatabase;
  /** As consumer connects. */
  readonly db: Database;
  readonly digestDb: Database;
  readonly operatorDb: Database;
  readonly queues: TestQueues;
  /** The agent named default. */
  readonly agentId: AgentId;
  /** Starts a consumer; `at` is where it listens. */
  serve(options?: Partial<ConsumerOptions>): Promise<ConsumerServer & { readonly at: string }>;
  /** The thread of a key, once it has a turn. */
  threadOf(key: string): Promise<string>;
  /** Stops every consumer and removes the rest; done by itself when the test file is. */
  stop(): Promise<void>;
}

/** Sets everything up; telemetry makes ids and exports nothing unless a collector's address is given. */
export async function startFixture(backend: Backend, otlpEndpoint?: string): Promise<Fixture> {
  const database = await testDatabase();
  const queues = await testQueues(backend, database, 'salience_consumer');
  const db = database.connect('salience_consumer');
  const agent = await findAgent(db, 'default');
  if (agent === undefined) throw new Error('expected the agent "default" in a fresh database');
  const telemetry = await testTelemetry(otlpEndpoint);
  const servers: ConsumerServer[] = [];
  return {
    database,
    db,
    digestDb: database.connect('salience_digest'),
    operatorDb: database.connect('salience_operator'),
    queues,
    agentId: agent.id,
    async serve(options = {}) {
      const { metrics } = telemetry;
      const recall = createRecall({ db, onTrouble: () => {} });
      const search = createMemorySearch({
        recall,
        asker: { ask: () => Promise.resolve(undefined) },
        holderOf: () => Promise.resolve(null),
        log: silentLogger,
      });
      const base = {
        db,
        search,
        queues,
        clock: systemClock,
        log: silentLogger,
        metrics,
        host: '127.0.0.1',
        port: 0,
        timeZone: 'UTC',
        personToken,
        tickWaitMs: 300,
      };
      const server = createConsumer({ ...base, ...options });
      await server.start(new AbortController().signal);
      servers.push(server);
      return { ...server, at: server.url().replace('0.0.0.0', '127.0.0.1') };
    },
    async threadOf(key) {
      const rows = () =>
        database.admin<{ id: string }>('select id from salience.threads where key = $1', [key]);
      return (await until(async () => (await rows())[0], { what: `thread ${key}`, everyMs: 5 })).id;
    },
    stop: closesWithFile(async () => {
      await Promise.all(servers.map((server) => server.stop(2_000)));
      await queues.close();
      await telemetry.shutdown();
      await database.close();
    }),
  };
}

function testTelemetry(otlpEndpoint: string | undefined): Promise<Telemetry> {
  return startTelemetry({
    service: 'consumer',
    version: 'test',
    instanceId: 'wrk_test',
    logLevel: 'silent',
    logFormat: 'json',
    processMetrics: false,
    otlpEndpoint,
  });
}
