import { seeded, seriesWeights } from '@salience/limbic';
import { describe, expect, it, vi } from 'vitest';
import { foldSeries, scoresOf } from './fold-series.ts';
import { readSeries } from './series-row-schema.ts';
import { teachSeries } from './teach-series.ts';

// Training takes seconds, and more on a machine that is busy: the limit only ends what hangs.
vi.setConfig({ testTimeout: 180_000 });

function spiky(seed: number) {
  const random = seeded(seed);
  return readSeries({
    id: `made/${seed}`,
    points: Array.from({ length: 700 }, (_, n) => [
      300 * n,
      10 * Math.sin(n / 40) + random.normal() + (n === 600 ? 90 : 0),
    ]),
    windows: [[300 * 600, 300 * 620]],
  });
}

describe('teachSeries', () => {
  it('teaches the network to find what the rule finds, on series that it did not see', {
    timeout: 120_000,
  }, () => {
    const weights = teachSeries([foldSeries(spiky(1))], { seed: 1, madeUp: 800, epochs: 5 });
    const unseen = foldSeries(spiky(2));
    const scores = scoresOf(unseen, weights);
    expect(scores).toHaveLength(700);
    expect(scores.indexOf(Math.max(...scores.slice(200)))).toBe(600);
  });

  it('has no score for a point without a number, and the same for others as if it were not there', {
    timeout: 120_000,
  }, () => {
    const series = spiky(3);
    const gap = { ...series.points[300], at: 1, value: Number.NaN };
    const whole = scoresOf(foldSeries(series), seriesWeights());
    const broken = scoresOf(
      foldSeries({ ...series, points: series.points.toSpliced(300, 0, gap) }),
      seriesWeights(),
    );
    expect(broken[300]).toBe(0);
    expect([...broken].toSpliced(300, 1)).toEqual([...whole]);
  });

  it('refuses to learn from nothing', () => {
    expect(() => teachSeries([], { seed: 1 })).toThrow(
      new RangeError('Expected at least one series to learn from, got none.'),
    );
  });
});
