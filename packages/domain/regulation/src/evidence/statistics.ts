/**
 * The number of standard errors that a normal value exceeds with probability `tail`, one-sided; `tail` above 0 and at most .5.
 * Abramowitz and Stegun 26.2.23: off by less than .00045.
 */
export function normalBound(tail: number): number {
  const t = Math.sqrt(-2 * Math.log(tail));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return Math.max(t - above / below, 0);
}

/** The same for Student's t with `freedom` degrees (1 or more), by the Cornish-Fisher expansion of two terms. */
export function studentBound(tail: number, freedom: number): number {
  const z = normalBound(tail);
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  return z + first / freedom + second / freedom ** 2;
}

/** Wilson's interval of a share (Wilson, 1927), `z` standard errors wide to either side; 0 to 1 when nothing was counted. */
export function wilsonInterval(
  hits: number,
  count: number,
  z = 1.96,
): { readonly low: number; readonly high: number } {
  if (count <= 0) return { low: 0, high: 1 };
  const share = hits / count;
  const square = (z * z) / count;
  const middle = share + square / 2;
  const spread = z * Math.sqrt((share * (1 - share)) / count + square / (4 * count));
  return {
    low: Math.max((middle - spread) / (1 + square), 0),
    high: Math.min((middle + spread) / (1 + square), 1),
  };
}

/** The middle value of numbers, the mean of the two middle ones of an even count; 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const high = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[half - 1] ?? high) + high) / 2;
}

/**
 * Pearson's correlation of a number with a yes or no (point-biserial; phi where the number is a yes or no too), -1 to 1; 0 where
 * one of the two never changes.
 */
export function pointBiserial(pairs: readonly { readonly value: number; readonly yes: boolean }[]): number {
  const count = pairs.length;
  const hits = pairs.filter(({ yes }) => yes).length;
  if (hits === 0 || hits === count) return 0;
  const mean = pairs.reduce((sum, { value }) => sum + value, 0) / count;
  const variance = pairs.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / count;
  if (variance <= 0) return 0;
  const meanYes = pairs.reduce((sum, { value, yes }) => (yes ? sum + value : sum), 0) / hits;
  const share = hits / count;
  return ((meanYes - mean) / Math.sqrt(variance)) * Math.sqrt(share / (1 - share));
}
