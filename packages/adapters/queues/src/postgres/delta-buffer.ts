import type { PositionedEvent } from '../live/live-events.ts';

/**
 * How long a delta waits to be joined with others, in milliseconds. NOTIFY serialises commits, so fewer and larger ones are cheaper.
 */
const COALESCE_MS = 50;

/** Joins adjacent deltas of one fence into one at the position of the last. */
export function coalesce(events: readonly PositionedEvent[]): PositionedEvent[] {
  const joined: PositionedEvent[] = [];
  for (const current of events) {
    const previous = joined.at(-1);
    if (
      previous?.event.type === 'delta' &&
      current.event.type === 'delta' &&
      previous.position.fence === current.position.fence
    ) {
      const text = previous.event.text + current.event.text;
      joined[joined.length - 1] = { position: current.position, event: { type: 'delta', text } };
    } else {
      joined.push(current);
    }
  }
  return joined;
}

/** Collects the events of one turn and writes them batch by batch, so that no reader sees a later event before an earlier one. */
export class DeltaBuffer {
  #waiting: PositionedEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();
  #writing = 0;
  readonly #write: (events: PositionedEvent[]) => Promise<void>;
  readonly #onIdle: () => void;
  readonly #onError: (error: unknown) => void;

  /** `onIdle` is called when nothing is buffered or being written. `onError` receives errors that no caller awaits. */
  constructor(
    write: (events: PositionedEvent[]) => Promise<void>,
    onIdle: () => void,
    onError: (error: unknown) => void,
  ) {
    this.#write = write;
    this.#onIdle = onIdle;
    this.#onError = onError;
  }

  /** Adds events. Anything but deltas is written at once, with all buffered events, and awaited. */
  async add(events: readonly PositionedEvent[]): Promise<void> {
    this.#waiting.push(...events);
    if (events.some(({ event }) => event.type !== 'delta')) {
      await this.flush();
    } else {
      this.#timer ??= setTimeout(() => {
        this.flush().catch(this.#onError);
      }, COALESCE_MS);
    }
  }

  /** Resolves when everything added so far is written; rejects when this batch fails. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    const before = this.#last;
    this.#writing += 1;
    const written = (async () => {
      await before;
      try {
        if (batch.length > 0) await this.#write(coalesce(batch));
      } finally {
        this.#writing -= 1;
        if (this.#writing === 0 && this.#waiting.length === 0) this.#onIdle();
      }
    })();
    // The next batch only waits for this one; this caller handles its error.
    this.#last = written.catch(() => {});
    await written;
  }
}
