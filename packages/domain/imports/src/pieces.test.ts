import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

test('pieces joined are the text, none is too long in JSON, and no character is cut in two', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '"', '\u0001', 'é', '漢', '😀'),
    maxLength: 400,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 6, max: 80 }), (whole, max) => {
      const pieces = piecesOf(whole, max);
      expect(pieces.join('')).toBe(whole);
      for (const piece of pieces) {
        expect(new TextEncoder().encode(JSON.stringify(piece)).length - 2).toBeLessThanOrEqual(max);
        expect(piece.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('a long text is cut where a word ends', () => {
  expect(piecesOf('one two three four', 15)).toEqual(['one two three ', 'four']);
});
