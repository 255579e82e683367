import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Postings } from './postings.ts';

const stems = ['boat', 'lake', 'rope'];

it('holds where words stand and how often, few or many, and takes places out', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.uniqueArray(fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 300 })), { selector: ([at]) => at }),
        {
          maxLength: 80,
        },
      ),
      fc.array(fc.nat(90)),
      (items, gone) => {
        const postings = new Postings();
        for (const [place, words] of items.entries())
          postings.add(
            place,
            words.map(([at, often]) => [stems[at] as string, often]),
          );
        const empty = new Postings().bytes;
        expect(postings.bytes).toBeGreaterThanOrEqual(empty + 5 * items.flat().length);
        postings.remove(new Set(gone));
        for (const [at, stem] of stems.entries()) {
          const expected = items.flatMap((words, place) =>
            gone.includes(place)
              ? []
              : words.filter(([word]) => word === at).map(([, often]) => [place, Math.min(255, often)]),
          );
          const { frequencies, length, places } = postings.of(stem);
          expect(Array.from({ length }, (_, one) => [places[one], frequencies[one]])).toEqual(expected);
          for (const place of items.keys())
            expect(postings.frequency(stem, place)).toBe(expected.find(([one]) => one === place)?.[1] ?? 0);
        }
        postings.remove(new Set(items.keys()));
        expect(postings.bytes).toBe(empty);
      },
    ),
  );
});
