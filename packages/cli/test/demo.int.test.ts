import {
  activationViewSchema,
  approvalViewSchema,
  pageSchema,
  roomStateSchema,
  scheduleViewSchema,
  taskViewSchema,
} from '@salience/contracts';
import {
  personToken,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiClient } from '../src/client/api-client.ts';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;
let apps: SpawnedApp[] = [];

beforeAll(async () => {
  database = await testDatabase();
  vi.stubEnv('DATABASE_URL', database.urlFor('salience_operator'));
  const options = { database, queues: await queueNamespace('postgres', database), readyMs: 90_000 };
  [consumer, ...apps] = (await Promise.all([
    spawnApp('consumer', options),
    spawnApp('digest', options),
    spawnApp('memory-chunker', options),
    spawnApp('scheduler', options),
    spawnApp('pulse-sensor', options),
  ])) as [SpawnedApp, ...SpawnedApp[]];
}, 150_000);
afterAll(async () => {
  await Promise.all([consumer, ...apps].map((app) => app.stop()));
  await database.close();
});

const load = () => salience('demo', '--url', consumer.httpUrl());
const client = () => createApiClient({ url: consumer.httpUrl(), key: personToken, agent: 'example' });

/** How many rows of each table belong to the example. */
async function rows(): Promise<Record<string, number>> {
  const counts = await database.admin<{ name: string; n: number }>(
    ['turn_ends', 'approvals', 'schedules', 'tasks', 'hooks', 'modules', 'pfc_goals']
      .map((name) => `select '${name}' as name, count(*)::int as n from salience.${name}`)
      .join(' union all '),
  );
  const said = await database.admin<{ n: number }>('select count(*)::int as n from salience.room_events');
  return { ...Object.fromEntries(counts.map(({ n, name }) => [name, n])), room_events: said[0]?.n ?? 0 };
}

test('the example life fills memory, world and rooms through the API, and a second load adds nothing', {
  timeout: 150_000,
}, async () => {
  expect(await load()).toMatchObject({ code: 0, out: expect.stringContaining('/console') });
  // Every mode of answer is there to be looked at.
  await until(
    async () => {
      const modes = await database.admin<{ mode: string }>(
        `select distinct mode from salience.turn_ends e join salience.agents a on a.id = e.agent_id where a.name = 'example'`,
      );
      const seen = new Set(modes.map(({ mode }) => mode));
      return ['RESPOND', 'CLARIFY', 'ACKNOWLEDGE', 'IGNORE'].every((mode) => seen.has(mode))
        ? seen
        : undefined;
    },
    { what: 'an answer, a question, a nod and silence', timeoutMs: 60_000 },
  );
  // A turn that acted is routed once more for its reply; its steps stay.
  expect((await database.admin('select 1 from salience.act_steps limit 1')).length).toBe(1);
  const ask = client().ask;
  const approvals = await until(
    async () => {
      const { items } = await ask('/approvals?state=pending', pageSchema(approvalViewSchema));
      return items.length >= 4 ? items : undefined;
    },
    { what: 'a call, two messages and a step that wait for a yes', timeoutMs: 60_000 },
  );
  expect(new Set(approvals.map(({ kind }) => kind))).toEqual(new Set(['call', 'message', 'step']));
  const wakes = await until(
    async () => {
      const { items } = await ask('/activations', pageSchema(activationViewSchema));
      return items.length > 0 ? items : undefined;
    },
    { what: 'an order that woke the agent', timeoutMs: 60_000 },
  );
  expect(new Set(wakes.map(({ module }) => module))).toEqual(new Set(['studio']));
  const { items: schedules } = await ask('/schedules', pageSchema(scheduleViewSchema));
  expect(schedules.length).toBeGreaterThanOrEqual(5);
  expect((await ask('/tasks', pageSchema(taskViewSchema))).items.length).toBeGreaterThanOrEqual(3);
  const room = await ask('/rooms/example-studio', roomStateSchema);
  expect(room.members.filter(({ kind }) => kind === 'agent')).toHaveLength(2);
  const search = await salience(
    'memory',
    'search',
    'kiln',
    '--agent',
    'example',
    '--url',
    consumer.httpUrl(),
  );
  expect(search.out).toContain('kiln');

  const before = await rows();
  expect(await load()).toMatchObject({ code: 0 });
  const after = await rows();
  // What the first load set off may still be going on, so turns of tasks and wakes are not counted.
  const { turn_ends: _before, ...kept } = before;
  const { turn_ends: _after, ...now } = after;
  expect(now).toEqual(kept);
});
