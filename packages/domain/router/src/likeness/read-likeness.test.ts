import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likenessDirections } from './directions.ts';
import { noLikeness, readLikeness } from './read-likeness.ts';

const { modelId } = likenessDirections;
const english = { languages: ['en'], tokenCount: 4 };
const anyVector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 512, maxLength: 512 })
  .map((values) => {
    const length = Math.hypot(...values) || 1;
    return Float32Array.from(values, (value) => value / length);
  });
const vector = new Float32Array(512).fill(Math.sqrt(1 / 512));

test('law 9: each lies between 0 and 1, together they are 1', () => {
  fc.assert(
    fc.property(anyVector, (some) => {
      const { act, respond, acknowledge } = readLikeness({ vector: some, modelId, cues: english });
      for (const share of [act, respond, acknowledge]) expect(share >= 0 && share <= 1).toBe(true);
      expect(act + respond + acknowledge).toBeCloseTo(1, 3);
    }),
  );
});

test('a direction points at what it is named after', () => {
  const along = (name: 'act' | 'respond' | 'acknowledge') => {
    const bytes = Buffer.from(likenessDirections[name].weights, 'base64');
    const weights = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    const length = Math.hypot(...weights);
    return readLikeness({ vector: weights.map((weight) => weight / length), modelId, cues: english });
  };
  expect(along('act').act).toBeGreaterThan(0.9);
  expect(along('respond').respond).toBeGreaterThan(0.9);
  expect(along('acknowledge').acknowledge).toBeGreaterThan(0.9);
});

test('without a vector, with one of another model, in another language or without words nothing is known', () => {
  expect(readLikeness({ vector, modelId, cues: english })).not.toEqual(noLikeness);
  for (const input of [
    { vector: undefined, modelId, cues: english },
    { vector, modelId: 'another', cues: english },
    { vector: new Float32Array(8), modelId, cues: english },
    { vector, modelId, cues: { languages: ['de'], tokenCount: 4 } },
    { vector, modelId, cues: { languages: [], tokenCount: 6 } },
    { vector, modelId, cues: { languages: ['en'], tokenCount: 0 } },
  ]) {
    expect(readLikeness(input)).toEqual(noLikeness);
  }
});
