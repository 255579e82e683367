import { z } from 'zod';
import { contextMessageSchema, contextSnapshotSchema } from '../context-snapshot.ts';
import { turnIdSchema } from '../ids.ts';
import { policyNameSchema } from './policies.ts';

/** The query of GET /turns/:id/why. */
export const whyQuerySchema = z.object({
  /** `exact`: also the texts that the models were sent, word for word. */
  context: z.enum(['account', 'exact']).default('account'),
});

/** One model call of a turn: what was in its prompt and why; `system` and `messages` only when asked for. */
export const contextViewSchema = contextSnapshotSchema.extend({
  /** The number of the call in its turn, from 0. */
  call: z.number().int().nonnegative(),
  /** Of the whole prompt, estimated. */
  tokens: z.number().int().nonnegative(),
  system: z.string().optional(),
  messages: z.array(contextMessageSchema).optional(),
});
export type ContextView = z.infer<typeof contextViewSchema>;

const numberOrName = z.union([z.number(), z.string()]).nullable();

/** The query of GET /turns/:id/replay. */
export const replayQuerySchema = z.object({
  /** Decide by this policy instead of the one that decided. Default: the one that decided. */
  policy: policyNameSchema.optional(),
  /** Decide by this version. Default: the version that decided; of another policy the one that is in use. */
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});

/** GET /turns/:id/replay: the stored decision computed again from its signals and its policy's version. */
export const decisionReplayViewSchema = z.object({
  turn_id: turnIdSchema,
  /** True when every number and mode came out as stored, bit for bit. */
  equal: z.boolean(),
  /** The turn was forgotten on request: there is nothing left to compute it from, and no parts. */
  redacted: z.boolean().optional(),
  /** Signals that were not measured, because nothing they could say would have changed the decision. Another policy takes them as they stand. */
  unmeasured: z.array(z.string()).optional(),
  /** The decision itself and, where the turn acted, how it was routed again afterwards. */
  parts: z.array(
    z.object({
      part: z.enum(['decision', 'reroute']),
      policy: z.string(),
      policy_version: z.number().int(),
      mode: z.string(),
      equal: z.boolean(),
      differences: z.array(z.object({ field: z.string(), stored: numberOrName, computed: numberOrName })),
    }),
  ),
});
export type DecisionReplayView = z.infer<typeof decisionReplayViewSchema>;
