import { modeSchema } from '@salience/contracts';
import type { RoutingResult } from '@salience/router';
import { z } from 'zod';
import { contextSchema } from './context-signals.ts';

/** A row of the file. */
export const modeRowSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  set: z.string().default('rows'),
  /** Figures are shown for each domain of a set by itself too. */
  domain: z.string().nullish(),
  /** Rows of one group (a dialogue, an intent) depend on each other: intervals draw them as a whole. */
  group: z.string().nullish(),
  agent: z.string().optional(),
  speaker: z.string().optional(),
  context: contextSchema,
  text: z.string(),
  /** Every mode that is acceptable, the best first; rows without a label are decided and not counted. */
  gold: z.array(modeSchema).optional(),
  strict: z.boolean().default(true),
  /** Whether to ask back: 1 yes, 0 no; null: people do not agree. */
  clarify: z.union([z.literal(0), z.literal(1)]).nullish(),
});
/** A labelled message. */
export type ModeRow = z.infer<typeof modeRowSchema>;

/** A row with what was decided. */
export interface DecidedRow {
  readonly row: ModeRow;
  readonly result: RoutingResult;
}
