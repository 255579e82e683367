import type { AgentId } from '@salience/contracts';
import { createSharedClock } from '@salience/database';
import { noteStanding } from '@salience/database/learning';
import { noteModelUsage } from '@salience/database/operations';
import { clockControl, handStanding, testDatabase } from '@salience/testing';
import { expect, it } from 'vitest';
import { createDayRetention } from '../src/retention.ts';

const start = new Date('2030-01-01T12:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * 86_400_000);
const going = new AbortController().signal;

it('what models came to, and how policies did, goes after 400 days of business time (law 15)', async () => {
  const database = await testDatabase();
  const clock = clockControl(database);
  const [agent] = await database.admin<{ id: AgentId }>('select id from salience.agents');
  const usage = {
    agentId: agent?.id ?? '',
    role: 'respond',
    model: 'p:m',
    calls: 1,
    errors: 0,
    failedOver: 0,
    inputTokens: 0,
    outputTokens: 0,
    untold: 0,
    costUsd: 0,
    unpriced: 0,
    totalMs: 1,
    longestMs: 1,
    lastError: null,
  };
  const digest = database.connect('salience_digest');
  const regulator = database.connect('salience_routing_regulator');
  for (const at of [start, after(10)]) {
    await noteModelUsage(digest, [usage], at);
    const standing = { ...handStanding, at: at.toISOString() };
    await noteStanding(regulator, 'fleet', { name: 'shipped', version: 1 }, standing);
  }
  const db = database.connect('salience_scheduler');
  const run = createDayRetention({ db, clock: createSharedClock(db) });
  await clock.set(after(400));
  expect(await run(going)).toBe(0);
  await clock.set(after(405));
  expect(await run(going)).toBe(2);
  const days = `select day::text from salience.model_usage union all select day::text from salience.policy_standings`;
  expect(await database.admin(days)).toEqual([{ day: '2030-01-11' }, { day: '2030-01-11' }]);
  await database.close();
});
