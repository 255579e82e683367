import { describe, expect, it } from 'vitest';
import { nextPollAt, readRetryAfter } from './next-poll.ts';

const now = new Date('2026-03-01T10:00:00Z');
const secondsUntil = (poll: Partial<Parameters<typeof nextPollAt>[0]>) =>
  (nextPollAt({ now, everyMs: 300_000, failures: 0, retryAfterMs: null, ...poll }).getTime() -
    now.getTime()) /
  1_000;

describe('nextPollAt', () => {
  it.each([
    [{}, 300],
    [{ failures: 1 }, 600],
    [{ failures: 2 }, 1_200],
    [{ failures: 4 }, 3_600],
    [{ failures: 5_000 }, 3_600],
    [{ everyMs: 86_400_000, failures: 3 }, 86_400],
    [{ retryAfterMs: 30_000 }, 300],
    [{ retryAfterMs: 900_000, failures: 1 }, 900],
    [{ retryAfterMs: 1e15, failures: 1 }, 86_400],
  ])('of %j is after %i seconds', (poll, seconds) => {
    expect(secondsUntil(poll)).toBe(seconds);
  });
});

describe('readRetryAfter', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    [null, null],
    ['', null],
    ['-5', null],
    ['soon', null],
    ['1e9', null],
    ['99999999999999', null],
  ])('of %j is %j', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms);
  });
});
