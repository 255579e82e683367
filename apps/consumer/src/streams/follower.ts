import {
  type AgentId,
  type EndedEvent,
  type EventPosition,
  isTerminal,
  type LiveEvent,
  type TerminalState,
  type TurnId,
} from '@salience/contracts';
import type { TurnRow } from '@salience/database/turns';
import type { EventSink } from './event-sink.ts';
import type { StreamIntervals } from './stream-intervals.ts';
import { endOfRow } from './terminal-events.ts';
import { believedEnd } from './told-end.ts';
import { TurnProgress } from './turn-progress.ts';

/** How a stream ended: with the turn, in this state; `detached`: the turn continues; `left`: the client disconnected. */
export type StreamEnd = TerminalState | 'detached' | 'left';

/** Which turn to follow, from where, for whom. */
export interface FollowRequest {
  readonly agentId: AgentId;
  readonly turnId: TurnId;
  /** The fence of its lane when the turn was last read. */
  readonly fence: number;
  /** The last event that the client has; undefined if it has none. */
  readonly after: EventPosition | undefined;
  readonly sink: EventSink;
  /** Aborted when the client disconnects. That never stops the turn. */
  readonly left: AbortSignal;
}

/** One open stream: its client, its position, and its timers. */
export class Follower {
  readonly agentId: AgentId;
  readonly turnId: TurnId;
  /** Resolves when the stream is over. */
  readonly over: Promise<StreamEnd>;
  /** Ends the live subscription; undefined while there is none. */
  unsubscribe: (() => Promise<void>) | undefined;
  readonly #fence: number;
  readonly #sink: EventSink;
  readonly #progress: TurnProgress;
  readonly #intervals: StreamIntervals;
  readonly #timers: NodeJS.Timeout[];
  readonly #resolve: (end: StreamEnd) => void;
  #last: EventPosition | undefined;
  #open = true;

  constructor(request: FollowRequest, intervals: StreamIntervals) {
    this.agentId = request.agentId;
    this.turnId = request.turnId;
    this.#fence = request.fence;
    this.#sink = request.sink;
    this.#last = request.after;
    this.#progress = new TurnProgress(request.turnId, request.after);
    this.#intervals = intervals;
    const { promise, resolve } = Promise.withResolvers<StreamEnd>();
    this.over = promise;
    this.#resolve = resolve;
    this.#timers = [
      setInterval(() => this.#sink.keepAlive(), intervals.keepAliveMs),
      setInterval(() => this.#stillWorking(), intervals.statusMs),
      setTimeout(() => this.detach(), intervals.detachMs),
    ];
    request.left.addEventListener('abort', () => this.#finish('left'), { once: true });
    if (request.left.aborted) this.#finish('left');
  }

  get open(): boolean {
    return this.#open;
  }

  /** The position from which to subscribe. */
  get position(): EventPosition | undefined {
    return this.#last;
  }

  /** Passes a live event on. */
  live(position: EventPosition, event: LiveEvent): void {
    if (!this.#open) return;
    this.#last = position;
    this.#send(this.#progress.live(position, event));
    // A client that cannot keep up gets the whole answer at its next resume instead of filling our memory.
    if (this.#sink.backlogBytes() > this.#intervals.backlogBytesMax) this.detach();
  }

  /** Sends the terminal events of a turn. */
  ended(turn: TurnRow): void {
    if (!this.#open || !isTerminal(turn.state)) return;
    this.#send(this.#progress.ended(endOfRow(turn), turn.fence));
    this.#finish(turn.state);
  }

  /** Sends the terminal events that a live event brings. False: it brings none to be believed, so the turn's row is to be read. */
  told({ fence }: EventPosition, event: EndedEvent): boolean {
    if (!this.#open) return true;
    const { agentId, turnId } = this;
    const end = believedEnd(event, fence, { agentId, turnId, fence: this.#fence });
    if (end === undefined) return false;
    this.#send(this.#progress.ended(end, fence));
    this.#finish(end.done.state);
    return true;
  }

  /** Ends the stream while the turn continues. */
  detach(): void {
    if (!this.#open) return;
    const resume = `/turns/${this.turnId}/events`;
    this.#send([{ event: { type: 'detached', turn_id: this.turnId, resume } }]);
    this.#finish('detached');
  }

  #stillWorking(): void {
    this.#send([{ event: { type: 'status', status: 'still_working' } }]);
  }

  #send(events: Parameters<EventSink['send']>[0]): void {
    if (events.length > 0) this.#sink.send(events);
  }

  #finish(end: StreamEnd): void {
    if (!this.#open) return;
    this.#open = false;
    // Intervals and timeouts are cleared by the same call.
    for (const timer of this.#timers) clearTimeout(timer);
    this.#resolve(end);
  }
}
