import { SalienceError } from '@salience/errors';

/** Small control messages between processes. Delivered at most once, to processes that listen at that moment. */
export interface Signals {
  /**
   * Sends up to 4,000 bytes. Resolves with false if certainly nobody listened; a backend that cannot tell resolves with true. Rejects
   * with `queues.unavailable` when the backend is away.
   */
  send(channel: string, payload: string): Promise<boolean>;
  /** Calls the listener for each later message on a channel. Resolves with the function that ends it. */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
}

const SIGNAL_BYTES_MAX = 4_000;

/** Throws `queues.signal-too-large` for a message that one of the backends could not carry. */
export function assertSignal(channel: string, payload: string): void {
  const bytes = Buffer.byteLength(payload);
  if (bytes <= SIGNAL_BYTES_MAX) return;
  const message = `Signal ${channel}: expected at most ${SIGNAL_BYTES_MAX} bytes, got ${bytes}. Send an id and store the rest.`;
  throw new SalienceError('queues.signal-too-large', message, { kind: 'bug' });
}
