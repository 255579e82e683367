import { acknowledgeExamples } from './acknowledge-examples.ts';
import { actExamples } from './act-examples.ts';
import { respondExamples } from './respond-examples.ts';

/**
 * What people say to an assistant that lives with them, by what it deserves. All of it was written for this project; none of
 * it was copied from a data set.
 */
export const examples = {
  ACT: actExamples,
  RESPOND: respondExamples,
  ACKNOWLEDGE: acknowledgeExamples,
} as const;
