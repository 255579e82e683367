import { clamp } from '../features/bounded.ts';

/** Mean and variance of the values so far, of which the old ones fade: plain JSON. */
export interface RunningScale {
  /** Values so far; it stops at the memory, from where on it changes nothing. */
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
}

/** Before the first value. */
export const emptyScale: RunningScale = { count: 0, mean: 0, variance: 0 };

/** Values before which nothing is far from usual. */
const countMin = 10;
/** How far a value is from a mean of values that were all the same, in deviations. */
const offConstant = 10;
const deviationsMax = 1_000;
/** Differences of this share of the mean are rounding. */
const rounding = 1e-9;

/** The scale after one more value. Exponentially weighted with a memory of so many values; before that, each counts the same (West 1979). */
export function extendScale(scale: RunningScale, value: number, memory: number): RunningScale {
  const count = Math.min(scale.count + 1, memory);
  const share = 1 / count;
  const difference = value - scale.mean;
  return {
    count,
    mean: scale.mean + share * difference,
    variance: (1 - share) * (scale.variance + share * difference * difference),
  };
}

/** How many deviations a value is from the mean, −1,000 to 1,000; 0 before the tenth value, ±10 beside values that were all the same. */
export function deviations(scale: RunningScale, value: number): number {
  const difference = value - scale.mean;
  const usual = Math.abs(scale.mean);
  if (scale.count < countMin || Math.abs(difference) <= rounding * (usual + Math.abs(value))) return 0;
  const deviation = Math.sqrt(scale.variance);
  if (deviation <= rounding * usual) return offConstant * Math.sign(difference);
  return clamp(difference / deviation, -deviationsMax, deviationsMax);
}
