import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';
import { cleanText, createTextCleaner } from './clean-text.ts';
import { costOf } from './model-prompt.ts';
import { readRetryAfter } from './retry-after.ts';

describe('Retry-After', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  test.each([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'Tue, 01 Jan 2030 00:00:30 GMT' }, 30_000],
    // Read against the provider's clock, not ours.
    [{ 'retry-after': 'Tue, 01 Jan 2030 01:00:30 GMT', date: 'Tue, 01 Jan 2030 01:00:00 GMT' }, 30_000],
    [{ 'retry-after': 'Mon, 31 Dec 2029 00:00:00 GMT' }, 0],
    [{ 'retry-after': '1e12' }, 3_600_000],
    [{ 'retry-after': 'Infinity' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{}, undefined],
  ])('%o is %s ms', (headers, expected) => {
    expect(readRetryAfter(headers, now)).toBe(expected);
  });
});

test('a backoff grows, has a ceiling, spreads over its whole range, and never undercuts the provider', () => {
  expect([1, 2, 3].map((tries) => backoffMs(tries, 1))).toEqual([250, 500, 1_000]);
  expect(backoffMs(20, 1)).toBe(8_000);
  expect(backoffMs(3, 0)).toBe(0);
  expect(backoffMs(1, 0.5, 4_000)).toBe(4_125);
});

describe('text that every store takes', () => {
  test('cleaned in pieces it is the whole cleaned, however it is cut', () => {
    const unit = fc.constantFrom('a', '\0', '\ud83d', '\ude00', '😀', 'é');
    fc.assert(
      fc.property(fc.array(fc.string({ unit, maxLength: 6 }), { maxLength: 6 }), (pieces) => {
        const cleaner = createTextCleaner();
        const joined = pieces.map((piece) => cleaner.push(piece)).join('') + cleaner.end();
        expect(joined).toBe(cleanText(pieces.join('')));
        expect(joined.isWellFormed()).toBe(true);
        expect(joined).not.toContain('\0');
      }),
    );
  });
});

test('a cost needs a price and both counts', () => {
  const price = { input: 2, output: 10 };
  expect(costOf({ inputTokens: 1_000, outputTokens: 100 }, price)).toBeCloseTo(0.003, 12);
  expect(costOf({ inputTokens: 1_000, outputTokens: null }, price)).toBeUndefined();
  expect(costOf({ inputTokens: 1_000, outputTokens: 100 }, undefined)).toBeUndefined();
});
