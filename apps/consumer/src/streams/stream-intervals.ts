/** Intervals and limits of a stream; milliseconds. */
export interface StreamIntervals {
  /** A comment that keeps proxies from closing the connection. */
  readonly keepAliveMs: number;
  /** `status: still_working`. */
  readonly statusMs: number;
  /** After this the stream ends with `detached`; the turn continues. */
  readonly detachMs: number;
  /** How often the caller of a thread's stream is admitted again: a key that was revoked hears nothing more. */
  readonly admitMs: number;
  /** How often open streams are compared with Postgres, in case a message was lost. */
  readonly pollMs: number;
  /** Bytes that may wait for a slow client before its stream is detached. */
  readonly backlogBytesMax: number;
}

/** The intervals of the workflow's event lifecycle. */
export const defaultIntervals: StreamIntervals = {
  keepAliveMs: 15_000,
  statusMs: 20_000,
  detachMs: 360_000,
  admitMs: 5_000,
  pollMs: 1_000,
  backlogBytesMax: 1_048_576,
};
