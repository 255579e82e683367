import { describe, expect, it } from 'vitest';
import { readSeries } from './series-row-schema.ts';
import { atThreshold, intervalsOf, leaveFamiliesOut } from './thresholds.ts';

const series = ['one/a', 'two/b', 'three/c'].map((id) =>
  readSeries({
    id,
    points: Array.from({ length: 100 }, (_, n) => [n, n]),
    windows: [[50, 59]],
    probation: 10,
  }),
);
/** Points of the windows score high; in the third series noise does too. */
const scores = series.map((_, n) =>
  Array.from({ length: 100 }, (_value, place) =>
    place === 50 ? 0.8 : n === 2 && place % 10 === 5 ? 0.9 : 0.1,
  ),
);

describe('leaveFamiliesOut', () => {
  it('chooses each threshold without the series that it is for', () => {
    const { families } = leaveFamiliesOut(series, scores);
    // The third family did not get to say that .8 lets its noise pass.
    expect(families.map(({ family, threshold }) => [family, threshold])).toEqual([
      ['one', 0.8],
      ['three', 0.8],
      ['two', 0.8],
    ]);
    expect(families.find(({ family }) => family === 'one')?.score).toBe(100);
    expect(families.find(({ family }) => family === 'three')?.score).toBeLessThan(100);
  });

  it('comes to what its families come to', () => {
    const { families, score } = leaveFamiliesOut(series, scores);
    const raw = families.reduce((sum, one) => sum + one.raw, 0);
    expect(score).toBeCloseTo((100 * (raw + 3)) / 6, 10);
    expect(atThreshold(series, scores, 0.8).score).toBeCloseTo(score ?? 0, 10);
  });

  it('has intervals around its score, and a difference of nothing to itself', () => {
    const ours = leaveFamiliesOut(series, scores);
    const { differenceInterval, scoreInterval } = intervalsOf(ours, ours);
    expect(differenceInterval).toEqual([0, 0]);
    expect(scoreInterval?.[0]).toBeLessThanOrEqual(ours.score ?? 0);
    expect(scoreInterval?.[1]).toBe(100);
  });
});
