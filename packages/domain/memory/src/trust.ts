import type { Trust } from '@salience/contracts';

/** True for a person's trust labels, an unknown speaker's included. */
export function isBelievedAsPerson(trust: Trust): boolean {
  return trust === 'unverified' || trust === 'user' || trust === 'owner';
}

/** The rank of words by their trust: 0 external, 1 agent, 2 a person. */
export function wordRank(trust: Trust): number {
  if (trust === 'external') return 0;
  return trust === 'agent' ? 1 : 2;
}
