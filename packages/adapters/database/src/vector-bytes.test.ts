import fc from 'fast-check';
import { expect, it } from 'vitest';
import { vectorBytes, vectorOf } from './vector-bytes.ts';

it('no component of a stored vector is off by more than half a step', () => {
  fc.assert(
    fc.property(fc.float32Array({ min: -8, max: 8, noNaN: true, maxLength: 64 }), (drawn) => {
      // What is too small for a 32-bit step is no component of anything.
      const vector = drawn.map((value) => (Math.abs(value) < 1e-20 ? 0 : value));
      const largest = Math.max(0, ...vector.map(Math.abs));
      const stored = vectorOf(vectorBytes(vector));
      expect(stored).toHaveLength(vector.length);
      for (const [i, value] of vector.entries())
        expect(Math.abs((stored[i] as number) - value)).toBeLessThanOrEqual(largest / 254 + largest * 1e-6);
    }),
  );
});

it('a vector of zeros stays one', () => {
  expect([...vectorOf(vectorBytes(new Float32Array(3)))]).toEqual([0, 0, 0]);
});
