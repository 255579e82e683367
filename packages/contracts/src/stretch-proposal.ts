import { z } from 'zod';
import { conceptProposalSchema } from './concepts.ts';
import { episodeProposalSchema } from './episode-proposal.ts';
import { chunkProposalSchema } from './memory.ts';

/**
 * What a model proposes for a stretch of exchanges in one answer: what each of them teaches, and where the stretch is whole its episode and
 * concepts. Code decides what of it is kept.
 */
export const stretchProposalSchema = z.object({
  exchanges: z
    .array(
      chunkProposalSchema.extend({
        /** The number of the exchange in the prompt, from 1; default: the next. */
        n: z.number().int().nullish(),
      }),
    )
    .max(16)
    .default([]),
  episode: episodeProposalSchema.nullish(),
  concepts: conceptProposalSchema.shape.concepts.default([]),
  relations: conceptProposalSchema.shape.relations,
});
export type StretchProposal = z.infer<typeof stretchProposalSchema>;
