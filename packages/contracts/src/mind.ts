import { z } from 'zod';
import { goalStatusSchema, pfcTrustSchema, thoughtTypeSchema } from './pfc.ts';

const instant = z.iso.datetime({ offset: true });

/** Thoughts that travel with an agent, at most: the newest, those that somebody vouches for before others. */
export const mindThoughtsMax = 2_000;

/** What an agent pursues and was thinking, as it travels with the agent's folder. Ids stay behind: they mean nothing elsewhere. */
export const mindSchema = z.strictObject({
  goals: z
    .array(
      z.strictObject({
        goal: z.string().trim().min(1).max(2_000),
        priority: z.int().min(0).max(100),
        context: z.string().max(2_000).nullable(),
        status: goalStatusSchema,
        trust: pfcTrustSchema,
        created_at: instant,
        updated_at: instant,
        completed_at: instant.nullable(),
      }),
    )
    .max(10_000),
  /** Buffered thoughts, the oldest first. */
  monologue: z
    .array(
      z.strictObject({
        channel: z.string().max(200).nullable(),
        thought_type: thoughtTypeSchema,
        content: z.string().max(20_000),
        trigger_message_id: z.string().max(500).nullable(),
        trigger_author: z.string().max(500).nullable(),
        trigger_content: z.string().max(20_000).nullable(),
        rule: z.string().max(64).nullable(),
        trust: pfcTrustSchema,
        created_at: instant,
      }),
    )
    .max(mindThoughtsMax),
  /** Buffered thoughts that did not travel. */
  left_out: z.int().min(0).optional(),
});
export type Mind = Readonly<z.infer<typeof mindSchema>>;
