import { describe, expect, it } from 'vitest';
import { sentAtProblem } from './sent-at.ts';

describe('sentAtProblem', () => {
  it.each([
    [1_000, 1_000, 0, null],
    [1_000, 1_300, 300, null],
    [1_000, 1_301, 300, 'late'],
    [1_300, 1_000, 300, null],
    [1_301, 1_000, 300, 'early'],
    [Number.NaN, 1_000, 300, 'late'],
    [1_000, Number.NaN, 300, 'late'],
    [1_000, 1_000, Number.NaN, 'late'],
    [Number.POSITIVE_INFINITY, 1_000, 300, 'early'],
    [Number.NEGATIVE_INFINITY, 1_000, 300, 'late'],
  ])('threat: sent at %d, now %d, tolerance %d: %s', (sentAt, now, tolerance, problem) => {
    expect(sentAtProblem(sentAt, now, tolerance)).toBe(problem);
  });
});
