import type { ActionClass, Authorisation, Authority, Evidence, Trust } from '@salience/contracts';
import type { KnownSender } from '@salience/database/inlets';
import {
  authorise,
  type AuthorityReason,
  authorityOf,
  classOfInbound,
  looksLike,
  policyRulesOf,
  trustOfInbound,
} from '@salience/trust';

/** What a message is judged by: what its inlet found out and is set to. Nothing of it is the sender's to say. */
export interface Judged {
  readonly evidence: Evidence;
  readonly known: KnownSender;
  /** The inlet lists the sender. */
  readonly isListed: boolean;
  /** Of a hook: what it counts as at most. */
  readonly ceiling?: Authority | undefined;
  /** What messages of the inlet ask for, at least. */
  readonly configured: ActionClass;
  /** What the sender says that it asks for: it can only raise. */
  readonly claimed?: unknown;
}

/** What follows for a message before any model is asked. */
export interface Judgement {
  /** With what was noticed when the sender was compared with known people. */
  readonly evidence: Evidence;
  readonly authority: Authority;
  readonly actionClass: ActionClass;
  readonly authorisation: Authorisation;
  readonly reason: AuthorityReason | 'not-allowed';
  readonly trust: Trust;
}

/** Judges a message: what its sender has shown to be, what that allows, and how far its text is trusted. */
export function judge({ ceiling, claimed, configured, evidence, isListed, known }: Judged): Judgement {
  const seen =
    evidence.kind === 'mail'
      ? {
          ...evidence,
          notes: [...new Set([...evidence.notes, ...looksLike(evidence, known.people)])].slice(0, 20),
        }
      : evidence;
  const { authority, reason } = authorityOf(seen, {
    isOwner: known.isOwner,
    isKnown: known.isKnown,
    isListed,
    session: known.session,
    ...(ceiling === undefined ? {} : { ceiling }),
  });
  const actionClass = classOfInbound(configured, claimed);
  const authorisation = authorise(authority, actionClass, policyRulesOf(known.settings));
  const proven = authority !== 'unknown' && authority !== 'owner_claimed';
  return {
    evidence: seen,
    authority,
    actionClass,
    authorisation,
    reason: authorisation === 'reject' && proven ? 'not-allowed' : reason,
    trust: trustOfInbound(authority),
  };
}
