import { type FleetEventView, fleetEventSchema } from '@salience/contracts';
import type { ApiClient } from '../client/api-client.ts';
import { resumedStream } from '../client/resumed-stream.ts';
import type { Stop } from '../until-stopped.ts';

const path = '/operator/events';
/** After a resume the server repeats events up to half a minute old. */
const KEPT_MS = 600_000;

/** How the fleet is followed. */
export interface FollowOptions {
  readonly stop: Stop;
  /** Where to begin, in milliseconds of the server's time; now by default. */
  readonly from?: number;
  /** Told when the connection broke, and when it is back. */
  readonly onConnection?: (state: 'lost' | 'back') => void;
}

/**
 * The events of the whole fleet until the stop: each once, and after a break on from where it broke. Throws
 * `cli.not-running` when nothing answers at first, and whenever the server refuses.
 */
export async function* followFleet(
  client: ApiClient,
  options: FollowOptions,
): AsyncGenerator<FleetEventView> {
  const { stop, onConnection } = options;
  const place = new StreamPosition(options.from);
  const messages = resumedStream(client, {
    path,
    stop,
    onConnection,
    lastId: () => place.id,
    onOpen: (openedAt) => place.begin(openedAt),
  });
  for await (const { data } of messages) {
    const event = toEvent(data);
    if (event !== undefined && place.isNew(event)) yield event;
  }
}

/** The position in the event stream, and the late events already printed. */
class StreamPosition {
  #from: number | undefined;
  #latest: number | undefined;
  readonly #told = new Map<string, number>();

  constructor(from: number | undefined) {
    this.#from = from;
    this.#latest = from;
  }

  /** The last event's id, to resume after; before the first event it is where the reader began. */
  get id(): string | undefined {
    return this.#latest === undefined ? undefined : `${Math.max(0, Math.floor(this.#latest))}`;
  }

  /** Events before the reader's start are not printed, even if a resume brings them. */
  begin(openedAt: number | undefined): void {
    this.#from ??= openedAt;
    this.#latest ??= openedAt;
  }

  isNew(event: FleetEventView): boolean {
    const at = Date.parse(event.at);
    if (this.#told.has(event.key)) return false;
    if (this.#from !== undefined && at < this.#from && event.type !== 'gap') return false;
    this.#told.set(event.key, at);
    this.#latest = Math.max(this.#latest ?? at, at);
    for (const [key, when] of this.#told) {
      // In the order in which they were printed, which is nearly that of their times.
      if (when >= this.#latest - KEPT_MS) break;
      this.#told.delete(key);
    }
    return true;
  }
}

/** Undefined for events that this version does not know: a newer server may say more. */
function toEvent(data: string): FleetEventView | undefined {
  try {
    const parsed = fleetEventSchema.safeParse(JSON.parse(data));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
