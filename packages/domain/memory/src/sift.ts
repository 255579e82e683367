/** How much of a proposal was refused, and why. Numbers only: what was proposed is content and stays out of logs. */
export interface Refusals {
  readonly unsupported: number;
  readonly doubtful: number;
  readonly repeated: number;
  readonly excess: number;
}

/** How many characters there are for all items together, and how many one takes. */
export interface Room<T> {
  readonly chars: number;
  charsOf(item: T): number;
}

/** Judges the items of one proposal and counts what it refuses. */
export interface Sieve {
  readonly refused: Refusals;
  /** The items that `ground` finds a footing for and that are sure enough, surest first. */
  grounded<T extends { readonly confidence: number }, G>(
    items: readonly T[],
    ground: (item: T) => G | undefined,
  ): (T & G)[];
  /** The first of the same, `max` at most, and no more than there is room for. */
  kept<T>(items: readonly T[], same: (a: T, b: T) => boolean, max: number, room?: Room<T>): T[];
}

/** Makes a sieve that refuses what is less sure than `confidenceMin` (0..1). */
export function createSieve(confidenceMin: number): Sieve {
  const refused = { unsupported: 0, doubtful: 0, repeated: 0, excess: 0 };
  return {
    refused,
    grounded(items, ground) {
      const found = items.flatMap((item) => {
        const footing = ground(item);
        if (footing === undefined) refused.unsupported += 1;
        else if (item.confidence < confidenceMin) refused.doubtful += 1;
        else return [{ ...item, ...footing }];
        return [];
      });
      // Sorting is stable: of equals the model's first stays first.
      return found.toSorted((a, b) => b.confidence - a.confidence);
    },
    kept(items, same, max, room) {
      const kept: (typeof items)[number][] = [];
      let chars = 0;
      for (const item of items) {
        const size = room?.charsOf(item) ?? 0;
        if (kept.some((other) => same(other, item))) refused.repeated += 1;
        else if (kept.length >= max || (room !== undefined && chars + size > room.chars)) refused.excess += 1;
        else {
          kept.push(item);
          chars += size;
        }
      }
      return kept;
    },
  };
}
