import { percentile, rounded, seededRandom, spreadOf } from '@salience/testing/load';

/** Timings of two blocks that were measured side by side. */
export interface Paired {
  readonly running: readonly number[];
  readonly stopped: readonly number[];
}

/** How many times as long the one takes as the other, over pairs. */
export interface PairedRatio {
  /** The median of the pairs' ratios. */
  readonly ratio: number;
  /** Where that lies with 95 % confidence, over resampled pairs. */
  readonly between: { readonly low: number; readonly high: number };
  /** The ratio of the medians of each pair, in order. */
  readonly ratios: readonly number[];
}

const rounds = 2_000;

/**
 * Compares within pairs only: what changes from one pair to the next, such as the moods of the machine, is in both blocks of a pair and
 * falls out. The same timings give the same figures.
 */
export function pairedRatio(pairs: readonly Paired[]): PairedRatio {
  const ratios = pairs.map(({ running, stopped }) => percentile(running, 0.5) / percentile(stopped, 0.5));
  const random = seededRandom(1);
  const medians = Array.from({ length: rounds }, () =>
    medianOf(ratios.map(() => ratios[Math.floor(random() * ratios.length)] ?? 1)),
  );
  const between = { low: percentile(medians, 0.025), high: percentile(medians, 0.975) };
  return { ratio: medianOf(ratios), between, ratios: ratios.map(rounded) };
}

function medianOf(values: readonly number[]): number {
  return spreadOf(values).median;
}
