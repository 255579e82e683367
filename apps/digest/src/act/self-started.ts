import { spokenSources } from '@salience/contracts';

/** Sources of turns that no person asked for at that moment. What follows an approval, a person asked for. */
const selfStarted: ReadonlySet<string> = new Set([...spokenSources, 'schedule', 'task', 'pulse']);

/** True when no person began the turns of this source. */
export function isSelfStarted(source: string): boolean {
  return selfStarted.has(source);
}
