import { expect, test } from 'vitest';
import { pairedRatio } from './paired-ratio.ts';

const around = (ms: number): number[] => [ms - 1, ms, ms + 1];

test('a machine that gets ten times slower from pair to pair does not show in the ratio', () => {
  const moods = [20, 40, 80, 120, 200];
  const same = moods.map((ms) => ({ running: around(ms), stopped: around(ms) }));
  expect(pairedRatio(same)).toEqual({ ratio: 1, between: { low: 1, high: 1 }, ratios: [1, 1, 1, 1, 1] });
  const slower = moods.map((ms) => ({ running: around(1.2 * ms), stopped: around(ms) }));
  expect(pairedRatio(slower).ratio).toBeCloseTo(1.2);
});

test('pairs that disagree are told by how far', () => {
  const pairs = [0.8, 0.9, 1, 1.1, 1.4].map((share) => ({ running: [100 * share], stopped: [100] }));
  const { between, ratio } = pairedRatio(pairs);
  expect(ratio).toBe(1);
  expect(between.low).toBeLessThan(1);
  expect(between.high).toBeGreaterThan(1);
});
