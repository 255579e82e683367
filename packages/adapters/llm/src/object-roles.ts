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
  type RunNotes,
  type RoutingReview,
  routingReviewSchema,
  runNotesSchema,
  type StretchProposal,
  stretchProposalSchema,
  type ThoughtProposal,
  thoughtProposalSchema,
  type Triage,
  triageSchema,
} from '@salience/contracts';
import { z } from 'zod';

/** What a model proposes of a result that the rules accepted: whether it fits what was asked, and why. */
const criticOpinionSchema = z.object({ fits: z.boolean(), reason: z.string().max(200) });
type CriticOpinion = z.infer<typeof criticOpinionSchema>;

/** What a model proposes when two modes scored alike: the first (A) or the second (B) candidate. */
const tiebreakProposalSchema = z.object({ choice: z.enum(['A', 'B']), reason: z.string().max(200) });
type TiebreakProposal = z.infer<typeof tiebreakProposalSchema>;

/** The roles that answer with an object. */
export type ObjectRole = Exclude<ModelRole, 'respond' | 'acknowledge' | 'plan'>;

/** What each of them answers. */
export interface RoleObjects extends Record<ObjectRole, unknown> {
  readonly tiebreak: TiebreakProposal;
  readonly compact: RunNotes;
  readonly critic: CriticOpinion;
  readonly triage: Triage;
  readonly chunk: ChunkProposal;
  readonly stretch: StretchProposal;
  readonly episode: EpisodeProposal;
  readonly concept: ConceptProposal;
  readonly experience: ExperienceProposal;
  readonly biography: BiographyProposal;
  readonly drift: ThoughtProposal;
  readonly reflect: RoutingReview;
}

/** What an answer of each must be. */
export const objectRoles: { readonly [R in ObjectRole]: z.ZodType<RoleObjects[R]> } = {
  tiebreak: tiebreakProposalSchema,
  compact: runNotesSchema,
  critic: criticOpinionSchema,
  triage: triageSchema,
  chunk: chunkProposalSchema,
  stretch: stretchProposalSchema,
  episode: episodeProposalSchema,
  concept: conceptProposalSchema,
  experience: experienceProposalSchema,
  biography: biographyProposalSchema,
  drift: thoughtProposalSchema,
  reflect: routingReviewSchema,
};
