/** How much later than it was due something is told without a word about it, in milliseconds. */
const graceMs = 120_000;

/** True if what was due at a time is told so much later that it says so. */
export function isLate(due: string, told: number): boolean {
  return told - Date.parse(due) > graceMs;
}
