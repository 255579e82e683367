import { createSharedClock } from '@salience/database';
import { type AskedRun, runSchedule, type ScheduleRow } from '@salience/database/skills';
import { slotsOf } from '@salience/schedules';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  checkOccurrences,
  clockControl,
  plantSchedules,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
} from '@salience/testing';
import { seededRandom } from '@salience/testing/load';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deps, Run } from '../src/deps.ts';
import { scheduleSweep } from '../src/fire-schedules.ts';
import { createSweep } from '../src/sweep.ts';

const minute = 60_000;
const hour = 60 * minute;
const going = new AbortController().signal;
/** Clocks are put on in Europe on the first day of these seven, and back on Lord Howe, in New Zealand and in Australia on the last. */
const start = new Date('2027-03-27T20:00:00Z');
const end = new Date('2027-04-04T00:00:00Z');

let database: TestDatabase;
let queues: TestQueues;
beforeAll(async () => {
  database = await testDatabase();
  queues = await testQueues('postgres', database);
});
afterAll(async () => {
  await queues.close();
  await database.close();
});

/** A scheduler with a pool of its own, that dies at a point where `dies` says so. */
function scheduler(dies: (point: string) => boolean): Run {
  const db = database.connect('salience_scheduler');
  const deps: Deps = {
    clock: createSharedClock(db),
    db,
    fault: (point) => (dies(point) ? Promise.reject(new Error(`died at ${point}`)) : Promise.resolve()),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    queues,
  };
  return createSweep(deps, scheduleSweep(deps, { everyMs: 1_000, lateMs: minute }));
}

it('three schedulers that die, over seven days in which clocks are put on and back and jump: 0 missed, 0 doubled, every occurrence accounted for (laws 4 and 15)', {
  timeout: 120_000,
}, async () => {
  const random = seededRandom(7);
  const clock = clockControl(database);
  await clock.set(start, 0);
  const made = await plantSchedules(database, 500, start);
  const consumer = database.connect('salience_consumer');
  let deaths = 0;
  const dies = (): boolean => {
    if (random() > 0.04) return false;
    deaths += 1;
    return true;
  };
  const schedulers = [scheduler(dies), scheduler(dies), scheduler(dies)];
  const immortal = scheduler(() => false);
  let now = start.getTime();
  let latest = now;
  const asked: (AskedRun | null)[] = [];
  let [back, jumps] = [0, 0];
  while (now < end.getTime()) {
    const chance = random();
    if (chance < 0.02) jumps += 1;
    // A machine that slept; one whose clock was wrong; and looks that are seconds to most of an hour apart.
    now +=
      chance < 0.02
        ? hour + random() * 9 * hour
        : random() < 0.3
          ? random() * minute
          : random() * 50 * minute;
    now = Math.min(Math.floor(now), end.getTime());
    latest = Math.max(latest, now);
    await clock.set(new Date(now), 0);
    await Promise.allSettled(schedulers.map((run) => run(going)));
    if (random() < 0.03) {
      const open = made.find(({ rule }, n) => rule === 'FREQ=DAILY' && n >= asked.length * 9) as ScheduleRow;
      asked.push(await runSchedule(consumer, open, { now: new Date(now), slotsOf }));
    }
    if (random() < 0.03) {
      back += 1;
      now -= Math.floor(random() * 4 * hour);
      await clock.set(new Date(now), 0);
      await Promise.allSettled(schedulers.map((run) => run(going)));
    }
  }
  await clock.set(new Date(latest), 0);
  await immortal(going);
  const report = await checkOccurrences(database, new Date(latest));
  expect(report.violations.slice(0, 20)).toEqual([]);
  expect(report).toMatchObject({ schedules: 500, missed: 0, doubled: 0 });
  expect(asked).not.toContain(null);
  expect(report.fates['fired asked'] ?? 0).toBe(asked.length);
  // A run in which nothing went wrong proves nothing.
  expect(Math.min(deaths, jumps, back, asked.length)).toBeGreaterThan(0);
  for (const fate of ['fired', 'late', 'catch-up', 'skipped overtaken', 'skipped past-grace'])
    expect(report.fates[fate] ?? 0, fate).toBeGreaterThan(0);
});
