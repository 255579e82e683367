import { join } from 'node:path';
import process from 'node:process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
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
  const url = spawned[0]?.httpUrl() ?? '';
  const db = database.connect('salience_operator');
  const ada = await findAgent(db, 'default');
  if (ada === undefined) throw new Error('expected the default agent');
  const ben = await createAgent(db, { name: 'ben', persona: 'p' });
  const clients: Client[] = [];
  return {
    url,
    database,
    keys: {
      ada: (await createApiKey(db, ada.id, 'mcp')).key,
      ben: (await createApiKey(db, ben.id, 'mcp')).key,
    },
    keyFor: async (scopes) =>
      (await createApiKey(db, ada.id, 'scoped', { rules: { scopes: [...scopes] } })).key,
    async connect(way, key) {
      const client = new Client({ name: 'test', version: '1' });
      clients.push(client);
      await client.connect(way === 'http' ? overHttp(url, key) : overStdio(url, key));
      return client;
    },
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

function overHttp(url: string, key: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
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
