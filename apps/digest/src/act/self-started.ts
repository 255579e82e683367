/** Sources of turns that no person asked for at that moment. */
const selfStarted: ReadonlySet<string> = new Set(['reminder', 'pulse']);

/** True when no person began the turns of this source. */
export function isSelfStarted(source: string): boolean {
  return selfStarted.has(source);
}
