import { createClient, type Client } from '@salience/client';
import type { AgentId, ExchangeId, ThreadId } from '@salience/contracts';
import { createApiKey, findAgent } from '@salience/database/agents';
import {
  backends,
  plantEnded,
  queueNamespace,
  spawnApp,
  type SpawnedApp,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';

/** An installation with a consumer and a digest in processes of their own, and the key of its agent. */
export interface World {
  readonly database: TestDatabase;
  readonly url: string;
  readonly key: string;
  /** Kills consumer and starts it again at the same address. */
  restart(): Promise<void>;
  /** A new client, as after a restart of the program that uses it. */
  client(key?: string): Client;
  /** Has a fact of one memory end with another one, as the memory workers settle it. */
  endStatement(fact: {
    readonly value: string;
    readonly now: string;
    readonly saidIn: Told;
    readonly endedIn: Told;
  }): Promise<void>;
  /** Makes another agent, and gives its key. */
  otherAgent(name: string): Promise<string>;
}

/** Where something was said, as a hit of a search tells it. */
interface Told {
  readonly exchange_id: string | null;
  readonly thread_id: string;
  readonly at: string;
}

function placeOf({ exchange_id: exchange, thread_id: thread }: Told) {
  return { threadId: thread as ThreadId, exchangeIds: exchange === null ? [] : [exchange as ExchangeId] };
}

/** Starts a world. It ends with the test file. */
export async function startWorld(): Promise<World> {
  const database = await testDatabase();
  const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
  const agent = await findAgent(database.connect('salience_consumer'), 'default');
  if (agent === undefined) throw new Error('expected the agent "default" in a fresh database');
  const { key } = await createApiKey(database.connect('salience_operator'), agent.id, 'graph');
  const start = (port = '0'): Promise<SpawnedApp> =>
    spawnApp('consumer', {
      database,
      queues,
      env: { PORT: port, SALIENCE_KEYS: 'required' },
      readyMs: 90_000,
    });
  let [consumer] = await Promise.all([start(), spawnApp('digest', { database, queues, readyMs: 90_000 })]);
  const url = consumer.httpUrl();
  return {
    database,
    url,
    key,
    async restart() {
      await consumer.kill9();
      consumer = await start(new URL(url).port);
    },
    endStatement: ({ endedIn, now, saidIn, value }) =>
      plantEnded(database, {
        agentId: agent.id,
        key: 'stands_in',
        value,
        now,
        saidIn: placeOf(saidIn),
        endedIn: placeOf(endedIn),
        at: new Date(saidIn.at),
        endedAt: new Date(endedIn.at),
      }),
    async otherAgent(name) {
      const [made] = await database.admin<{ id: AgentId }>(
        "insert into salience.agents (id, name, persona, settings) values ('agt_' || replace(gen_random_uuid()::text, '-', ''), $1, '', '{}') returning id",
        [name],
      );
      return (
        await createApiKey(database.connect('salience_operator'), (made as { id: AgentId }).id, 'graph')
      ).key;
    },
    client: (as = key) => createClient({ baseUrl: url, key: as, retry: { firstPauseMs: 20, triesMax: 100 } }),
  };
}
