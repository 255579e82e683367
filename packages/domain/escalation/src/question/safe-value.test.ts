import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutMiddle, fairLength, safeLine, safeValue } from './safe-value.ts';

it('is idempotent, on one line, and at most as long as allowed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (value) => {
      const safe = safeValue(value);
      expect(safeValue(safe)).toBe(safe);
      expect(safe.length).toBeLessThanOrEqual(200);
      expect(safe).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"“”„«»]/u);
      expect(safe.isWellFormed()).toBe(true);
    }),
  );
});

it('makes a composed letter of two signs, a space of what is unseen, and keeps signs of other scripts', () => {
  expect(safeValue('u\u0308ben\u200b\u2028.pdf')).toBe('üben .pdf');
  expect(safeLine('“日本” ❤\ufe0f.pdf')).toBe('“日本” ❤.pdf');
  expect(safeLine('half \ud83d of one')).toBe('half \ufffd of one');
});

it('cuts no sign in two', () => {
  expect(cutMiddle('😀😀😀😀', 4)).toBe('😀…');
  expect(cutMiddle('a😀😀😀', 4)).toBe('a…');
  expect(cutMiddle('abcdef', 5)).toBe('ab…ef');
  expect(cutMiddle('abcdef', 1)).toBe('…');
  expect(cutMiddle('abc', 0)).toBe('…');
});

it('gives short values what they need before it cuts long ones', () => {
  expect(fairLength([10, 20, 5_000])).toBe(200);
  expect(fairLength([10, ...Array<number>(10).fill(200)])).toBe(149);
  expect(fairLength(Array<number>(3_000).fill(200))).toBe(1);
});
