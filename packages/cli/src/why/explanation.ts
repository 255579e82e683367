import { z } from 'zod';

/** The whole explanation of a turn as the API gives it. */
export const explanationSchema = z.looseObject({
  turn: z.looseObject({}),
  timings: z.looseObject({}).nullish(),
  decision: z.looseObject({}).nullish(),
  memory: z.looseObject({}).nullish(),
  takeovers: z.array(z.looseObject({})).nullish(),
});
export type Explanation = z.infer<typeof explanationSchema>;
