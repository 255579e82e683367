/** The value below which that share of the samples lies (nearest rank), rounded to hundredths. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? 0;
  return Math.round(value * 100) / 100;
}

/** The figures of a row of timings in milliseconds. */
export function summary(samples: readonly number[]): { p50: number; p95: number; max: number } {
  return { p50: percentile(samples, 0.5), p95: percentile(samples, 0.95), max: percentile(samples, 1) };
}
