import type { FeedbackRequest, FeedbackView, Id } from '@salience/contracts';
import { labelActivation } from '@salience/database/signals';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { knownActivation } from './activations.ts';
import { hintSenses } from './modules.ts';

/** Keeps what somebody thinks of an activation, as feedback and as a label that its module learns from. Throws the problem that says why not. */
export async function labelWake(
  context: ConsumerContext,
  caller: Caller,
  id: Id<'activation'>,
  { choice, givenBy, note, value }: Pick<FeedbackRequest, 'choice' | 'note' | 'value'> & { givenBy: string },
): Promise<FeedbackView> {
  const { candidates } = await knownActivation(context, caller, id);
  if (choice !== undefined && !candidates.includes(choice))
    throw httpProblem(
      422,
      'feedback.choice',
      `Expected "choice" as one of the modules that it asked about (${candidates.join(', ')}), got "${choice}".`,
    );
  const now = await context.clock.now();
  const agentId = caller.agent.id;
  const kept = await labelActivation(context.db, {
    agentId,
    id,
    value,
    note,
    choice,
    givenBy,
    read: false,
    now,
  });
  if (kept === null)
    throw httpProblem(
      409,
      'activation.open',
      'This activation still collects signals, and nothing was asked yet. Judge it once it was asked or shown.',
    );
  hintSenses(context, caller);
  return {
    feedback_id: kept.id,
    target: kept.target,
    value: kept.value,
    note: kept.note,
    wanted: null,
    given_by: kept.givenBy,
    at: new Date(kept.createdAt).toISOString(),
  };
}
