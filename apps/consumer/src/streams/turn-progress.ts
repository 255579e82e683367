import {
  comparePositions,
  type EventPosition,
  type LiveEvent,
  type StreamEvent,
  type TurnEnd,
  type TurnId,
  terminalPositions,
} from '@salience/contracts';
import { terminalEvents } from './terminal-events.ts';

/** An event of a stream. Without a position it gets no event id and cannot be resumed from. */
export interface PlacedEvent {
  readonly event: StreamEvent;
  readonly position?: EventPosition;
}

/**
 * The progress of one client through one turn. Pure: events in, events to send out. Nothing at or before the position is repeated, a
 * lower fence is ignored after a higher one, and a higher fence resets the deltas of a lower.
 */
export class TurnProgress {
  readonly #turnId: TurnId;
  #last: EventPosition | undefined;
  /** The fence whose deltas the client may have. */
  #spoken: number | undefined;

  /** `after` is the client's position; it must not be ahead of the turn. */
  constructor(turnId: TurnId, after: EventPosition | undefined) {
    this.#turnId = turnId;
    this.#last = after;
    // A resuming client may hold deltas up to there; an extra reset costs nothing, a missing one shows two answers.
    if (after !== undefined && after.n < terminalPositions.reply) this.#spoken = after.fence;
  }

  /** The events to send for a live event. */
  live(position: EventPosition, event: LiveEvent): PlacedEvent[] {
    if (event.type === 'ended') return [];
    if (this.#last !== undefined && comparePositions(position, this.#last) <= 0) return [];
    this.#last = position;
    const heard = this.#takeBack(position.fence);
    if (event.type === 'delta') this.#spoken = position.fence;
    // Every stream begins with this status, so the worker's own is dropped.
    if (event.type === 'status' && event.status === 'processing') return heard;
    heard.push({ event, position });
    return heard;
  }

  /** The remaining events of a turn that ended under this fence. */
  ended(end: TurnEnd, fence: number): PlacedEvent[] {
    const last = this.#last;
    const left = terminalEvents(end, fence).filter(
      ({ position }) => last === undefined || comparePositions(position, last) > 0,
    );
    return left.length === 0 ? [] : [...this.#takeBack(fence), ...left];
  }

  #takeBack(fence: number): PlacedEvent[] {
    if (this.#spoken === undefined || fence <= this.#spoken) return [];
    this.#spoken = undefined;
    return [{ event: { type: 'reset', reason: `another worker took turn ${this.#turnId} over` } }];
  }
}
