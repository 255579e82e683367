import { z } from 'zod';

/**
 * Why a signal woke the agent, or did not. One for every outcome: `woke` (it opened a wake, or is one of those that a wake tells), `below_threshold`, `template_missing`, `template_error`,
 * `not_finite` (a score that is no number is a no), `ambiguous` (one question for several modules), `outscored` (another module of the cluster asks), `own_doing` (the agent did it),
 * `flood` (counted, not judged), `breaker` (its wakes were of no use lately: shown, never asked), `budget` (told in the day's digest), `explored` (shown for a look, never asked),
 * `stale` (older than its worth), `paused`; `considered` (it does little for what the agent pursues: told in the day's digest), `skipped` (it does nothing for it: shown, never asked).
 */
export const escalationReasons = [
  'woke',
  'ambiguous',
  'outscored',
  'below_threshold',
  'template_missing',
  'template_error',
  'not_finite',
  'own_doing',
  'flood',
  'breaker',
  'budget',
  'explored',
  'stale',
  'paused',
  'considered',
  'skipped',
] as const;
export const escalationReasonSchema = z.enum(escalationReasons);
export type EscalationReason = z.infer<typeof escalationReasonSchema>;

/**
 * The states of an activation, which collects what one question will ask about: `open` until it is due; then `asked` (a turn asks the agent), or `told` (the day's digest names it);
 * `shown`: for a look only (explored, or while the breaker holds); `dropped`: its module was removed or paused before it was due.
 */
const activationStates = ['open', 'asked', 'told', 'shown', 'dropped'] as const;
export const activationStateSchema = z.enum(activationStates);
export type ActivationState = z.infer<typeof activationStateSchema>;
