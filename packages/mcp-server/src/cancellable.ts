import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

/** The id that a client gave to a call. */
export type CallId = RequestId;

/** Calls of one client that may be taken back while they run. */
export interface Calls {
  /** Runs a call under a signal that aborts when the client takes it back, on whichever connection it says so. */
  run<T>(id: CallId, work: (cancelled: AbortSignal) => Promise<T>): Promise<T>;
  /** The client takes a call back. Does nothing where the call has ended. */
  cancel(id: CallId): void;
}

/** What the SDK tells of a call. */
export interface Called {
  readonly requestId: CallId;
  /** Aborts when the connection ends, or when its client takes the call back on it. */
  readonly signal: AbortSignal;
}

/** Runs a call under the signal that says that it was taken back. */
export type Cancellable = <T>(called: Called, work: (cancelled: AbortSignal) => Promise<T>) => Promise<T>;

/** For a connection that lasts as long as its client: the end of it takes every call back. */
export const cancelledByConnection: Cancellable = ({ signal }, work) => work(signal);
