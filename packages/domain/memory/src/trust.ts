import type { Trust } from '@salience/contracts';

/** True for words that are believed as a person's: also those of somebody of whom nobody knows who they are. */
export function isBelievedAsPerson(trust: Trust): boolean {
  return trust === 'unverified' || trust === 'user' || trust === 'owner';
}

/** Whose word counts more: 0 what came from outside, 1 what an agent wrote, 2 what somebody said. */
export function wordRank(trust: Trust): number {
  if (trust === 'external') return 0;
  return trust === 'agent' ? 1 : 2;
}
