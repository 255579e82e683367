import type { Citation, TurnEnd } from './events.ts';
import type { ExchangeId, TurnId } from './ids.ts';
import type { Mode, TerminalState } from './vocabulary.ts';

/** What of an ended turn its stream tells. */
export interface EndedTurnFacts {
  readonly id: TurnId;
  readonly state: TerminalState;
  /** ISO times. */
  readonly acceptedAt: string;
  readonly endedAt: string;
  readonly reply: {
    readonly text: string;
    readonly topic: string;
    readonly mode: Mode;
    /** Of the routing. */
    readonly confidence: number;
    /** How far the reply can be relied on, 0..1; null where it makes no claim. */
    readonly replyConfidence: number | null;
    readonly exchangeId: ExchangeId;
    readonly citations: readonly Citation[];
  } | null;
  readonly error: { readonly code: string; readonly message: string; readonly recoverable: boolean } | null;
  readonly mergedInto: TurnId | null;
  readonly interruptedBy: TurnId | null;
}

/**
 * The end of a turn as its stream tells it. The worker that committed the turn and whoever reads its row make the same from it, so a
 * client gets the same end from every replica at any time.
 */
export function turnEnd(turn: EndedTurnFacts): TurnEnd {
  const { id, mergedInto, interruptedBy } = turn;
  return {
    outcome: outcomeOf(turn),
    done: {
      type: 'done',
      turn_id: id,
      state: turn.state,
      duration_ms: millisecondsBetween(turn.acceptedAt, turn.endedAt),
      ...(mergedInto === null ? {} : { merged_into: mergedInto }),
      ...(turn.state === 'cancelled' && interruptedBy !== null ? { interrupted_by: interruptedBy } : {}),
    },
  };
}

/** Milliseconds from one ISO time to a later one, never negative. */
export function millisecondsBetween(from: string, to: string): number {
  return Math.max(0, Date.parse(to) - Date.parse(from));
}

function outcomeOf({ id, state, reply, error }: EndedTurnFacts): TurnEnd['outcome'] {
  if (reply !== null) {
    const { text, topic, mode, confidence, exchangeId, citations, replyConfidence } = reply;
    return {
      type: 'message',
      turn_id: id,
      text,
      topic,
      mode,
      confidence,
      ...(replyConfidence === null ? {} : { reply_confidence: replyConfidence }),
      exchange_id: exchangeId,
      citations: [...citations],
    };
  }
  if (state !== 'failed' && state !== 'quarantined') return null;
  const { code, message, recoverable } = error ?? {
    code: `turn.${state}`,
    message: 'The message could not be answered; the reason is unknown.',
    recoverable: false,
  };
  return { type: 'error', turn_id: id, code, message, recoverable };
}
