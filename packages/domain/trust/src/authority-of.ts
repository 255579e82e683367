import type { Authority, Evidence } from '@salience/contracts';
import type { MailEvidence } from './mail/mail-evidence.ts';

/** What is known of whoever sent something, beside the evidence. */
export interface Sender {
  /** Its address is one of the owner's. */
  readonly isOwner: boolean;
  /** Its address is one of a person whom the agent knows. */
  readonly isKnown: boolean;
  /** The inlet lists its address. */
  readonly isListed: boolean;
  /** A person opened a session for exactly this sender at this inlet, and it is open. */
  readonly session: boolean;
  /** Of a hook: what it counts as at most; default `external_verified`. */
  readonly ceiling?: Authority;
}

/** Why something that came in has its authority. */
export type AuthorityReason =
  | 'verified'
  | 'signed'
  | 'doubtful'
  | 'session'
  | 'asked-by-person'
  | 'not-listed'
  | 'no-sender'
  | 'several-senders'
  | 'look-alike'
  | 'no-results'
  | 'other-server'
  | 'unreadable-results'
  | 'dmarc-failed'
  | 'dkim-failed'
  | 'not-aligned';

/**
 * Notes on a mail whose sender is proven, and yet may not have meant it for the agent: a program answered in their name, they wrote to somebody else, or
 * they saw another text than the one that is read. It counts as a stranger's.
 */
const doubtful: ReadonlySet<string> = new Set(['auto-submitted', 'not-addressed', 'parts-differ']);

/** What somebody who sent something in has shown to be, by the evidence alone: nothing that the message says counts. */
export function authorityOf(
  evidence: Evidence,
  who: Sender,
): { readonly authority: Authority; readonly reason: AuthorityReason } {
  if (evidence.kind === 'person') return { authority: 'system', reason: 'asked-by-person' };
  if (evidence.kind === 'hook') return ofHook(who);
  const doubt = doubtAbout(evidence);
  if (evidence.from === null) return { authority: 'unknown', reason: doubt ?? 'no-sender' };
  if (who.isOwner && doubt !== null) return { authority: 'owner_claimed', reason: doubt };
  if (!who.isOwner && !who.isKnown && !who.isListed) return { authority: 'unknown', reason: 'not-listed' };
  if (doubt !== null) return { authority: 'unknown', reason: doubt };
  if (evidence.notes.some((note) => doubtful.has(note)))
    return { authority: 'external_verified', reason: 'doubtful' };
  if (who.session) return { authority: 'approved_session', reason: 'session' };
  return { authority: who.isOwner ? 'owner_verified' : 'external_verified', reason: 'verified' };
}

/**
 * A hook counts as its ceiling. A session lifts it, except where the ceiling says that its signature proves nothing; without one it is no
 * session, and whatever its ceiling says it is no person of this machine.
 */
function ofHook({ ceiling = 'external_verified', session }: Sender): {
  authority: Authority;
  reason: AuthorityReason;
} {
  if (ceiling === 'unknown' || ceiling === 'owner_claimed') return { authority: ceiling, reason: 'signed' };
  if (session) return { authority: 'approved_session', reason: 'session' };
  return { authority: ceiling === 'owner_verified' ? ceiling : 'external_verified', reason: 'signed' };
}

/** Why the sender of a mail is not proven; null if it is. */
function doubtAbout(evidence: MailEvidence): AuthorityReason | null {
  const { aligned, authserv, checks, from, notes } = evidence;
  if (notes.includes('several-senders')) return 'several-senders';
  if (from === null) return 'no-sender';
  if (notes.includes('look-alike') || notes.includes('address-in-name')) return 'look-alike';
  if (notes.includes('unreadable-results')) return 'unreadable-results';
  if (authserv === 'missing') return 'no-results';
  if (authserv === 'other') return 'other-server';
  if (aligned) return null;
  const results = (method: 'dmarc' | 'dkim'): string[] =>
    checks.filter((check) => check.method === method).map(({ result }) => result);
  const policies = results('dmarc');
  if (policies.length !== 1 || policies[0] !== 'pass') return 'dmarc-failed';
  return results('dkim').includes('pass') ? 'not-aligned' : 'dkim-failed';
}
