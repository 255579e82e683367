import { z } from 'zod';
import { turnIdSchema } from '../ids.ts';

const instant = z.iso.datetime({ offset: true });
const name = z.string().trim().min(1, 'expected a name').max(200, 'expected at most 200 characters');
const names = z.array(name).max(20, 'expected at most 20 names');

/** The body of PUT /bridge: the Bridge that an agent listens to. */
export const bridgeRequestSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'expected an address that begins with https://' })
    .max(2_000)
    .refine(
      (text) => URL.canParse(text) && new URL(text).search === '',
      'expected an address without a query',
    ),
  /** Opens the Bridge. Left out: the one that is set stays, as long as the address does. */
  key: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, 'expected the key that the Bridge gave to this agent, without spaces')
    .optional(),
  /** Ids of its channels: digits, or names of rooms of ours. */
  channels: z
    .array(z.string().regex(/^[\w.:-]{1,128}$/, 'expected the id of a channel'))
    .min(1, 'expected at least one channel')
    .max(100, 'expected at most 100 channels')
    .refine((all) => new Set(all).size === all.length, 'expected each channel once'),
  /** What the agent is called there; `#<id>` for the id of its account, which then alone counts. */
  self_names: names.min(1, 'expected the name of the agent there'),
  /** What it is called in mentions, without the @. Left out or empty: its own names. */
  mention_names: names.default([]),
});
export type BridgeRequest = z.infer<typeof bridgeRequestSchema>;

/** A Bridge as the API shows it: never with its key. */
export const bridgeViewSchema = z.object({
  url: z.string(),
  channels: z.array(
    z.object({
      channel: z.string(),
      /** The last message that was heard; null: nothing yet. */
      last_message: z.string().nullable(),
      heard_at: instant.nullable(),
    }),
  ),
  self_names: z.array(z.string()),
  mention_names: z.array(z.string()),
  /** When it was connected last; null: never. */
  seen_at: instant.nullable(),
  /** Failures in a row, the code of the last one, and when it is tried again. */
  failures: z.number().int(),
  error: z.string().nullable(),
  retry_at: instant.nullable(),
  /** What became of answers, the latest first; at most 20. */
  replies: z.array(
    z.object({
      turn_id: turnIdSchema,
      channel: z.string(),
      message_id: z.string(),
      /** `silent`: another agent has it, or there was nothing to say. `unknown`: it may stand there, and is not said again. */
      state: z.enum(['waiting', 'sending', 'posted', 'silent', 'unknown', 'failed']),
      error: z.string().nullable(),
      created_at: instant,
      settled_at: instant.nullable(),
    }),
  ),
});
export type BridgeView = z.infer<typeof bridgeViewSchema>;
