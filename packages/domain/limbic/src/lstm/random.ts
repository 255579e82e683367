/** Numbers that look random and are not: the same seed gives the same row of them. */
export interface Random {
  /** The next number in [0, 1). */
  next(): number;
  /** The next whole number in [0, below). */
  below(below: number): number;
  /** The next number of a normal distribution with mean 0 and deviation 1. */
  normal(): number;
}

/** A generator from a whole number (mulberry32, by Tommy Ettinger; public domain). For training and made-up data; never for secrets. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (below) => Math.floor(next() * below),
    // Box and Muller.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** The items in another order, by a generator (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let n = result.length - 1; n > 0; n -= 1) {
    const other = random.below(n + 1);
    [result[n], result[other]] = [result[other] as T, result[n] as T];
  }
  return result;
}
