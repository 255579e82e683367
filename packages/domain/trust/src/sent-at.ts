/**
 * What is wrong with the time at which a hook says that it sent something: `late` if that lies more than `toleranceMs` in the past, `early` if more
 * than that in the future. What is no time is late. Instants in milliseconds.
 */
export function sentAtProblem(sentAtMs: number, nowMs: number, toleranceMs: number): 'late' | 'early' | null {
  if (sentAtMs - nowMs > toleranceMs) return 'early';
  return nowMs - sentAtMs <= toleranceMs ? null : 'late';
}
