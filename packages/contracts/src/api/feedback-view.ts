import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** A judgement as the API shows it. */
export const feedbackViewSchema = z.object({
  feedback_id: idSchema('feedback'),
  target: z.string(),
  value: z.number(),
  note: z.string().nullable(),
  given_by: z.string(),
  at: z.iso.datetime({ offset: true }),
});
export type FeedbackView = z.infer<typeof feedbackViewSchema>;
