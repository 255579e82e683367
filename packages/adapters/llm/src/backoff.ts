/** Tries of one call in all, whichever model they went to. */
export const triesMax = 3;
const firstMs = 250;
const longestMs = 8_000;

/**
 * How long to wait after try number `tries` (from 1) failed: exponential with full jitter, so that replicas that failed
 * together do not come back together. Where the provider named a time, no earlier than that. `random` is from 0 to below 1.
 */
export function backoffMs(tries: number, random: number, retryAfterMs?: number): number {
  const jitter = random * Math.min(longestMs, firstMs * 2 ** (tries - 1));
  return (retryAfterMs ?? 0) + jitter;
}
