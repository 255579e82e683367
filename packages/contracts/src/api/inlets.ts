import { z } from 'zod';
import {
  actionClassSchema,
  authorisationSchema,
  authoritySchema,
  evidenceSchema,
  mailCheckSchema,
} from '../authority.ts';
import { idSchema, turnIdSchema } from '../ids.ts';
import { planSchema } from '../plan.ts';
import { pageQuerySchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });

/** A plan as a body has it: the name of one that is built in, or its steps. */
export const planChoiceSchema = z.union(
  [z.literal('mail'), planSchema],
  'expected "mail", or a plan of its own: {"steps": […]}',
);
export type PlanChoice = z.infer<typeof planChoiceSchema>;

/** The body of POST /hooks: what its messages may ask for at most without a person, and what is done with them. */
export const hookRequestSchema = z.strictObject({
  name: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]{0,62}$/,
      'expected 1 to 63 of a-z, 0-9, ".", "_" and "-", starting with a letter or digit',
    ),
  /** What its messages ask for, at least. A message can name a graver class, never a milder one. */
  action: actionClassSchema.default('read_public'),
  /** What whoever signs with its secret counts as. */
  ceiling: z.enum(['external_verified', 'owner_verified']).default('external_verified'),
  /** What is done with each message. Default: one step, which does what it says. */
  plan: planChoiceSchema.optional(),
  /** Messages that it takes in a minute. */
  per_minute: z.number().int().min(1).max(6_000).default(60),
});
export type HookRequest = z.infer<typeof hookRequestSchema>;

/** A hook as the API shows it. */
export const hookViewSchema = z.object({
  hook_id: idSchema('hook'),
  name: z.string(),
  /** Where messages are sent, on this server. */
  path: z.string(),
  state: z.enum(['active', 'paused', 'removed']),
  action: actionClassSchema,
  ceiling: authoritySchema,
  /** Null: one step, which does what the message says. */
  plan: planSchema.nullable(),
  per_minute: z.number().int(),
  created_at: instant,
  /** Until then the secret before signs too; null where none does. */
  old_secret_until: instant.nullable(),
});
export type HookView = z.infer<typeof hookViewSchema>;

/** A new hook. The secret is in this answer and in no other. */
export const addedHookSchema = hookViewSchema.extend({ secret: z.string() });
export type AddedHook = z.infer<typeof addedHookSchema>;

/** The answer to POST /hooks/:hook/rotate. The secret is in this answer and in no other. */
export const rotatedHookSchema = z.object({
  hook_id: idSchema('hook'),
  secret: z.string(),
  /** Until then the secret before signs too. */
  old_signs_until: instant,
});
export type RotatedHook = z.infer<typeof rotatedHookSchema>;

/** The answer to POST /hooks/:hook/in: the message is committed. */
export const hookTakenSchema = z.object({
  /** Null for a duplicate whose task was forgotten meanwhile. */
  task_id: idSchema('task').nullable(),
  /** `waits`: a person looks at it first. `rejected`: the policy does not let this hook ask for this. */
  state: z.enum(['accepted', 'waits', 'rejected']),
  /** True if a message with this webhook-id and this body came before. */
  duplicate: z.boolean(),
});
export type HookTaken = z.infer<typeof hookTakenSchema>;

/** What came in through an inlet, or was turned away at it. */
export const inboundViewSchema = z.object({
  inbound_id: idSchema('inbound'),
  /** `mail:<mailbox>` or `hook:<id>`. */
  source: z.string(),
  /** Who sent it, as the inlet knows them; `(unproven)` of what was turned away before its signature held. */
  sender: z.string(),
  subject: z.string(),
  authority: authoritySchema,
  action_class: actionClassSchema,
  authorisation: authorisationSchema,
  /** A code, and one sentence that says it. */
  reason: z.string(),
  why: z.string(),
  /** Of a mail: what its receiving server found out. */
  checks: z.array(mailCheckSchema),
  /** What else the inlet noticed. */
  notes: z.array(z.string()),
  /** All that the inlet found out; null of what was turned away before. */
  evidence: evidenceSchema.nullable(),
  /** How many alike this one stands for. */
  count: z.number().int(),
  task_id: idSchema('task').nullable(),
  received_at: instant,
});
export type InboundView = z.infer<typeof inboundViewSchema>;

/** The query of GET /inbound. */
export const inboundQuerySchema = pageQuerySchema.extend({
  authorisation: authorisationSchema.optional(),
  source: z.string().min(1).max(200).optional(),
});

/** A sender whom a person lets in for now. */
export const senderSessionViewSchema = z.object({
  session_id: idSchema('senderSession'),
  source: z.string(),
  sender: z.string(),
  /** The request whose yes opened it, and who said so. */
  approval_id: idSchema('approval'),
  opened_by: z.string(),
  created_at: instant,
  until: instant,
});
export type SenderSessionView = z.infer<typeof senderSessionViewSchema>;

/** The answer to DELETE /senders/sessions/:session. */
export const endedSenderSessionSchema = z.object({
  session_id: idSchema('senderSession'),
  ended: z.literal(true),
});
export type EndedSenderSession = z.infer<typeof endedSenderSessionSchema>;

/** How far a mailbox was read. */
export const mailboxViewSchema = z.object({
  name: z.string(),
  /** The number of the last mail that was read; null before the first. */
  last_uid: z.number().int().nullable(),
  /** When it was connected last. */
  seen_at: instant.nullable(),
  /** The code of the last failure; null while it is read. */
  error: z.string().nullable(),
  /** Failures in a row. */
  failures: z.number().int(),
  /** When it is tried again. */
  retry_at: instant.nullable(),
});
export type MailboxView = z.infer<typeof mailboxViewSchema>;

/** A mail that the agent wrote: a draft in the mailbox, or one that leaves after a yes. */
export const letterViewSchema = z.object({
  letter_id: idSchema('letter'),
  kind: z.enum(['draft', 'send']),
  to: z.string(),
  subject: z.string(),
  /** `unknown`: whether it left is not known, and it is not sent again. */
  state: z.enum(['pending', 'sending', 'done', 'unknown', 'failed']),
  attempts: z.number().int(),
  /** A code. */
  error: z.string().nullable(),
  mailbox: z.string().nullable(),
  /** The message that it answers. */
  inbound_id: idSchema('inbound').nullable(),
  turn_id: turnIdSchema,
  created_at: instant,
  /** When it is tried next, of one that is pending. */
  next_at: instant.nullable(),
  settled_at: instant.nullable(),
});
export type LetterView = z.infer<typeof letterViewSchema>;

/** What a tick or an inlet reported. The answer to POST /pulse/tick is the event of the tick that answers it. */
export const pulseEventViewSchema = z.object({
  event_id: idSchema('pulseEvent'),
  kind: z.enum(['tick', 'tick_error', 'adapter_error', 'tick_asked']),
  at: instant,
  /** Of a tick: how many tasks it found due, began, asked about and ended. Of an error: what went wrong. */
  report: z.record(z.string(), z.unknown()),
  /** Of a tick: the request that it answers. */
  asked_id: idSchema('pulseEvent').nullable(),
});
export type PulseEventView = z.infer<typeof pulseEventViewSchema>;
