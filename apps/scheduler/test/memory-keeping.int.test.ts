import { createSharedClock, newId } from '@salience/database';
import { requestForgetting } from '@salience/database/keeping';
import { defineMetrics, type Metrics, silentLogger } from '@salience/telemetry';
import {
  type ClockControl,
  clockControl,
  type Plants,
  plantsIn,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Deps } from '../src/deps.ts';
import { createForgetting } from '../src/forgetting.ts';
import { createMemoryAudit } from '../src/memory-audit.ts';
import { createMemoryRetention } from '../src/retention.ts';

const hour = 3_600_000;
const start = new Date('2030-01-01T12:00:00Z');
const going = new AbortController().signal;

let database: TestDatabase;
let queues: TestQueues;
let plants: Plants;
let clock: ClockControl;
let metrics: Metrics;
beforeAll(async () => {
  database = await testDatabase();
  queues = await testQueues('postgres', database);
  plants = await plantsIn(database, start);
  clock = clockControl(database);
});
beforeEach(async () => {
  await clock.set(start);
  metrics = defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
});
afterAll(async () => {
  await queues.close();
  await database.close();
});

function deps(): Deps {
  const db = database.connect('salience_scheduler');
  return {
    clock: createSharedClock(db),
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics,
    queues,
  };
}

async function gist(content: string, at: Date): Promise<string> {
  const exchangeId = await plants.exchange(await plants.thread(), 1, {
    message: 'My sister Ana lives in Porto.',
  });
  const id = newId('gist');
  await database.admin(
    `insert into salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, created_at)
     select $1, agent_id, thread_id, id, 'fact', $3, 0.9, 'user', 'test', $4 from salience.exchanges where id = $2`,
    [id, exchangeId, content, at],
  );
  return id;
}
const gists = async () =>
  (await database.admin<{ id: string }>('select id from salience.gists')).map(({ id }) => id);

test('each agent is audited every six hours, once across the fleet, and the figures are told by every scheduler', async () => {
  await gist('Ana lives in Porto', start);
  await gist('Ana lives in Porto', start);
  const [one, other] = [createMemoryAudit(deps()), createMemoryAudit(deps())];
  const done = await Promise.all([one(going), other(going)]);
  expect(done.toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await one(going)).toBe(0);
  await clock.advance(5 * hour);
  expect(await one(going)).toBe(0);
  await clock.advance(2 * hour);
  expect(await one(going)).toBe(1);
  const text = await metrics.metricsText();
  expect(text).toMatch(/salience_memory_items\{kind="gist"[^}]*\} 2/);
  expect(text).toMatch(/salience_memory_flaws_ratio\{kind="gist",flaw="duplicates"[^}]*\} 0\.5/);
  expect(text).toMatch(/salience_memory_flaws_ratio\{kind="gist",flaw="loops"[^}]*\} 0/);
  expect(text).not.toContain('Porto');
});

test('gists go after the days that their agent says; without a word of it everything stays (law 9)', async () => {
  const [old, young] = [
    await gist('long ago', new Date(start.getTime() - 100 * 24 * hour)),
    await gist('now', start),
  ];
  const retention = createMemoryRetention(deps());
  expect(await retention(going)).toBe(0);
  await database.admin(`update salience.agents set settings = settings || '{"retention": {"gistDays": 30}}'`);
  expect(await retention(going)).toBe(1);
  expect(await retention(going)).toBe(0);
  expect(await gists()).not.toContain(old);
  expect(await gists()).toContain(young);
});

test('a request that nobody carries out is carried out, by one of several schedulers', async () => {
  const wish = { scope: 'source', target: 'test', reason: 'asked', by: 'test', now: start } as const;
  await requestForgetting(database.connect('salience_consumer'), { agentId: plants.agentId, ...wish });
  const [one, other] = [createForgetting(deps(), 0), createForgetting(deps(), 0)];
  await Promise.all([one(going), other(going)]);
  while ((await one(going)) > 0);
  expect(await database.admin('select state, target from salience.forget_requests')).toEqual([
    { state: 'done', target: null },
  ]);
  expect(await gists()).toEqual([]);
  expect(await database.admin('select 1 from salience.exchanges')).toEqual([]);
  expect(await metrics.metricsText()).toMatch(/salience_forgettings_open[^\n]* 0/);
});
