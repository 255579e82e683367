import type { Shapes } from '../routes.gen.ts';
import type { ServerEvent } from './server-events.ts';

/** An event of a turn's stream. `detached`, which only asks for the stream to be opened again, is not shown. */
export type TurnEvent = Exclude<Shapes['StreamEvent'], { type: 'detached' }>;

/** The place of an event: the fence under which a worker answers, and the number of the event under it. */
interface Place {
  readonly fence: number;
  readonly n: number;
}

const known: ReadonlySet<string> = new Set(['status', 'delta', 'reset', 'message', 'error', 'done']);

/**
 * What a caller has seen of one turn, over any number of connections: nothing is shown twice, whatever a server or a proxy repeats, and
 * deltas of a worker that lost the turn are taken back by a `reset` before anything of the next one is shown.
 */
export class TurnProgress {
  #lastId: string | undefined;
  #last: Place | undefined;
  /** The fence whose deltas the caller holds. */
  #spoken: number | undefined;
  #begun = false;

  /** `after` is the id of an event that the caller has, to go on from there. */
  constructor(after?: string) {
    if (after === undefined) return;
    this.#begun = true;
    this.#lastId = after;
    this.#last = placeOf(after);
    this.#spoken = this.#last?.fence;
  }

  /** The id of the last event, from which a stream is taken up again. */
  get lastEventId(): string | undefined {
    return this.#lastId;
  }

  /** What of an event is to be shown: nothing of one that was seen, or that this version does not know. */
  take({ data, id }: ServerEvent): TurnEvent[] {
    if (!isTurnEvent(data)) return [];
    const place = id === undefined ? undefined : placeOf(id);
    if (place !== undefined) {
      if (this.#last !== undefined && compare(place, this.#last) <= 0) return [];
      this.#last = place;
      this.#lastId = id;
    }
    if (data.type === 'reset') return this.#takeBack(data);
    if (data.type === 'status' && data.status === 'processing') {
      // Every stream that is opened without a place begins with it.
      if (this.#begun) return [];
      this.#begun = true;
    }
    const shown: TurnEvent[] = this.#overtakenBy(place) ? this.#takeBack(overtaken) : [];
    if (data.type === 'delta') this.#spoken = place?.fence ?? this.#spoken ?? 0;
    return [...shown, data];
  }

  #overtakenBy(place: Place | undefined): boolean {
    return place !== undefined && this.#spoken !== undefined && place.fence > this.#spoken;
  }

  #takeBack(reset: TurnEvent): TurnEvent[] {
    if (this.#spoken === undefined) return [];
    this.#spoken = undefined;
    return [reset];
  }
}

const overtaken: TurnEvent = { type: 'reset', reason: 'another worker took the turn over' };

function placeOf(id: string): Place | undefined {
  const [, fence, n] = /^(\d+)-(\d+)$/.exec(id) ?? [];
  return fence === undefined || n === undefined ? undefined : { fence: Number(fence), n: Number(n) };
}

function compare(one: Place, other: Place): number {
  return one.fence - other.fence || one.n - other.n;
}

function isTurnEvent(data: unknown): data is TurnEvent {
  return typeof data === 'object' && data !== null && 'type' in data && known.has(String(data.type));
}
