import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { instantSchema } from '../instant.ts';
import { keyRulesSchema } from '../message-rules.ts';

const instant = z.iso.datetime({ offset: true });
const dayMs = 86_400_000;

/** What a list says of every key; never the key itself. */
const shownKey = {
  /** How it begins, so that people tell keys apart. */
  hint: z.string(),
  created_at: instant,
  /** Null without an end. */
  expires_at: instant.nullable(),
  revoked_at: instant.nullable(),
};

/** A key of an agent: GET /operator/agents/:agent/keys. */
export const agentKeyViewSchema = z.object({
  key_id: idSchema('apiKey'),
  /** What it is for. */
  label: z.string(),
  rules: keyRulesSchema,
  ...shownKey,
});
export type AgentKeyView = z.infer<typeof agentKeyViewSchema>;

/** An operator key: GET /operator/keys. */
export const operatorKeyViewSchema = z.object({
  key_id: idSchema('operatorKey'),
  /** Whom it is for; the audit log names it. */
  name: z.string(),
  ...shownKey,
});
export type OperatorKeyView = z.infer<typeof operatorKeyViewSchema>;

/** The body of POST /operator/agents/:agent/keys. Without `expires_at` the key has no end. */
export const newAgentKeySchema = z.strictObject({
  label: z.string().min(1).max(120).default('api'),
  expires_at: instantSchema.optional(),
  rules: keyRulesSchema.optional(),
});

/** The body of POST /operator/keys. Without `expires_at` the key has no end. */
export const newOperatorKeySchema = z.strictObject({
  name: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]{0,62}$/,
      'expected 1 to 63 of a-z, 0-9, ".", "_" and "-", starting with a letter or digit',
    ),
  expires_at: instantSchema.optional(),
});

/** The body of POST …/rotate: how long the old key stays good, in milliseconds. */
export const rotateKeySchema = z.strictObject({
  overlap_ms: z
    .number()
    .int()
    .min(0)
    .max(366 * dayMs)
    .default(dayMs),
});

/** A key that was made. It is shown this once. */
export const madeKeyViewSchema = z.object({ key_id: z.string(), key: z.string() });
export type MadeKeyView = z.infer<typeof madeKeyViewSchema>;

/** A key in the place of another. */
export const rotatedKeyViewSchema = madeKeyViewSchema.extend({
  /** Until when the old one is good. */
  old_expires_at: instant,
});
export type RotatedKeyView = z.infer<typeof rotatedKeyViewSchema>;

/** A key that was revoked. */
export const revokedKeyViewSchema = z.object({ key_id: z.string(), revoked: z.literal(true) });
export type RevokedKeyView = z.infer<typeof revokedKeyViewSchema>;
