import { z } from 'zod';

/** A turn of a conversation as a row of the turns' file. What it says and when is read as for `salience replay`. */
export const turnRowSchema = z.object({
  conv: z.string().min(1),
  session: z.string(),
  turn: z.string(),
  speaker: z.string(),
  text: z.string(),
});
/** A row of the turns' file. */
export type TurnRow = z.infer<typeof turnRowSchema>;

/** A question about a conversation and the turns that answer it. */
export const questionRowSchema = z.object({
  id: z.string().optional(),
  conv: z.string().min(1),
  question: z.string().min(1),
  category: z.string().default('all'),
  evidence: z.array(z.string()).default([]),
  /** Questions without an answer in the conversation are asked and not counted. */
  scored: z.boolean().default(true),
  /** Asked as of the moment before this turn was said: nothing of it or after it is known then. Default: when the conversation had ended. */
  before_turn: z.string().nullish(),
});
/** A row of the questions' file. */
export type QuestionRow = z.infer<typeof questionRowSchema>;
