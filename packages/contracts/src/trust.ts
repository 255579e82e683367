import { type Trust, trustLevels } from './vocabulary.ts';

/**
 * The trust of something made from several texts: the lowest of them (law 10). Of nothing, `external`: what rests on
 * no source deserves no belief.
 */
export function lowestTrust(levels: readonly Trust[]): Trust {
  let lowest: number = levels.length === 0 ? 0 : trustLevels.length - 1;
  for (const level of levels) lowest = Math.min(lowest, trustLevels.indexOf(level));
  return trustLevels[lowest] ?? 'external';
}

/** True for text that may not cause an action: it is external, or its speaker is unknown. */
export function isTainted(trust: Trust): boolean {
  return trust === 'external' || trust === 'unverified';
}

/** True for the words of a person whom the agent serves: they may answer a request, and say what it is to do later. */
export function isPersons(trust: Trust): boolean {
  return trust === 'user' || trust === 'owner';
}
