import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeIndex } from './code-index.ts';
import { cosineOfDistance, signCode } from './sign-code.ts';

const dimensions = 64;
const codes = fc.uint8Array({ minLength: 8, maxLength: 8 });
const distance = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((sum, byte, at) => sum + (byte ^ (b[at] as number)).toString(2).replaceAll('0', '').length, 0);

describe('a sign code', () => {
  it('has a bit for each dimension that is above the mean, the first one highest', () => {
    expect([...signCode([1, 0, 1, 0, 0, 0, 0, 0.6], [0, 0, 0.5, 1, 0, 0, 0, 0.5])]).toEqual([0b10100001]);
    expect(() => signCode([1, 2], [1, 2])).toThrow(RangeError);
    expect(() => signCode(new Float32Array(16), new Float32Array(8))).toThrow(RangeError);
  });

  it('estimates the cosine of the vectors', () => {
    expect(cosineOfDistance(0, 512)).toBe(1);
    expect(cosineOfDistance(256, 512)).toBeCloseTo(0);
    expect(cosineOfDistance(512, 512)).toBe(-1);
  });
});

describe('the code index', () => {
  it('finds exactly the nearest, whatever was added, replaced and taken out before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ n: fc.nat(40), code: codes, gone: fc.boolean() }), { maxLength: 120 }),
        codes,
        fc.integer({ min: 1, max: 20 }),
        (steps, query, limit) => {
          const index = new CodeIndex(dimensions);
          const truth = new Map<string, Uint8Array>();
          for (const { n, code, gone } of steps) {
            if (gone) {
              index.delete(`i${n}`);
              truth.delete(`i${n}`);
            } else {
              index.add({ id: `i${n}`, kind: n % 2 === 0 ? 'even' : 'odd', code });
              truth.set(`i${n}`, code);
            }
          }
          expect(index.size).toBe(truth.size);
          for (const kinds of [undefined, new Set(['odd'])]) {
            const found = index.nearest(query, limit, kinds);
            const expected = [...truth]
              .filter(([id]) => kinds === undefined || Number(id.slice(1)) % 2 === 1)
              .map(([, code]) => cosineOfDistance(distance(code, query), dimensions))
              .toSorted((a, b) => b - a)
              .slice(0, limit);
            expect(found.map(({ cosine }) => cosine)).toEqual(expected);
            for (const { id, cosine } of found) expect(index.cosine(id, query)).toBe(cosine);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('refuses a code of another model, and does not know what it never had', () => {
    const index = new CodeIndex(dimensions);
    expect(() => index.add({ id: 'a', kind: 'k', code: new Uint8Array(4) })).toThrow(
      'expected a code of 8 bytes, got one of 4',
    );
    expect(index.cosine('a', new Uint8Array(8))).toBeUndefined();
    expect(() => new CodeIndex(100)).toThrow(RangeError);
  });
});
