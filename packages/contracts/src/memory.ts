import { z } from 'zod';

const unit = z.number().min(0).max(1);

/** What a model proposes for one exchange; code decides what of it is kept. All scores 0..1. */
export const chunkProposalSchema = z.object({
  gists: z
    .array(
      z.object({
        type: z.enum(['decision', 'intent', 'preference', 'uncertainty', 'fact', 'commitment']),
        content: z.string().min(1).max(500),
        confidence: unit,
      }),
    )
    .max(8),
  facts: z
    .array(
      z.object({
        subject: z.string().min(1).max(120),
        key: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected snake_case'),
        value: z.string().min(1).max(300),
        confidence: unit,
      }),
    )
    .max(5),
  entities: z
    .array(
      z.object({
        name: z.string().min(1).max(120),
        type: z.enum(['person', 'place', 'organisation', 'time', 'thing']),
      }),
    )
    .max(20),
});
export type ChunkProposal = z.infer<typeof chunkProposalSchema>;

/** What a model proposes for a range of exchanges. Salience is computed from the factors by code. */
export const episodeProposalSchema = z.object({
  gist: z.string().min(1).max(1_500),
  intent: z.string().min(1).max(300),
  outcome: z.string().max(600),
  openLoops: z.array(z.string().min(1).max(300)).max(8),
  factors: z.object({ novelty: unit, emotional: unit, commitment: unit, unresolved: z.boolean() }),
});
export type EpisodeProposal = z.infer<typeof episodeProposalSchema>;
