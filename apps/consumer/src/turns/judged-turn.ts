import type { FeedbackView, TurnView } from '@salience/contracts';
import { type FeedbackRow, listFeedback } from '@salience/database/feedback';
import type { TurnRow } from '@salience/database/turns';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { turnView } from './turn-view.ts';

/** Judgements of one turn that are shown with it. */
const shownMax = 20;

/** A turn with what people think of it. */
export async function judgedTurn(
  context: ConsumerContext,
  { agent }: Caller,
  turn: TurnRow,
): Promise<TurnView> {
  const judged = await listFeedback(context.db, agent.id, { limit: shownMax, target: turn.id });
  return { ...turnView(turn), feedback: judged.map(feedbackView) };
}

/** A judgement as the API shows it. */
export function feedbackView(row: FeedbackRow): FeedbackView {
  return {
    feedback_id: row.id,
    target: row.target,
    value: row.value,
    note: row.note,
    wanted: row.wanted,
    given_by: row.givenBy,
    at: row.createdAt.toISOString(),
  };
}
