import { isoInstant } from './iso-instant.ts';
import type { Accepted, TurnView } from '@salience/contracts';
import type { TurnRow } from '@salience/database/turns';
import { approvalView } from './approval-view.ts';
import { turnDurationMs } from '../streams/terminal-events.ts';
import type { AcceptedTurn } from './accept-message.ts';

/** The address of a turn. */
function turnLinks(turnId: string): Accepted['links'] {
  return { self: `/turns/${turnId}`, events: `/turns/${turnId}/events` };
}

/** An accepted turn, as POST /messages returns it. */
export function acceptedView(turn: AcceptedTurn): Accepted {
  return {
    turn_id: turn.turnId,
    thread_id: turn.threadId,
    seq: turn.seq,
    state: turn.state,
    replayed: turn.replayed,
    links: turnLinks(turn.turnId),
  };
}

/** A turn as the API shows it. */
export function turnView(turn: TurnRow): TurnView {
  const { reply } = turn;
  return {
    turn_id: turn.id,
    thread_id: turn.threadId,
    seq: turn.seq,
    state: turn.state,
    text: turn.text,
    speaker: turn.speaker,
    source: turn.source,
    trust: turn.trust,
    attempts: turn.attempts,
    accepted_at: isoInstant(turn.acceptedAt),
    ended_at: turn.endedAt === null ? null : isoInstant(turn.endedAt),
    duration_ms: turnDurationMs(turn),
    reply:
      reply === null
        ? null
        : {
            text: reply.text,
            mode: reply.mode,
            topic: reply.topic,
            confidence: reply.confidence,
            reply_confidence: reply.replyConfidence,
            exchange_id: reply.exchangeId,
            citations: reply.citations,
            model: reply.model,
          },
    error: turn.error,
    traceparent: turn.traceparent,
    merged_into: turn.mergedInto,
    merged: [...turn.merged],
    interrupted_by: turn.interruptedBy,
    parent_turn_id: turn.parentTurnId,
    child_turn_ids: [...turn.childTurnIds],
    forgotten_at: turn.forgottenAt === null ? null : isoInstant(turn.forgottenAt),
    approvals: turn.approvals.map(approvalView),
  };
}
