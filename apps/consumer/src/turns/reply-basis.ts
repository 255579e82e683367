import { type ActStep, offlineModel, type TurnExplanationView } from '@salience/contracts';
import type { TurnRow } from '@salience/database/turns';
import { confidenceOfReply, toldResults } from '@salience/memory';

/**
 * What made the confidence in a turn's reply, computed again from what is stored. Null where the reply makes no claim, or where the
 * result is another than the stored one, because what the reply rested on was forgotten.
 */
export function replyBasis(
  { id, reply }: Pick<TurnRow, 'id' | 'reply'>,
  steps: readonly ActStep[],
): NonNullable<TurnExplanationView['reply_basis']> | null {
  if (reply === null) return null;
  const made = confidenceOfReply({
    mode: reply.mode,
    offline: reply.model === offlineModel.model,
    trust: reply.trust,
    support: reply.citations.map(({ support }) => support ?? 0),
    actions: toldResults(steps, id),
  });
  if (made === null || made.confidence !== reply.replyConfidence) return null;
  const { ground, leastAction, limit, supported } = made;
  return { ground, supported, least_action: leastAction, limit };
}
