import {
  type BiographyProposal,
  biographyProposalSchema,
  type ChunkProposal,
  chunkProposalSchema,
  type ConceptProposal,
  conceptProposalSchema,
  type EpisodeProposal,
  episodeProposalSchema,
  type ExperienceProposal,
  experienceProposalSchema,
  type ModelRole,
  type StretchProposal,
  stretchProposalSchema,
  type ThoughtProposal,
  thoughtProposalSchema,
} from '@salience/contracts';
import type { z } from 'zod';
import { type CriticOpinion, criticOpinionSchema } from './critic-opinion.ts';
import { type TiebreakProposal, tiebreakProposalSchema } from './tiebreak-proposal.ts';

/** The roles that answer with an object. */
export type ObjectRole = Exclude<ModelRole, 'respond' | 'acknowledge' | 'plan'>;

/** What each of them answers. */
export interface RoleObjects extends Record<ObjectRole, unknown> {
  readonly tiebreak: TiebreakProposal;
  readonly critic: CriticOpinion;
  readonly chunk: ChunkProposal;
  readonly stretch: StretchProposal;
  readonly episode: EpisodeProposal;
  readonly concept: ConceptProposal;
  readonly experience: ExperienceProposal;
  readonly biography: BiographyProposal;
  readonly drift: ThoughtProposal;
}

/** What an answer of each must be. */
export const objectRoles: { readonly [R in ObjectRole]: z.ZodType<RoleObjects[R]> } = {
  tiebreak: tiebreakProposalSchema,
  critic: criticOpinionSchema,
  chunk: chunkProposalSchema,
  stretch: stretchProposalSchema,
  episode: episodeProposalSchema,
  concept: conceptProposalSchema,
  experience: experienceProposalSchema,
  biography: biographyProposalSchema,
  drift: thoughtProposalSchema,
};
