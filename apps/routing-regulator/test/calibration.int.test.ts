import type { LabelKind, TurnId } from '@salience/contracts';
import { createSharedClock, type Database, newId } from '@salience/database';
import { loadRecalibration, saveLabels } from '@salience/database/learning';
import { recalibrated } from '@salience/regulation';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  type ClockControl,
  clockControl,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createCalibrator } from '../src/calibration/calibrator.ts';
import { say } from './said.ts';

const start = new Date('2030-01-01T12:00:00Z');
const hourMs = 3_600_000;
const later = (hours: number) => new Date(start.getTime() + hours * hourMs);

let database: TestDatabase;
let clock: ClockControl;
let db: Database;
beforeEach(async () => {
  database = await testDatabase();
  clock = clockControl(database);
  db = database.connect('salience_routing_regulator');
  await clock.set(later(1), 0);
  return () => database.close();
});

function calibrator() {
  const run = createCalibrator({
    clock: createSharedClock(db),
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    owner: newId('worker'),
  });
  return () => run(new AbortController().signal, () => {});
}

/** Decisions that were sure of themselves and right half of the time. */
async function decided(count: number): Promise<void> {
  const labels: { readonly turnId: TurnId; readonly kind: LabelKind }[] = [];
  for (let n = 0; n < count; n += 1) {
    const { turnId } = await say(database, `m${n}`, {
      at: new Date(start.getTime() + n * 1_000),
      confidence: 0.9,
      threadKey: `t${n}`,
    });
    labels.push({ turnId, kind: n % 4 < 2 ? 'correct' : 'missed_act' });
  }
  await saveLabels(db, {
    labels: labels.map((label) => ({
      ...label,
      id: newId('label'),
      wanted: null,
      confidence: 0.9,
      givenVia: 'reaction',
      reason: 'test',
      givenBy: 'owner',
      fromTurnId: null,
      at: start,
    })),
  });
}

const versions = () =>
  database.admin<{ version: number; decisions: number; figures: Record<string, unknown> }>(
    'select version, decisions, figures from salience.calibrations order by version',
  );

it('says how often the router is right at its confidence, once in 24 hours, as versions of their own', async () => {
  await decided(60);
  const run = calibrator();
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  const [first] = await versions();
  expect(first).toMatchObject({ version: 1, decisions: 60, figures: { helps: true } });
  expect(first?.figures).toMatchObject({
    scores: expect.arrayContaining([
      expect.objectContaining({ mode: 'RESPOND', decisions: 60, correct: 30, share: 0.5 }),
    ]),
  });
  const map = await loadRecalibration(database.connect('salience_consumer'));
  expect(map?.version).toBe(1);
  expect(map && recalibrated(map, 0.9)).toBeCloseTo(0.5, 2);
  await clock.set(later(24), 0);
  expect(await run()).toBe(0);
  await clock.set(later(26), 0);
  expect(await run()).toBe(1);
  expect((await versions()).map(({ version }) => version)).toEqual([1, 2]);
});

it('says nothing of too few, and looks again a day later', async () => {
  await decided(10);
  const run = calibrator();
  expect(await run()).toBe(0);
  expect(await versions()).toEqual([]);
  expect(await loadRecalibration(db)).toBeUndefined();
  await decided(45);
  expect(await run()).toBe(0);
  await clock.set(later(26), 0);
  expect(await run()).toBe(1);
});

it('is made once by two replicas, one of them killed between the version and the mark (law 4)', async () => {
  await decided(60);
  const env = { SALIENCE_CLOCK: 'shared', SALIENCE_LEARNING_MS: '50' };
  const faulty = {
    ...env,
    SALIENCE_FAULTS: JSON.stringify({ 'calibration.after-save': { action: 'kill' } }),
  };
  const killed = await spawnApp('routing-regulator', { database, env: faulty, readyMs: 0 });
  expect((await killed.exited).signal).toBe('SIGKILL');
  await database.admin(
    "update salience.learning_marks set lease_until = clock_timestamp() - interval '1 second'",
  );
  const apps = await Promise.all([1, 2].map(() => spawnApp('routing-regulator', { database, env })));
  onTestFinished(async () => void (await Promise.all(apps.map((app) => app.kill9()))));
  expect((await versions()).map(({ version }) => version)).toEqual([1]);
  await clock.set(later(27), 0);
  await until(async () => (await versions()).length > 1, { what: 'the next version', timeoutMs: 30_000 });
  expect(await Promise.all(apps.map((app) => app.stop()))).toEqual([0, 0]);
  expect((await versions()).map(({ version }) => version)).toEqual([1, 2]);
}, 90_000);
