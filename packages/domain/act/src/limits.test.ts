import { describe, expect, it } from 'vitest';
import { retryAtOf } from './limits.ts';

describe('what a loop may take', () => {
  it('question (a): three retries are four attempts, the second after 2 s, then after 6 s and 18 s, and then no more', () => {
    const at = new Date('2026-03-04T09:00:00.000Z');
    const pauses = [1, 2, 3, 4].map((attempt) => {
      const next = retryAtOf(attempt, at);
      return next === null ? null : (next.getTime() - at.getTime()) / 1_000;
    });
    expect(pauses).toEqual([2, 6, 18, null]);
  });
});
