import { describe, expect, it } from 'vitest';
import { nabRaw, nabScore } from './nab-score.ts';

const windows = [[20, 29]] as const;
const scored = (at: readonly number[], probation = 0) => ({
  windows,
  probation,
  scores: Array.from({ length: 100 }, (_, n) => (at.includes(n) ? 0.9 : 0.1)),
});
const score = (at: readonly number[], probation = 0) =>
  nabScore(nabRaw(scored(at, probation), [0.5])[0] ?? 0, 1);

describe('nabScore', () => {
  it('is 0 for silence and 100 for an alarm at the start of a window', () => {
    expect(score([])).toBe(0);
    expect(score([20])).toBe(100);
  });

  it('is less the later a window is found, and counts its first alarm only', () => {
    expect(score([29])).toBeLessThan(score([24]) ?? 0);
    expect(score([24, 26, 29])).toBe(score([24]));
  });

  it('takes .11 for a false alarm far from windows, less shortly behind one', () => {
    expect(score([20, 90])).toBeCloseTo(100 - 11 / 2, 10);
    expect(score([20, 30])).toBeGreaterThan(score([20, 90]) ?? 0);
    expect(score([5, 20])).toBeCloseTo(100 - 11 / 2, 10);
  });

  it('does not count what lies in the probation', () => {
    expect(score([5], 10)).toBe(0);
    expect(score([20], 25)).toBe(0);
  });

  it('is null without windows, and silence is the answer to a threshold above all scores', () => {
    expect(nabScore(-1, 0)).toBeNull();
    expect(nabRaw(scored([20]), [0.5, 2])).toEqual([1, -1]);
  });
});
