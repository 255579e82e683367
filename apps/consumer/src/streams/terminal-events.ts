import {
  type EndedTurnFacts,
  type EventPosition,
  isTerminal,
  millisecondsBetween,
  type StreamEvent,
  type TurnEnd,
  terminalPositions,
  turnEnd,
} from '@salience/contracts';
import type { TurnRow } from '@salience/database/turns';
import { SalienceError } from '@salience/errors';

/** A terminal event and its position, which no live event can have. */
export interface TerminalEvent {
  readonly event: StreamEvent;
  readonly position: EventPosition;
}

/** The events that end a turn's stream (law 5). */
export function terminalEvents({ outcome, done }: TurnEnd, fence: number): TerminalEvent[] {
  return [
    ...(outcome === null ? [] : [{ event: outcome, position: { fence, n: terminalPositions.reply } }]),
    { event: done, position: { fence, n: terminalPositions.done } },
  ];
}

/** The end of a turn by its row alone. Throws `stream.not-ended` for a running turn. */
export function endOfRow(turn: TurnRow): TurnEnd {
  if (hasEnded(turn)) return turnEnd(turn);
  throw new SalienceError(
    'stream.not-ended',
    `Expected a turn that ended, got ${turn.id} in state ${turn.state}.`,
    { kind: 'bug' },
  );
}

/** Business milliseconds from acceptance to the end; null while the turn runs. */
export function turnDurationMs(turn: TurnRow): number | null {
  return turn.endedAt === null ? null : millisecondsBetween(turn.acceptedAt, turn.endedAt);
}

function hasEnded(turn: TurnRow): turn is TurnRow & EndedTurnFacts {
  return isTerminal(turn.state) && turn.endedAt !== null;
}
