import { expect, test } from 'vitest';
import { learningFindings } from './learning.ts';

const found = {
  unlabelled: { count: 0, oldestMs: null },
  labels: 3,
  reviews: 1,
  requests: { count: 0, oldestMs: null },
  cycleMs: 3_600_000,
};
const told = (more: Partial<typeof found> = {}, how = { runs: true, isOffline: false }) =>
  learningFindings({ ...found, ...more }, how).map(({ level, says }) => [level, says]);

test('learning that goes on is told so', () => {
  expect(told()).toEqual([
    ['ok', 'Every turn was read for what it shows of the decision before.'],
    ['ok', 'Nothing that was asked of the regulator waits.'],
    ['ok', 'The regulator looked at decisions 60 min 0 s ago.'],
    ['ok', '3 labels of decisions in the last day, 1 review.'],
  ]);
});

test('no review is made without a language model, and it says so', () => {
  expect(told({}, { runs: true, isOffline: true })[3]).toEqual([
    'ok',
    '3 labels of decisions in the last day; no decision is reviewed: that takes a language model.',
  ]);
});

test.each([
  [60_000, 'ok'],
  [3_600_000, 'warn'],
  [100_000_000, 'problem'],
])('turns that were not read for %s ms: %s, where Salience runs', (oldestMs, level) => {
  const unlabelled = { count: 2, oldestMs } as never;
  expect(told({ unlabelled })[0]?.[0]).toBe(level);
  expect(told({ unlabelled })[0]?.[1]).toMatch(/^2 turns not yet read for labels, the oldest for /);
  expect(told({ unlabelled }, { runs: false, isOffline: false })[0]?.[0]).toBe('ok');
});

test.each([
  [60_000, 'ok'],
  [121_000, 'warn'],
])('a request that waits for %s ms: %s', (oldestMs, level) => {
  expect(told({ requests: { count: 1, oldestMs } as never })[1]?.[0]).toBe(level);
});

test.each([
  [null, true, 'ok'],
  [25 * 3_600_000, true, 'ok'],
  [27 * 3_600_000, true, 'warn'],
  [27 * 3_600_000, false, 'ok'],
])('a last cycle %s ms ago, where Salience runs (%s): %s', (cycleMs, runs, level) => {
  expect(told({ cycleMs: cycleMs as never }, { runs, isOffline: false })[2]?.[0]).toBe(level);
});
