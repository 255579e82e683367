/** Values of a statistic that come before it is held to its peak. */
export const peakWarmup = 30;
/** A ratio cannot be larger. */
export const ratioMax = 8;

/** Events after which a peak counts half. */
const peakHalfLife = 5_000;
const kept = 0.5 ** (1 / peakHalfLife);
/** A statistic below this never was worth a peak: then it is held to 1. */
const peakMin = 1e-6;

/** How large a statistic (0 or more) is beside its highest value of the past, which fades: 0 to 8, 1 is as high as ever. 0 while `seen` is below the warm-up. */
export function ratioToPeak(peak: number, value: number, seen: number): number {
  if (seen < peakWarmup) return 0;
  const faded = peak * kept;
  return Math.min(value / (faded > peakMin ? faded : 1), ratioMax);
}

/** The peak after a value. */
export function extendPeak(peak: number, value: number): number {
  return Math.max(peak * kept, value);
}
