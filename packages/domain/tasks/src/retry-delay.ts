const baseMs = 5_000;
const longestMs = 300_000;

/**
 * How long to wait after try number `attempt` (from 1) failed, in milliseconds: 5 s times two to the power of the try, at most 300 s. Half of it
 * is certain, the rest is drawn with `random` (0 to 1), so that tasks that failed together do not come back together.
 */
export function retryDelayMs(attempt: number, random: number): number {
  const whole = Math.min(longestMs, baseMs * 2 ** Math.max(1, attempt));
  return Math.round(whole / 2 + (whole / 2) * Math.min(1, Math.max(0, random)));
}
