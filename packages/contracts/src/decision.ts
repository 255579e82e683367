import { z } from 'zod';
import { modeSchema, modes } from './vocabulary.ts';

/** One score per mode. */
export const scoresSchema = z.object(
  Object.fromEntries(modes.map((mode) => [mode, z.number()])) as Record<(typeof modes)[number], z.ZodNumber>,
);
export type Scores = z.infer<typeof scoresSchema>;

const routingSchema = z.object({
  policyName: z.string(),
  policyVersion: z.number().int().positive(),
  signals: z.record(z.string(), z.number()),
  scores: scoresSchema,
  modeInitial: modeSchema,
  modeTerminal: modeSchema,
  confidence: z.number(),
  margin: z.number(),
  effectiveMargin: z.number(),
  tiebreak: z
    .object({
      candidates: z.tuple([modeSchema, modeSchema]),
      choice: modeSchema.nullable(),
      reason: z.string(),
    })
    .nullable(),
});

/** One routing of a turn. */
export type Routing = z.infer<typeof routingSchema>;

/**
 * A routing decision as stored: with it and the policy of that version the same bits come out again.
 * Signals are numbers only; a yes is 1 and a no is 0. `reroute`: how the turn was routed once more after its actions.
 * `unmeasured`: signals that were not measured, because none of their values could have changed the mode; memory was not asked.
 */
export const decisionSchema = routingSchema.extend({
  reroute: routingSchema.nullish(),
  unmeasured: z.array(z.string()).optional(),
});
export type Decision = z.infer<typeof decisionSchema>;
