import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

describe('retryDelayMs', () => {
  it('doubles with each try: half of it is certain, half is drawn', () => {
    expect([1, 2, 3].map((attempt) => [retryDelayMs(attempt, 0), retryDelayMs(attempt, 1)])).toEqual([
      [5_000, 10_000],
      [10_000, 20_000],
      [20_000, 40_000],
    ]);
  });

  it('is never above 300 s, and never less for a later try with the same draw', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const delay = retryDelayMs(attempt, random);
          expect(delay).toBeLessThanOrEqual(300_000);
          expect(retryDelayMs(attempt + 1, random)).toBeGreaterThanOrEqual(delay);
        },
      ),
    );
    expect(retryDelayMs(50, 1)).toBe(300_000);
  });

  it('takes a draw out of its range for the nearest in it', () => {
    expect([retryDelayMs(1, -3), retryDelayMs(1, 7), retryDelayMs(0, 0)]).toEqual([5_000, 10_000, 5_000]);
  });
});
