import { z } from 'zod';

/** What a model proposes when two modes scored alike: the first (A) or the second (B) candidate. */
export const tiebreakProposalSchema = z.object({ choice: z.enum(['A', 'B']), reason: z.string().max(200) });
export type TiebreakProposal = z.infer<typeof tiebreakProposalSchema>;
