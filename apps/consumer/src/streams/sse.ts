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

/** One event as text of the event-stream format. */
function formatSse({ event, position }: PlacedEvent): string {
  const id = position === undefined ? '' : `id: ${formatEventId(position)}\n`;
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Writes events to an HTTP response whose headers are set. The first bytes name the reconnection time. */
export class SseSink implements EventSink {
  readonly #response: Response;

  constructor(response: Response, opening: readonly PlacedEvent[]) {
    this.#response = response;
    this.#write(`retry: ${retryMs}\n\n${opening.map(formatSse).join('')}`);
  }

  send(events: readonly PlacedEvent[]): void {
    this.#write(events.map(formatSse).join(''));
  }

  keepAlive(): void {
    this.#write(': keep-alive\n\n');
  }

  backlogBytes(): number {
    return this.#response.writableLength;
  }

  #write(text: string): void {
    // The close event reports a client that left; writing to it would only raise another error.
    if (!this.#response.writableEnded && !this.#response.destroyed) this.#response.write(text);
  }
}
