import { type Trust, trustLevels } from '@salience/contracts';

/** True for words that are believed as a person's: also those of somebody of whom nobody knows who they are. */
export function isBelievedAsPerson(trust: Trust): boolean {
  return trust === 'unverified' || trust === 'user' || trust === 'owner';
}

/**
 * The trust of something made from several texts: the lowest of them (law 10). Of nothing, `external`: what rests on
 * no source deserves no belief.
 */
export function lowestTrust(levels: readonly Trust[]): Trust {
  let lowest: number = levels.length === 0 ? 0 : trustLevels.length - 1;
  for (const level of levels) lowest = Math.min(lowest, trustLevels.indexOf(level));
  return trustLevels[lowest] ?? 'external';
}
