import { costsViewSchema, modelHealthViewSchema, pageSchema } from '@salience/contracts';
import {
  asPerson,
  backends,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { readEvents } from '@salience/testing/load';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
let apps: SpawnedApp[] = [];
let url = '';

beforeAll(async () => {
  database = await testDatabase();
  const queues = await queueNamespace(backends()[0] ?? 'postgres', database);
  apps = await Promise.all(
    (['consumer', 'digest'] as const).map((app) => spawnApp(app, { database, queues })),
  );
  url = apps[0]?.httpUrl() ?? '';
}, 120_000);
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await database.close();
});

test('law 8: what a digest asks of its model is counted with its heartbeat, and operators see it by day, agent and role', async () => {
  const response = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Where did I put the key of the cabinet?', thread_id: 'usage' }),
  });
  let last = '';
  for await (const event of readEvents(response)) last = event.type;
  expect(last).toBe('done');
  const read = async (path: string): Promise<unknown> =>
    (await fetch(url + path, { headers: asPerson })).json();
  const costs = await until(
    async () => {
      const found = costsViewSchema.parse(await read('/operator/costs?days=2'));
      return found.total.calls > 0 ? found : undefined;
    },
    { what: 'the call to be counted', timeoutMs: 30_000 },
  );
  expect(costs.agents[0]).toMatchObject({ agent: 'default' });
  expect(costs.models[0]).toMatchObject({ provider: 'offline', errors: 0, cost_usd: 0 });
  expect(costs.days).toHaveLength(costs.models.length);
  const models = pageSchema(modelHealthViewSchema).parse(await read('/operator/models'));
  expect(models.items[0]).toMatchObject({ provider: 'offline', away_for: [], paused_ms: null });
});
