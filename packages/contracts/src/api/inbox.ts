import { z } from 'zod';
import { approvalViewSchema } from '../acting.ts';
import { idSchema } from '../ids.ts';
import { activationViewSchema } from './signals.ts';
import { pageQuerySchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });

/**
 * What waits for a person. `approval`: a yes to a call of a tool, to a message that came in, or to a step of a task; `zone`: a time zone that follows from what somebody said;
 * `look`: something that was sensed and not asked, to be judged; `hand`: the agent asks for the floor of a channel.
 */
const inboxKinds = ['approval', 'zone', 'look', 'hand'] as const;
export const inboxKindSchema = z.enum(inboxKinds);
export type InboxKind = z.infer<typeof inboxKindSchema>;

/** The query of GET /inbox. */
export const inboxQuerySchema = pageQuerySchema.extend({ kind: inboxKindSchema.optional() });

/** A request that answers an item: what a button sends. */
const inboxActionSchema = z.object({
  /** A word for it, such as `approve`. */
  name: z.string(),
  method: z.enum(['DELETE', 'PATCH', 'POST']),
  path: z.string(),
  /** The body; null: none. */
  body: z.record(z.string(), z.unknown()).nullable(),
  /** The hash for If-Match, which binds an answer to what was seen; null: none. */
  if_match: z.string().nullable(),
});
export type InboxAction = z.infer<typeof inboxActionSchema>;

/** A zone that is proposed for somebody. */
const zoneProposalSchema = z.object({
  person_id: idSchema('person'),
  name: z.string(),
  is_owner: z.boolean(),
  /** The zone that counts for them now; null: the agent's. */
  time_zone: z.string().nullable(),
  proposed_zone: z.string(),
  /** The place that they named, in their words. */
  place: z.string().nullable(),
});

/** A hand that is up. */
const raisedHandSchema = z.object({
  channel: z.string(),
  /** A room of ours, which gives its floor itself. */
  is_room: z.boolean(),
  reason: z.string().nullable(),
  /** How much it wants to speak, 0 to 1. */
  bid: z.number(),
});

const shared = {
  id: z.string(),
  /** Since when it waits. */
  at: instant,
  /** When it is answered by itself, with no; null: never. */
  until: instant.nullable(),
  /** What is asked, in one sentence. */
  title: z.string(),
  actions: z.array(inboxActionSchema),
};

/** One thing that waits for a person. */
export const inboxItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('approval'), ...shared, approval: approvalViewSchema }),
  z.object({ kind: z.literal('zone'), ...shared, zone: zoneProposalSchema }),
  z.object({
    kind: z.literal('look'),
    ...shared,
    activation: activationViewSchema,
    /** The question that it would have asked; null where no module is left to ask it. */
    would_ask: z.string().nullable(),
  }),
  z.object({ kind: z.literal('hand'), ...shared, hand: raisedHandSchema }),
]);
export type InboxItem = z.infer<typeof inboxItemSchema>;

/** GET /inbox: oldest first. */
export const inboxSchema = z.object({
  items: z.array(inboxItemSchema),
  next: z.string().nullable(),
  /** How many wait, by kind, whatever the page shows. */
  waiting: z.object({
    approval: z.number().int(),
    zone: z.number().int(),
    look: z.number().int(),
    hand: z.number().int(),
  }),
});
export type Inbox = z.infer<typeof inboxSchema>;
