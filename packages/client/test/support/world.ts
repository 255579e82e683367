import type { AgentId, AppName } from '@salience/contracts';
import { findAgent } from '@salience/database/agents';
import {
  backends,
  personToken,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
} from '@salience/testing';
import { type Client, type ClientOptions, createClient } from '../../src/index.ts';
import { checkedFetch } from './checked-fetch.ts';
import { HandWorker } from './hand-worker.ts';

/** A consumer in a process of its own, with a database and queues that nobody else uses, and a worker that the test moves by hand. */
export interface World {
  readonly database: TestDatabase;
  readonly queues: TestQueues;
  readonly agentId: AgentId;
  readonly worker: HandWorker;
  /** Where consumer listens, also after it was started again. */
  readonly url: string;
  consumer: SpawnedApp;
  /** Starts consumer again, at the same address. */
  restart(): Promise<void>;
  /** A client of the person; every answer that it gets is compared with the OpenAPI document. */
  client(options?: Partial<ClientOptions>): Client;
}

/** Tries that follow one another closely, so that tests need not wait. */
const quick = { firstPauseMs: 5, pauseMsMax: 50, triesMax: 200 };

/** Starts a world, with `others` beside consumer: a digest, where turns are to be answered by it. It ends with the test file. */
export async function startWorld(
  env: Readonly<Record<string, string>> = {},
  others: readonly AppName[] = [],
): Promise<World> {
  const database = await testDatabase();
  const queues = await testQueues(backends()[0] ?? 'postgres', database, 'salience_digest');
  const db = database.connect('salience_digest');
  const agent = await findAgent(database.connect('salience_consumer'), 'default');
  if (agent === undefined) throw new Error('expected the agent "default" in a fresh database');
  const [consumer] = await Promise.all([
    spawnApp('consumer', { database, queues, env, readyMs: 90_000 }),
    ...others.map((app) => spawnApp(app, { database, queues, readyMs: 90_000 })),
  ]);
  const url = consumer.httpUrl();
  const world: World = {
    database,
    queues,
    agentId: agent.id,
    worker: new HandWorker(db, queues, agent.id),
    url,
    consumer,
    async restart() {
      const { port } = new URL(url);
      world.consumer = await spawnApp('consumer', {
        database,
        queues,
        env: { ...env, PORT: port },
        readyMs: 90_000,
      });
    },
    client: (options = {}) =>
      createClient({ baseUrl: url, key: personToken, retry: quick, fetch: checkedFetch(url), ...options }),
  };
  return world;
}

/** Everything that comes, as a list. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
