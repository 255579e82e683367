/** The wait before restart number `failures` (1 is the first): doubling from `firstMs`, never above `longestMs`. */
export function restartDelay(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(30, Math.max(0, failures - 1)));
}
