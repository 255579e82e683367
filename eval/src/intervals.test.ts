import { expect, test } from 'vitest';
import { boundsOf, meanInterval, type Weights, weightedMean, withIntervals } from './intervals.ts';

const values = Array.from({ length: 100 }, (_, n) => (n % 4 === 0 ? 1 : 0));
const share = (weights: Weights) => ({ share: weightedMean(values, weights) });
const rows = [...values.keys()];

test('a figure has bounds around it, the same for the same rows', () => {
  const { share: point, shareInterval } = withIntervals(rows, share);
  expect(point).toBe(0.25);
  // The normal approximation: a quarter, give or take 1.96 times .0433.
  expect(shareInterval?.[0]).toBeCloseTo(0.165, 1);
  expect(shareInterval?.[1]).toBeCloseTo(0.335, 1);
  expect(withIntervals(rows, share)).toEqual(withIntervals(rows, share));
});

test('rows of one group are drawn as a whole', () => {
  const groups = values.map((value, n) => `${value} ${n % 5}`);
  const [low = 0, high = 0] = withIntervals(groups, share).shareInterval ?? [];
  const [lowByRow = 0, highByRow = 0] = withIntervals(rows, share).shareInterval ?? [];
  expect(high - low).toBeGreaterThan(highByRow - lowByRow);
});

test('one group allows no bounds, and what rows do not allow is null', () => {
  expect(
    withIntervals(
      values.map(() => 'one'),
      share,
    ),
  ).toEqual({ share: 0.25, shareInterval: null });
  const none = withIntervals([1, 2, 3], () => ({ share: Number.NaN }));
  expect(none).toEqual({ share: null, shareInterval: null });
  expect(withIntervals([], () => ({ share: Number.NaN }))).toEqual({ share: null, shareInterval: null });
});

test('draws that do not allow a figure are left out of its bounds', () => {
  const { ratio } = boundsOf(['a', 'b'], ([first = 0]) => ({ ratio: first === 0 ? Number.NaN : first }));
  expect(ratio).toEqual([1, 2]);
});

test('a mean has wider bounds over fewer values', () => {
  const { high, low, mean } = meanInterval(values);
  expect(mean).toBe(0.25);
  const fewer = meanInterval(values.slice(0, 20));
  expect(fewer.high - fewer.low).toBeGreaterThan(high - low);
  expect(meanInterval([])).toEqual({ mean: Number.NaN, low: Number.NaN, high: Number.NaN });
});
