import { formatEventId } from '@salience/contracts';
import type { Response } from 'express';
import type { EventSink } from './event-sink.ts';
import type { PlacedEvent } from './turn-progress.ts';

/** The headers of every event stream. */
export const sseHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

/** How long a browser waits before it reconnects. */
const retryMs = 3_000;

/** An event of a stream as it is written. `type` is in its data too, for clients that see only these. */
export interface SseEvent {
  readonly id?: string | undefined;
  readonly data: { readonly type: string };
}

function formatSse({ data, id }: SseEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Writes events to an HTTP response whose headers are set. The first bytes name the reconnection time. */
export class SseWriter {
  readonly #response: Response;

  constructor(response: Response, opening: readonly SseEvent[] = []) {
    this.#response = response;
    this.#write(`retry: ${retryMs}\n\n${opening.map(formatSse).join('')}`);
  }

  /** `written` is called once the bytes left this process, and never for a client that left before. */
  write(events: readonly SseEvent[], written?: () => void): void {
    this.#write(events.map(formatSse).join(''), written);
  }

  keepAlive(): void {
    this.#write(': keep-alive\n\n');
  }

  backlogBytes(): number {
    return this.#response.writableLength;
  }

  #write(text: string, written?: () => void): void {
    // The close event reports a client that left; writing to it would only raise another error.
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text, (error) => {
      if (!error) written?.();
    });
  }
}

/** Writes the events of a turn; `ended` is called once its last event left this process. */
export class SseSink extends SseWriter implements EventSink {
  readonly #ended: (() => void) | undefined;

  constructor(response: Response, opening: readonly PlacedEvent[], ended?: () => void) {
    super(response, opening.map(placed));
    this.#ended = ended;
  }

  send(events: readonly PlacedEvent[]): void {
    const last = events.some(({ event }) => event.type === 'done');
    this.write(events.map(placed), last ? this.#ended : undefined);
  }
}

function placed({ event, position }: PlacedEvent): SseEvent {
  return { id: position === undefined ? undefined : formatEventId(position), data: event };
}
