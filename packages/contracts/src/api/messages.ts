import { z } from 'zod';
import { turnIdSchema, threadIdSchema } from '../ids.ts';
import { instantSchema } from '../instant.ts';
import { channelSchema, speakerSchema } from '../message-rules.ts';
import { selfStartedSources } from '../started-sources.ts';
import { timeZoneSchema } from '../time-zone.ts';
import { messageCharsMax, midRunPolicySchema, trustSchema, turnStateSchema } from '../vocabulary.ts';

/** A thread named by its id or by a key of the caller's own choosing (a room, a ticket, a phone number). */
export const threadRefSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\s\p{Cc}]+$/u, 'expected 1 to 128 characters without spaces');

/** One message to the agent: the body of POST /chat and POST /messages. */
export const messageRequestSchema = z.strictObject({
  /** May be empty (it is then ignored); longer than the limit is refused. */
  text: z.string().max(messageCharsMax),
  /** Where the message comes from, e.g. "cli" or "slack"; also names the caller's current thread. */
  source: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w.-]+$/)
    .refine(
      (source) => !selfStartedSources.includes(source),
      `expected another name: ${selfStartedSources.join(', ')} are what the agent begins by itself`,
    )
    .default('api'),
  /** Without it the caller's current thread goes on. */
  thread_id: threadRefSchema.optional(),
  /** Who speaks, in rooms with several people. Whom neither the agent nor the key lists is `unverified`. */
  speaker: speakerSchema.optional(),
  /** The way it came, e.g. "email"; without it `source` counts as one. It may lower how far the message is trusted, never raise it. */
  channel: channelSchema.optional(),
  /** How far it is to be trusted at most. */
  trust: trustSchema.optional(),
  /** The speaker's time zone; without it X-Time-Zone, the person's, the agent's or the installation's. */
  time_zone: timeZoneSchema.optional(),
  /** When it was said, for replayed transcripts: ISO 8601 with zone; never later than now. */
  at: instantSchema.optional(),
  /** What becomes of it while its thread is busy, in place of the agent's own setting: `steer` brings it into the run of actions that is under way. */
  mid_run: midRunPolicySchema.optional(),
});
export type MessageRequest = z.infer<typeof messageRequestSchema>;

/** The answer to POST /messages: the turn is committed and will run. */
export const acceptedSchema = z.object({
  turn_id: turnIdSchema,
  thread_id: threadIdSchema,
  seq: z.number().int().positive(),
  state: turnStateSchema,
  /** True when an Idempotency-Key was seen before and this is the earlier turn. */
  replayed: z.boolean(),
  links: z.object({ self: z.string(), events: z.string() }),
});
export type Accepted = z.infer<typeof acceptedSchema>;
