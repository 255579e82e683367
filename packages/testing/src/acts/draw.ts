import { seededRandom } from '../random.ts';

/** Draws that depend on nothing but their seed. */
export interface Draw {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** `count` different items, in drawn order. */
  some<Item>(items: readonly Item[], count: number): Item[];
}

/** A generator of draws; the same seed gives the same draws on every machine. */
export function drawFrom(seed: number): Draw {
  const next = seededRandom(seed);
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    some(items, count) {
      const left = [...items];
      return Array.from({ length: Math.min(count, left.length) }, () =>
        left.splice(int(0, left.length - 1), 1),
      ).flat();
    },
  };
}
