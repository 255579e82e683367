import type { Authority, Trust } from '@salience/contracts';

const trusts: Readonly<Record<Authority, Trust>> = {
  unknown: 'external',
  owner_claimed: 'external',
  external_verified: 'external',
  owner_verified: 'unverified',
  approved_session: 'unverified',
  system: 'user',
};

/**
 * How far the text of something that came in may be trusted. A verified owner and a sender with a session are believed as persons, yet
 * what they ask for is ruled as if it came from outside, and they can answer no approval: a mail is no token.
 */
export function trustOfInbound(authority: Authority): Trust {
  return trusts[authority];
}
