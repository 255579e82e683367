import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { modeSchema } from '../vocabulary.ts';

/** A judgement as the API shows it. */
export const feedbackViewSchema = z.object({
  feedback_id: idSchema('feedback'),
  target: z.string(),
  value: z.number(),
  note: z.string().nullable(),
  /** Of a turn: the mode that it should have taken; null where it was not said. Absent in answers of older servers. */
  wanted: modeSchema.nullish(),
  given_by: z.string(),
  at: z.iso.datetime({ offset: true }),
});
export type FeedbackView = z.infer<typeof feedbackViewSchema>;
