import type { EventPosition, TurnId } from '@salience/contracts';
import { withinReplyTime } from '../deadline.ts';
import type { TroubleReport } from '../quiet-log.ts';
import { type LiveListener, LiveReader, type PositionedEvent } from './live-events.ts';

/** The source of a topic's events. */
export interface LiveSource {
  /** Starts delivery of a turn's events to `LiveTopics.deliver`. Resolves when no new event can be missed. */
  open(turnId: TurnId): Promise<void>;
  /** Ends delivery. */
  close(turnId: TurnId): Promise<void>;
  /** The stored events of a turn after a position, in order. */
  read(turnId: TurnId, after: EventPosition | undefined): Promise<PositionedEvent[]>;
}

/** The turns that this process subscribes to. All listeners of a turn share one delivery. */
export class LiveTopics {
  readonly #topics = new Map<TurnId, { readers: Set<LiveReader>; opened: Promise<void> }>();
  readonly #source: LiveSource;
  readonly #report: TroubleReport;
  /** Readers whose delivery was lost and is not caught up with yet. */
  readonly #held = new Set<LiveReader>();

  constructor(source: LiveSource, report: TroubleReport) {
    this.#source = source;
    this.#report = report;
  }

  /** Implements `LiveEvents.subscribe`. */
  async subscribe(
    turnId: TurnId,
    after: EventPosition | undefined,
    listener: LiveListener,
  ): Promise<() => Promise<void>> {
    const reader = new LiveReader(after, this.#guarded(listener));
    const topic = this.#topics.get(turnId) ?? { readers: new Set(), opened: this.#source.open(turnId) };
    this.#topics.set(turnId, topic);
    topic.readers.add(reader);
    try {
      await withinReplyTime('subscribe to live events', topic.opened);
      reader.endReplay(await withinReplyTime('read live events', this.#source.read(turnId, after)));
    } catch (error) {
      await this.#leave(turnId, reader);
      throw error;
    }
    return () => this.#leave(turnId, reader);
  }

  /** True when this process has a listener for the turn. */
  has(turnId: TurnId): boolean {
    return this.#topics.has(turnId);
  }

  /** The position after which a turn's listeners need events; undefined when one needs all. */
  needed(turnId: TurnId): EventPosition | undefined {
    let lowest: EventPosition | undefined;
    for (const reader of this.#topics.get(turnId)?.readers ?? []) {
      if (!reader.last) return undefined;
      if (
        !lowest ||
        reader.last.fence < lowest.fence ||
        (reader.last.fence === lowest.fence && reader.last.n < lowest.n)
      )
        lowest = reader.last;
    }
    return lowest;
  }

  /** Delivers live events to a turn's listeners. */
  deliver(turnId: TurnId, events: readonly PositionedEvent[]): void {
    for (const reader of this.#topics.get(turnId)?.readers ?? []) reader.accept(events);
  }

  /**
   * Recovers from a lost connection: buffers live events, reopens delivery with `reopen`, and reads what was missed. Skips listeners
   * that are still in their first replay. When `reopen` rejects, so does this, and what it buffers waits for the next call. `concerns`
   * names the turns whose delivery was lost, where it is not that of all.
   */
  async catchUp(
    reopen: () => Promise<void>,
    concerns: (turnId: TurnId) => boolean = () => true,
  ): Promise<void> {
    for (const [turnId, topic] of this.#topics)
      if (concerns(turnId))
        for (const reader of topic.readers) if (reader.beginReplay()) this.#held.add(reader);
    await reopen();
    for (const [turnId, topic] of this.#topics) {
      if (!concerns(turnId) || ![...topic.readers].some((reader) => this.#held.has(reader))) continue;
      let events: PositionedEvent[] = [];
      try {
        events = await this.#source.read(turnId, this.needed(turnId));
      } catch (error) {
        this.#report(error);
      }
      for (const reader of topic.readers) if (this.#held.delete(reader)) reader.endReplay(events);
    }
  }

  async #leave(turnId: TurnId, reader: LiveReader): Promise<void> {
    this.#held.delete(reader);
    const topic = this.#topics.get(turnId);
    if (!topic?.readers.delete(reader) || topic.readers.size > 0) return;
    this.#topics.delete(turnId);
    try {
      await this.#source.close(turnId);
    } catch (error) {
      // No listener is left; the server drops the subscription with the connection.
      this.#report(error);
    }
  }

  #guarded(listener: LiveListener): LiveListener {
    return (position, event) => {
      try {
        listener(position, event);
      } catch (error) {
        this.#report(error);
      }
    };
  }
}
