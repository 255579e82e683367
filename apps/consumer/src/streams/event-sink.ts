import type { PlacedEvent } from './turn-progress.ts';

/** Where a stream's events go. Calls never block and never throw. */
export interface EventSink {
  send(events: readonly PlacedEvent[]): void;
  /** Shows that the connection lives. */
  keepAlive(): void;
  /** Bytes that wait for the reader. */
  backlogBytes(): number;
}
