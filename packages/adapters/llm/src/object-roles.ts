import {
  biographyProposalSchema,
  chunkProposalSchema,
  conceptProposalSchema,
  episodeProposalSchema,
  experienceProposalSchema,
  type ModelRole,
  thoughtProposalSchema,
} from '@salience/contracts';
import type { z } from 'zod';
import { criticOpinionSchema } from './critic-opinion.ts';
import { tiebreakProposalSchema } from './tiebreak-proposal.ts';

/** The roles that answer with an object, and what each may be. */
export const objectRoles: Readonly<
  Record<Exclude<ModelRole, 'respond' | 'acknowledge' | 'plan'>, z.ZodType>
> = {
  tiebreak: tiebreakProposalSchema,
  critic: criticOpinionSchema,
  chunk: chunkProposalSchema,
  episode: episodeProposalSchema,
  concept: conceptProposalSchema,
  experience: experienceProposalSchema,
  biography: biographyProposalSchema,
  drift: thoughtProposalSchema,
};
