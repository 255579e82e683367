import type { PositionedEvent } from '../live/live-events.ts';

/** How long a delta waits for company, in milliseconds. NOTIFY serialises commits: fewer, larger ones are cheaper. */
const COALESCE_MS = 50;

/** Joins neighbouring deltas of one fence into one that stands at the last one's place. */
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

/**
 * Collects the events of one turn and writes them one batch after the other, so that no reader meets a later event
 * before an earlier one.
 */
export class DeltaBuffer {
  #waiting: PositionedEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();
  #writing = 0;
  readonly #write: (events: PositionedEvent[]) => Promise<void>;
  readonly #onIdle: () => void;
  readonly #onError: (error: unknown) => void;

  /** `onIdle` is called when nothing waits or is being written any more; `onError` hears what no caller awaits. */
  constructor(
    write: (events: PositionedEvent[]) => Promise<void>,
    onIdle: () => void,
    onError: (error: unknown) => void,
  ) {
    this.#write = write;
    this.#onIdle = onIdle;
    this.#onError = onError;
  }

  /** Takes events in; what is not only deltas is written at once and awaited, together with what waits. */
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

  /** Resolves when everything taken in so far is written; rejects when this batch could not be. */
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
    // The next batch only waits for this one; its fate is this caller's.
    this.#last = written.catch(() => {});
    await written;
  }
}
