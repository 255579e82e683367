import type { HistoryItem } from '@salience/contracts';
import type { HistoryRow } from '@salience/database/turns';
import { approvalView } from './approval-view.ts';

/** A turn of a thread's history as the API shows it. */
export function historyItem(row: HistoryRow): HistoryItem {
  return {
    turn_id: row.turnId,
    seq: row.seq,
    state: row.state,
    speaker: row.speaker,
    text: row.text,
    merged_into: row.mergedInto,
    trust: row.trust,
    said_at: row.saidAt.toISOString(),
    reply: replyOf(row),
    source: row.source,
    accepted_at: row.acceptedAt.toISOString(),
    ended_at: orNull(row.endedAt),
    cancel_requested_at: orNull(row.cancelRequestedAt),
    forgotten_at: orNull(row.forgottenAt),
    error: row.error,
    parent_turn_id: row.parentTurnId,
    interrupted_by: row.interruptedBy,
    steered: row.steered,
    answers: [...row.answers],
    mode: row.mode,
    confidence: row.confidence,
    approvals: row.approvals.map(approvalView),
    feedback: row.feedback.map(({ givenBy, value, wanted }) => ({ value, wanted, given_by: givenBy })),
  };
}

function replyOf({ citations, exchangeId, mode, model, reply, replyConfidence, usage }: HistoryRow) {
  if (reply === null || mode === null || exchangeId === null) return null;
  return {
    text: reply,
    mode,
    exchange_id: exchangeId,
    citations: citations ?? [],
    reply_confidence: replyConfidence,
    model,
    usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
  };
}

function orNull(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
