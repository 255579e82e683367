import { type EventPosition, isTerminal, type StreamEvent, terminalPositions } from '@salience/contracts';
import type { TurnRow } from '@salience/database/turns';
import { SalienceError } from '@salience/errors';

/** A terminal event and its position, which no live event can have. */
export interface TerminalEvent {
  readonly event: StreamEvent;
  readonly position: EventPosition;
}

/**
 * The events that end a turn's stream, built from its row alone, so that every replica sends the same at any time (law 5). Throws
 * `stream.not-ended` for a running turn.
 */
export function terminalEvents(turn: TurnRow): TerminalEvent[] {
  if (!isTerminal(turn.state)) {
    throw new SalienceError(
      'stream.not-ended',
      `Expected a turn that ended, got ${turn.id} in state ${turn.state}.`,
      {
        kind: 'bug',
      },
    );
  }
  const outcome = outcomeEvent(turn);
  const done: StreamEvent = {
    type: 'done',
    turn_id: turn.id,
    state: turn.state,
    duration_ms: turnDurationMs(turn) ?? 0,
    ...(turn.mergedInto === null ? {} : { merged_into: turn.mergedInto }),
    ...(turn.state === 'cancelled' && turn.interruptedBy !== null
      ? { interrupted_by: turn.interruptedBy }
      : {}),
  };
  const { fence } = turn;
  return [
    ...(outcome === undefined ? [] : [{ event: outcome, position: { fence, n: terminalPositions.reply } }]),
    { event: done, position: { fence, n: terminalPositions.done } },
  ];
}

/** Business milliseconds from acceptance to the end; null while the turn runs. */
export function turnDurationMs(turn: TurnRow): number | null {
  if (turn.endedAt === null) return null;
  return Math.max(0, Date.parse(turn.endedAt) - Date.parse(turn.acceptedAt));
}

function outcomeEvent(turn: TurnRow): StreamEvent | undefined {
  if (turn.reply !== null) {
    const { text, topic, mode, confidence, exchangeId, citations } = turn.reply;
    return {
      type: 'message',
      turn_id: turn.id,
      text,
      topic,
      mode,
      confidence,
      exchange_id: exchangeId,
      citations,
    };
  }
  if (turn.state !== 'failed' && turn.state !== 'quarantined') return undefined;
  const error = turn.error ?? {
    code: `turn.${turn.state}`,
    message: 'The message could not be answered; the reason is unknown.',
    recoverable: false,
  };
  return { type: 'error', turn_id: turn.id, ...error };
}
