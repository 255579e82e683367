import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { modeSchema } from '../vocabulary.ts';
import { moduleNameSchema } from './signals.ts';
import { pageQuerySchema } from './views.ts';

/** What can be judged: a turn, a thought, or an activation, which learns from it. */
export const feedbackTargetSchema = z.union(
  [idSchema('turn'), idSchema('thought'), idSchema('activation')],
  'expected the id of a turn, of a thought or of an activation',
);

/** The body of POST /feedback. */
export const feedbackRequestSchema = z.strictObject({
  target: feedbackTargetSchema,
  /** From −1, bad, to 1, good. */
  value: z.number().min(-1).max(1),
  note: z.string().max(1_000).optional(),
  /** Of a turn that was judged bad: the mode that it should have taken. `CLARIFY`: it should have asked. */
  wanted: modeSchema.optional(),
  /** Of an activation that asked about several modules: the one that was meant. */
  choice: moduleNameSchema.optional(),
});
export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;

/** The query of GET /feedback. */
export const feedbackQuerySchema = pageQuerySchema.extend({ target: feedbackTargetSchema.optional() });
