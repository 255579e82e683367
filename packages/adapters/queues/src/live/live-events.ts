import { comparePositions, type EventPosition, type LiveEvent, type TurnId } from '@salience/contracts';

/** An event and its position in its turn. */
export interface PositionedEvent {
  readonly position: EventPosition;
  readonly event: LiveEvent;
}

/** Receives the events of one turn, in order, each once. */
export type LiveListener = (position: EventPosition, event: LiveEvent) => void;

/**
 * The live events of turns. Ephemeral: kept for about ten minutes and about a thousand events per turn. What must not be lost is in
 * Postgres. Positions start above fence 0, and the events of one fence are published in order.
 */
export interface LiveEvents {
  /**
   * Publishes events in one round trip. On Postgres, deltas wait up to 50 ms to be joined, and only status and ended events are
   * awaited. Rejects with `queues.unavailable` when the backend is away.
   */
  publish(turnId: TurnId, events: readonly PositionedEvent[]): Promise<void>;
  /**
   * Calls the listener with every stored event after `after` (all of them when undefined), then with each new one: no gap, no
   * duplicate, in order. Drops events of a lower fence than the highest seen. Resolves with the function that ends the subscription.
   * Rejects with `queues.unavailable` when the backend is away.
   */
  subscribe(
    turnId: TurnId,
    after: EventPosition | undefined,
    listener: LiveListener,
  ): Promise<() => Promise<void>>;
  /** Deletes events older than `olderThanMs` and resolves with their number. Redis expires them by itself (0). */
  purge(olderThanMs: number): Promise<number>;
  /** Deletes all events of these turns. Resolves when they are gone. */
  forget(turnIds: readonly TurnId[]): Promise<void>;
}

/** How long a turn's events are kept, in milliseconds. */
export const KEEP_MS = 600_000;
/** Roughly how many events are kept per turn. */
export const KEEP_EVENTS = 5_000;

/** Orders the events of one subscriber, in whatever order replay and live delivery arrive. */
export class LiveReader {
  #last: EventPosition | undefined;
  #waiting: PositionedEvent[] | undefined = [];
  readonly #listener: LiveListener;

  constructor(after: EventPosition | undefined, listener: LiveListener) {
    this.#last = after;
    this.#listener = listener;
  }

  /** The position up to which every event was delivered. */
  get last(): EventPosition | undefined {
    return this.#last;
  }

  /** Buffers live events until `endReplay`. Returns false when it already buffers. */
  beginReplay(): boolean {
    if (this.#waiting) return false;
    this.#waiting = [];
    return true;
  }

  /** Delivers the replayed events, then those that arrived meanwhile. */
  endReplay(events: readonly PositionedEvent[]): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    this.accept(events);
    this.accept(waiting);
  }

  accept(events: readonly PositionedEvent[]): void {
    if (this.#waiting) {
      this.#waiting.push(...events);
      return;
    }
    for (const { position, event } of events) {
      if (this.#last && comparePositions(position, this.#last) <= 0) continue;
      this.#last = position;
      this.#listener(position, event);
    }
  }
}
