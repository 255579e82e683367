import { comparePositions, type EventPosition, type LiveEvent, type TurnId } from '@salience/contracts';

/** An event and its place in its turn. */
export interface PositionedEvent {
  readonly position: EventPosition;
  readonly event: LiveEvent;
}

/** Hears the events of one turn, in order, each once. */
export type LiveListener = (position: EventPosition, event: LiveEvent) => void;

/**
 * What a turn says while it runs. Ephemeral: kept for about ten minutes and at most some thousand events a turn;
 * what must not be lost is in Postgres. Positions start above fence 0, and one fence's events are published in order.
 */
export interface LiveEvents {
  /**
   * Hands events over, in one round trip. On Postgres deltas wait up to 50 ms to be joined, and only status and
   * ended events are awaited. Rejects with `queues.unavailable` when the backend is away.
   */
  publish(turnId: TurnId, events: readonly PositionedEvent[]): Promise<void>;
  /**
   * Calls the listener with every kept event after `after` (all of them when undefined), then with each new one:
   * no gap, no duplicate, in order. Events of a lower fence than the highest heard are dropped. Resolves with
   * the function that ends it. Rejects with `queues.unavailable` when the backend is away.
   */
  subscribe(
    turnId: TurnId,
    after: EventPosition | undefined,
    listener: LiveListener,
  ): Promise<() => Promise<void>>;
  /** Deletes what is older than `olderThanMs` and resolves with the number of events; Redis does it by itself (0). */
  purge(olderThanMs: number): Promise<number>;
  /** Drops all that is kept of these turns; resolves when it is gone. Whoever listens keeps what was heard. */
  forget(turnIds: readonly TurnId[]): Promise<void>;
}

/** What is kept of a turn, in milliseconds. */
export const KEEP_MS = 600_000;
/** Events that are kept of one turn, about. */
export const KEEP_EVENTS = 5_000;

/** Puts what one subscriber hears into order, whatever order replay and live delivery come in. */
export class LiveReader {
  #last: EventPosition | undefined;
  #waiting: PositionedEvent[] | undefined = [];
  readonly #listener: LiveListener;

  constructor(after: EventPosition | undefined, listener: LiveListener) {
    this.#last = after;
    this.#listener = listener;
  }

  /** The place up to which everything was heard. */
  get last(): EventPosition | undefined {
    return this.#last;
  }

  /** Live events wait from now on, until `endReplay`. False when they did already. */
  beginReplay(): boolean {
    if (this.#waiting) return false;
    this.#waiting = [];
    return true;
  }

  /** Delivers what a replay found, then what came in meanwhile. */
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
