import { expect, it } from 'vitest';
import { conceptProposalSchema } from './concepts.ts';
import { episodeProposalSchema } from './episode-proposal.ts';

it('an episode may say no more than what it was about and what was wanted', () => {
  const told = { gist: 'Ana planned a trip.', intent: 'Plan a trip.' };
  const left = { outcome: '', openLoops: [] };
  const factors = { novelty: 0.5, emotional: 0, commitment: 0, unresolved: false };
  expect(episodeProposalSchema.parse(told)).toEqual({ ...told, ...left, factors });
  expect(episodeProposalSchema.parse({ ...told, factors: { emotional: 0.4 } })).toMatchObject({
    factors: { ...factors, emotional: 0.4 },
  });
  expect(episodeProposalSchema.safeParse({ gist: 'Ana planned a trip.' }).success).toBe(false);
});

it('concepts may stand without relations; an object that names none is no answer', () => {
  expect(conceptProposalSchema.parse({ concepts: [] })).toEqual({ concepts: [], relations: [] });
  expect(conceptProposalSchema.safeParse({ error: 'no' }).success).toBe(false);
});
