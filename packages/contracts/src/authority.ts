import { z } from 'zod';

/**
 * What somebody who sends something in has shown to be. `owner_claimed`: the owner's address without proof. `external_verified`: somebody
 * else who is known or listed, with proof. `approved_session`: a sender for whom a person opened a session. `system`: a person of this
 * machine or the holder of a key. The order is that of the rows of the policy, not a ranking.
 */
export const authorities = [
  'unknown',
  'owner_claimed',
  'external_verified',
  'owner_verified',
  'approved_session',
  'system',
] as const;
export const authoritySchema = z.enum(authorities);
export type Authority = z.infer<typeof authoritySchema>;

/** What kind of effect something asks for, the least guarded first. The order counts. */
export const actionClasses = [
  'read_public',
  'read_private',
  'write_local',
  'external_send',
  'destructive',
  'code_or_computer',
] as const;
export const actionClassSchema = z.enum(actionClasses);
export type ActionClass = z.infer<typeof actionClassSchema>;

/** What the policy says of an authority and an action class: it is taken in, held until a person has looked at it, or turned away. */
export const authorisations = ['allow', 'review', 'reject'] as const;
export const authorisationSchema = z.enum(authorisations);
export type Authorisation = z.infer<typeof authorisationSchema>;

/** What a receiving mail server found out about a mail, by one method; `domain`: whose signature or policy it was. */
export const mailCheckSchema = z.object({
  method: z.enum(['dkim', 'dmarc', 'spf', 'arc']),
  result: z.string().max(40),
  domain: z.string().max(255).nullable(),
});
export type MailCheck = z.infer<typeof mailCheckSchema>;

/** What an inlet found out about who sent something. Sealed: made by the inlet, and nothing in it is taken from what the sender says of itself. */
export const evidenceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mail'),
    mailbox: z.string().max(100),
    /** The one address of the header From, lower case; null where there is none, or several. */
    from: z.string().max(320).nullable(),
    /** The name that stands beside it: what the sender calls themself. */
    name: z.string().max(200).nullable(),
    /** Whether the first Authentication-Results header is that of the server that the mailbox names. */
    authserv: z.enum(['pinned', 'other', 'missing']),
    checks: z.array(mailCheckSchema).max(20),
    /** DKIM and DMARC passed, and their domain is that of From. */
    aligned: z.boolean(),
    /** What else is to be known: codes such as `several-senders`, `reply-to-differs`, `look-alike`. */
    notes: z.array(z.string().max(60)).max(20),
    messageId: z.string().max(998).nullable(),
    bytes: z.number().int().nonnegative(),
  }),
  z.object({
    kind: z.literal('hook'),
    hookId: z.string(),
    name: z.string().max(100),
    /** Which of the hook's secrets signed it. */
    secret: z.enum(['current', 'old']),
    sentAt: z.iso.datetime({ offset: true }),
    bytes: z.number().int().nonnegative(),
  }),
  z.object({
    kind: z.literal('person'),
    /** Who asked: `local`, `agent-key`, `chat`, `operator:<name>`. */
    by: z.string().max(200),
  }),
]);
export type Evidence = z.infer<typeof evidenceSchema>;

/**
 * What a task may do: calls of these classes need no yes for the task's sake, those that the policy reviews ask for one, others are refused.
 * It takes nothing away from the rulings on each call.
 */
export const grantSchema = z.object({
  authority: authoritySchema,
  /** Classes that a person allowed for this task, beyond what the policy allows its authority. */
  allowed: z.array(actionClassSchema),
  /** From then on it is worth nothing; null: as long as the task. */
  until: z.iso.datetime({ offset: true }).nullable(),
  /** Who allowed it: as in `approvals.resolved_by`; null: the policy. */
  by: z.string().nullable(),
});
export type Grant = z.infer<typeof grantSchema>;
