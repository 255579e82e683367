/** What several rounds showed of one figure. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The spread of a figure over rounds; the median of an even number is the mean of the two in the middle. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
  return { median: rounded(median), min: rounded(sorted[0] ?? 0), max: rounded(sorted.at(-1) ?? 0) };
}

/** A number to three significant places after the point where it is small, to one where it is large. */
export function rounded(value: number): number {
  const places = Math.abs(value) < 10 ? 1_000 : 10;
  return Math.round(value * places) / places;
}
