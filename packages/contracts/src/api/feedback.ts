import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { pageQuerySchema } from './views.ts';

/** What can be judged: a turn or a thought. */
export const feedbackTargetSchema = z.union(
  [idSchema('turn'), idSchema('thought')],
  'expected the id of a turn or of a thought',
);

/** The body of POST /feedback. */
export const feedbackRequestSchema = z.strictObject({
  target: feedbackTargetSchema,
  /** From −1, bad, to 1, good. */
  value: z.number().min(-1).max(1),
  note: z.string().max(1_000).optional(),
});
export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;

/** The query of GET /feedback. */
export const feedbackQuerySchema = pageQuerySchema.extend({ target: feedbackTargetSchema.optional() });
