import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addTaught, centreOf, taughtBytes, taughtNumbers, taughtVector } from './taught.ts';
import { cosine } from './vectors.ts';

const nothing = new Float64Array(0);
const size = 24;
const vectors = fc.array(
  fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size }),
  { minLength: 1, maxLength: 60 },
);
const bytesOf = (told: readonly (readonly number[])[]): Uint8Array[] =>
  told.flatMap((vector) => taughtBytes(vector) ?? []);
const sumOf = (bytes: readonly Uint8Array[]): Float64Array =>
  bytes.map(taughtNumbers).reduce(addTaught, nothing);
const bitsOf = (numbers: Float32Array): number[] => [...new Uint8Array(numbers.buffer)];

describe('what messages teach of a topic', () => {
  test('law 13: gives the same centre, bit for bit, in any order and however it is gathered', () => {
    fc.assert(
      fc.property(
        vectors,
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (told, order, lots) => {
          const bytes = bytesOf(told);
          const one = centreOf(sumOf(bytes));
          const other = bytes
            .map((item, n) => ({ item, place: order[n] ?? 0, lot: (order[n] ?? 0) % lots }))
            .toSorted((a, b) => a.place - b.place);
          const gathered = [...Map.groupBy(other, ({ lot }) => lot).values()].map((lot) =>
            sumOf(lot.map(({ item }) => item)),
          );
          expect(bitsOf(centreOf(gathered.reduce(addTaught, nothing)))).toEqual(bitsOf(one));
        },
      ),
    );
  });

  test('is the vector but for half a step, and packs to the same bytes from what was stored', () => {
    fc.assert(
      fc.property(vectors, (told) => {
        for (const vector of told) {
          const bytes = taughtBytes(vector);
          if (bytes === null) continue;
          const length = Math.hypot(...vector);
          const step = ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) / 2 ** 14;
          for (const [i, value] of taughtVector(bytes).entries())
            expect(Math.abs(value - (vector[i] ?? 0) / length)).toBeLessThanOrEqual(step / 2 + 1e-7);
          expect(
            taughtNumbers(bytes).every((number) => Number.isInteger(number) && !Object.is(number, -0)),
          ).toBe(true);
        }
      }),
    );
  });

  test('turns the centre to the mean of its messages', () => {
    const at = (angle: number) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const centre = centreOf(sumOf(bytesOf([at(0), at(90)])));
    expect(cosine(centre, at(45))).toBeGreaterThan(0.9999);
    expect(Math.hypot(...centre)).toBeCloseTo(1, 6);
    expect(cosine(centreOf(sumOf(bytesOf([at(0), at(0), at(0), at(90)]))), at(18.43))).toBeGreaterThan(
      0.9999,
    );
  });

  test('is nothing without a direction, and what cancels itself has no centre', () => {
    expect(taughtBytes([0, 0])).toBeNull();
    expect(taughtBytes([Number.NaN, 1])).toBeNull();
    expect(centreOf(nothing)).toEqual(new Float32Array(0));
    expect(
      centreOf(
        sumOf(
          bytesOf([
            [1, 0],
            [-1, 0],
          ]),
        ),
      ),
    ).toEqual(new Float32Array(0));
  });
});
