import { newId } from '@salience/database';
import { expect, test } from 'vitest';
import { severity } from '../finding.ts';
import { checkClock } from './postgres.ts';
import { judge } from './work.ts';
import { timeOfId } from './workers.ts';

test.each([
  [1_500, 'ok', 0],
  [900, 'ok', -100],
  [6_000, 'warn', 4_000],
  [-60_000, 'problem', -61_000],
])('a database that says %d between 1000 and 2000 is %s', (theirs, level, skewMs) => {
  expect(checkClock(theirs, 1_000, 2_000)).toMatchObject({ level, facts: { skewMs } });
});

const patience = {
  check: 'lanes.unattended',
  what: 'lane with work',
  none: 'None.',
  warnMs: 1_000,
  problemMs: 10_000,
  harm: 'nobody works',
  fix: 'start somebody',
};

test.each([
  [{ count: 0, oldestMs: null }, true, 'ok'],
  [{ count: 3, oldestMs: 500 }, true, 'ok'],
  [{ count: 3, oldestMs: 5_000 }, true, 'warn'],
  [{ count: 1, oldestMs: 50_000 }, true, 'problem'],
  [{ count: 1, oldestMs: 50_000 }, false, 'ok'],
])('%o while it runs=%s is %s', (waiting, runs, level) => {
  expect(judge(patience, waiting, runs).level).toBe(level);
});

test('the worst finding is the exit code', () => {
  const of = (...levels: ('ok' | 'warn' | 'problem' | 'skipped')[]) =>
    severity(levels.map((level) => ({ check: 'a.b', level, says: '' })));
  expect([of('ok', 'skipped'), of('ok', 'warn'), of('warn', 'problem', 'ok')]).toEqual([0, 1, 2]);
});

test('the id of a worker tells when it began by its own clock', () => {
  expect(timeOfId(newId('worker', 1_893_456_000_123))).toBe(1_893_456_000_123);
});
