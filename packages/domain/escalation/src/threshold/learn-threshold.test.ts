import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isotonicBlocks } from './isotonic.ts';
import { learnThreshold } from './learn-threshold.ts';
import { type ScoredLabel, thresholdForAlerts, thresholdForPrecision } from './wanted-threshold.ts';

/** Forty pairs: useful from .7 on, of no use below. */
const pairs: readonly ScoredLabel[] = Array.from({ length: 40 }, (_, at) => ({
  score: 0.5 + at / 100,
  label: at >= 20 ? 1 : 0,
}));
const learn = (parts: Partial<Parameters<typeof learnThreshold>[0]>) =>
  learnThreshold({ pairs, current: 0.65, target: { precision: 0.9 }, ...parts });

describe('learnThreshold', () => {
  it('goes towards what the labels say, and tells the precision that they show', () => {
    const { expectedPrecision, reason, threshold } = learn({});
    expect(threshold).toBeCloseTo(0.695, 9);
    expect([expectedPrecision, reason]).toEqual([1, 'raised']);
    expect(learn({ current: 0.69 })).toMatchObject({ reason: 'kept', threshold: 0.69 });
    expect(learn({ current: 0.6 })).toMatchObject({ expectedPrecision: 20 / 25, reason: 'raised' });
    expect(learn({ current: 0.8 })).toMatchObject({
      reason: 'lowered',
      threshold: 0.75,
      expectedPrecision: 1,
    });
  });

  it('stays where it is pinned, with too few labels, and for less than .01', () => {
    expect(learn({ pinned: true, current: 0.2 })).toMatchObject({
      threshold: 0.2,
      reason: 'pinned',
      expectedPrecision: 0.5,
    });
    expect(learn({ pairs: pairs.slice(0, 19) })).toMatchObject({
      threshold: 0.65,
      reason: 'too_few',
      expectedPrecision: 0,
    });
    expect(learn({ pairs: pairs.map(({ score }) => ({ score, label: null })) })).toMatchObject({
      reason: 'too_few',
      expectedPrecision: null,
    });
    expect(learn({ current: 0.6, movedToday: 0.05 }).reason).toBe('kept');
  });

  it('moves by .05 a day in all', () => {
    expect(learn({ current: 0.4 }).threshold).toBeCloseTo(0.45, 9);
    expect(learn({ current: 0.4, movedToday: -0.03 }).threshold).toBeCloseTo(0.42, 9);
    expect(learn({ current: 0.4, movedToday: 0.3 }).threshold).toBe(0.4);
    expect(learn({ current: 0.1 }).threshold).toBeCloseTo(0.15, 9);
  });

  it('stays within .4 and .95, whatever the labels say', () => {
    const all = (score: number, label: 0 | 1) => Array.from({ length: 20 }, () => ({ score, label }));
    expect(learn({ pairs: all(0.99, 0), current: 0.94 })).toMatchObject({
      threshold: 0.95,
      reason: 'raised',
    });
    expect(learn({ pairs: all(0.1, 1), current: 0.42 })).toMatchObject({ threshold: 0.4, reason: 'lowered' });
    expect(learn({ pairs: all(0.1, 1), current: 0.4 }).reason).toBe('kept');
  });

  it('is learned for so many wakes a day from all scores, labelled or not', () => {
    const scores = pairs.map(({ score }) => ({ score, label: null }));
    const days = 10;
    expect(
      thresholdForAlerts(
        scores.map(({ score }) => score),
        1,
        days,
      ),
    ).toBeCloseTo(0.795, 9);
    expect(learn({ pairs: scores, current: 0.79, target: { alertsPerDay: 1, days } }).reason).toBe('kept');
    expect(learn({ pairs: scores, current: 0.7, target: { alertsPerDay: 1, days } })).toMatchObject({
      reason: 'raised',
      expectedPrecision: null,
    });
  });

  it('leaves out scores that are none', () => {
    const odd = [Number.NaN, -1, 2].map((score) => ({ score, label: 0 as const }));
    expect(learn({ pairs: [...pairs, ...odd] })).toEqual(learn({}));
  });

  it('law 19: bounded, at most a step, and higher for a higher precision or fewer alerts', () => {
    const pair = fc.record({
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      label: fc.constantFrom<0 | 1 | null>(0, 1, null),
    });
    const some = fc.array(pair, { minLength: 20, maxLength: 120 });
    const unit = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(some, unit, unit, unit, (all, current, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const strict = learn({ pairs: all, current, target: { precision: high } });
        const loose = learn({ pairs: all, current, target: { precision: low } });
        expect(strict.threshold).toBeGreaterThanOrEqual(loose.threshold);
        const few = learn({ pairs: all, current, target: { alertsPerDay: low * 10, days: 5 } });
        const many = learn({ pairs: all, current, target: { alertsPerDay: high * 10, days: 5 } });
        expect(few.threshold).toBeGreaterThanOrEqual(many.threshold);
        for (const { threshold } of [strict, loose, few, many]) {
          expect(Math.abs(threshold - current)).toBeLessThanOrEqual(0.05 + 1e-12);
          expect(threshold).toBeGreaterThanOrEqual(Math.min(current, 0.4));
          expect(threshold).toBeLessThanOrEqual(Math.max(current, 0.95));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('wanted thresholds', () => {
  const score = fc.integer({ min: 0, max: 20 }).map((value) => value / 20);
  const labelled = fc.array(fc.record({ score, label: fc.constantFrom<0 | 1>(0, 1) }), {
    minLength: 1,
    maxLength: 60,
  });

  it('what passes has the precision that was asked for', () => {
    fc.assert(
      fc.property(labelled, fc.double({ min: 0, max: 1, noNaN: true }), (all, precision) => {
        const threshold = thresholdForPrecision(all, precision);
        const passing = all.filter((one) => one.score >= threshold);
        const useful = passing.filter(({ label }) => label === 1).length;
        expect(threshold === 1 || useful >= precision * passing.length).toBe(true);
      }),
    );
    expect(thresholdForPrecision([{ score: 0.5, label: 0 }], 0.5)).toBe(1);
  });

  it('no more pass than so many a day, also where scores are equal', () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 60 }), fc.integer({ min: 0, max: 20 }), (all, alerts) => {
        const threshold = thresholdForAlerts(all, alerts, 1);
        const passing = all.filter((one) => one >= threshold).length;
        // Nothing is above 1: scores of 1 pass whatever is asked for.
        expect(threshold === 1 || passing <= alerts).toBe(true);
      }),
    );
    expect(thresholdForAlerts([], 1, 1)).toBe(0);
    expect(thresholdForAlerts([0.5, 0.5], 1, 1)).toBeGreaterThan(0.5);
  });

  it('blocks rise from one to the next and hold every pair once', () => {
    fc.assert(
      fc.property(labelled, (all) => {
        const blocks = isotonicBlocks(all);
        expect(blocks.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
        blocks.slice(1).forEach((block, at) => {
          const below = blocks[at];
          expect((below?.sum ?? 0) / (below?.count ?? 1)).toBeLessThan(block.sum / block.count);
          expect(below?.high).toBeLessThan(block.low);
        });
      }),
    );
  });
});
