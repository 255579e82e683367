import { join } from 'node:path';
import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  asPerson,
  queueNamespace,
  repositoryRoot,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { createAgent, createApiKey, findAgent } from '@salience/database/agents';

/** How an agent is reached. */
export type Way = 'http' | 'stdio';

/** Two agents behind real processes, and the official client. */
export interface World {
  readonly url: string;
  readonly keys: { readonly ada: string; readonly ben: string };
  readonly database: TestDatabase;
  connect(way: Way, key: string): Promise<Client>;
  /** The official client over HTTP, of another replica or with a fetch of the test's own. */
  connectHttp(key: string, how: { readonly at?: string; readonly fetch?: typeof fetch }): Promise<Client>;
  /** Starts another app of this world. */
  spawn(app: 'consumer' | 'digest'): Promise<SpawnedApp>;
  /** The turns of the default agent's threads under this key. */
  turnsIn(thread: string): Promise<readonly { readonly id: string; readonly state: string }[]>;
  /** A key of ada that may only these. */
  keyFor(scopes: readonly ('manage' | 'read' | 'remember' | 'talk')[]): Promise<string>;
  api(method: string, path: string, key: string, body?: unknown): Promise<Response>;
  close(): Promise<void>;
}

const cli = join(repositoryRoot, 'packages', 'cli', 'src', 'main.ts');

/** Starts it. `apps`: beside the consumer. */
export async function startWorld(apps: readonly ('digest' | 'scheduler')[] = ['digest']): Promise<World> {
  const database = await testDatabase();
  const queues = await queueNamespace('postgres', database);
  const spawned: SpawnedApp[] = await Promise.all(
    (['consumer', ...apps] as const).map((app) => spawnApp(app, { database, queues })),
  );
  const clients: Client[] = [];
  const connected = async (transport: StdioClientTransport | StreamableHTTPClientTransport) => {
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    // Its types are not exact about optional properties.
    await client.connect(transport as Parameters<Client['connect']>[0]);
    return client;
  };
  const url = spawned[0]?.httpUrl() ?? '';
  const db = database.connect('salience_operator');
  const ada = await findAgent(db, 'default');
  if (ada === undefined) throw new Error('expected the default agent');
  const ben = await createAgent(db, { name: 'ben', persona: 'p' });
  return {
    url,
    database,
    keys: {
      ada: (await createApiKey(db, ada.id, 'mcp')).key,
      ben: (await createApiKey(db, ben.id, 'mcp')).key,
    },
    keyFor: async (scopes) =>
      (await createApiKey(db, ada.id, 'scoped', { rules: { scopes: [...scopes] } })).key,
    connect: (way, key) => connected(way === 'http' ? overHttp(url, key) : overStdio(url, key)),
    connectHttp: (key, how) => connected(overHttp(how.at ?? url, key, how.fetch)),
    async spawn(app) {
      const more = await spawnApp(app, { database, queues });
      spawned.push(more);
      return more;
    },
    turnsIn: (thread) =>
      database.admin<{ id: string; state: string }>(
        'select u.id, u.state from salience.turns u join salience.threads t on t.id = u.thread_id where t.key = $1 order by u.seq',
        [thread],
      ),
    api: (method, path, key, body) =>
      fetch(url + path, {
        method,
        headers: { ...asPerson, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await Promise.all(spawned.map((app) => app.stop()));
      await database.close();
    },
  };
}

function overHttp(url: string, key: string, how?: typeof fetch): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    ...(how === undefined ? {} : { fetch: how as FetchLike }),
  });
}

function overStdio(url: string, key: string): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp'],
    env: { PATH: process.env['PATH'] ?? '', SALIENCE_URL: url, SALIENCE_API_KEY: key },
    stderr: 'inherit',
  });
}
