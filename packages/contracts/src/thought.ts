import { z } from 'zod';

/** What a model proposes as an idle thought; code decides whether it is kept. */
export const thoughtProposalSchema = z.object({
  type: z.enum(['reflection', 'question', 'hypothesis']),
  content: z.string().min(1).max(800),
});
export type ThoughtProposal = z.infer<typeof thoughtProposalSchema>;

/**
 * The signal that a turn was accepted, sent right after its commit; the payload is the agent's id. Who works while nobody needs
 * anything steps back at it. It may get lost: the rows are the truth.
 */
export const acceptedSignal = 'accepted';
