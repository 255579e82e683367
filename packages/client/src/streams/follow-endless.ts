import { ApiError } from '../http/api-error.ts';
import { pause } from '../http/pause.ts';
import { pauseAfter } from '../http/retry.ts';
import type { RequestOptions } from '../http/routes.ts';
import type { TransportOptions } from '../http/transport.ts';
import { openEvents } from './server-events.ts';

/** How a stream without an end is followed, until its signal aborts or the loop over it is left. */
export interface EndlessOptions extends RequestOptions {
  /** Told when the connection broke, and when it is back. */
  readonly onConnection?: ((state: 'back' | 'lost') => void) | undefined;
}

/** A stream without an end. */
interface Endless<T> extends EndlessOptions {
  readonly address: string;
  /** Where it begins: the id of the last event that the caller has. */
  readonly after?: string | undefined;
  /** The event as it is shown; undefined to leave it out. */
  readonly shown: (data: unknown) => T | undefined;
}

/**
 * The events of a stream that the server ends every few minutes: it is opened again after the last event, as often as needed. Throws when
 * it cannot be opened to begin with, whenever the server refuses, and the reason of the signal.
 */
export async function* followEndless<T>(
  transport: TransportOptions,
  { address, after, onConnection, shown, signal, timeoutMs }: Endless<T>,
): AsyncGenerator<T> {
  const request = { method: 'GET', address, signal, timeoutMs, safe: true };
  let lastEventId = after;
  let connected = false;
  let drops = 0;
  for (;;) {
    let wait = 0;
    try {
      const { events } = await openEvents(transport, request, lastEventId);
      if (connected && drops > 0) onConnection?.('back');
      [connected, drops] = [true, 0];
      for await (const { data, id } of events) {
        if (id !== undefined && id !== '') lastEventId = id;
        const event = shown(data);
        if (event !== undefined) yield event;
      }
    } catch (error) {
      if (!(error instanceof ApiError) || !error.retryable) throw error;
      if (!connected && drops + 1 >= transport.retry.triesMax) throw error;
      wait = error.retryAfterMs ?? 0;
    }
    drops += 1;
    if (connected && drops === 1) onConnection?.('lost');
    await pause(Math.max(wait, pauseAfter(drops, transport.retry)), signal);
  }
}

/** Tells keys that were seen before from new ones, remembering the latest few thousand. */
export class SeenKeys {
  readonly #keys = new Set<string>();

  /** True the first time. */
  isNew(key: string): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    if (this.#keys.size > keysMax) for (const oldest of this.#keys) return this.#keys.delete(oldest);
    return true;
  }
}

const keysMax = 4_096;
