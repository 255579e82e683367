import type { Trust } from '@salience/contracts';
import fc from 'fast-check';

/** Noon of a day. */
export const day = (n: number): Date => new Date(Date.UTC(2030, 0, n, 12));

/** Any label, those of people more often. */
export const anyTrust = fc.constantFrom<Trust>('user', 'user', 'unverified', 'owner', 'agent', 'external');

/** The items in another order. */
const shuffled = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length });

/** The items in another order, and cut into batches. */
export const inBatches = <T>(items: readonly T[]): fc.Arbitrary<T[][]> =>
  fc
    .tuple(shuffled(items), fc.array(fc.boolean(), { minLength: items.length, maxLength: items.length }))
    .map(([order, cuts]) => {
      const batches: T[][] = [];
      for (const [at, item] of order.entries()) {
        if (at === 0 || cuts[at] === true) batches.push([]);
        batches.at(-1)?.push(item);
      }
      return batches;
    });
