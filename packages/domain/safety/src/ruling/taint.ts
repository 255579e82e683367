import type { Trust } from '@salience/contracts';

/** True when text of this trust makes an action count one tier higher. */
export function isTainted(trust: Trust): boolean {
  return trust === 'external' || trust === 'unverified';
}
