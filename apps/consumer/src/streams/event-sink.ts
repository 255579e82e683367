import type { PlacedEvent } from './turn-progress.ts';

/** The destination of a stream's events. Calls never block and never throw. */
export interface EventSink {
  send(events: readonly PlacedEvent[]): void;
  /** Sends a keep-alive. */
  keepAlive(): void;
  /** Bytes that the client has not read yet. */
  backlogBytes(): number;
}
