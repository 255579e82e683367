import type { Trust } from '@salience/contracts';

/** True for words that are believed as a person's: also those of somebody of whom nobody knows who they are. */
export function isBelievedAsPerson(trust: Trust): boolean {
  return trust === 'unverified' || trust === 'user' || trust === 'owner';
}
