/** How often a stream speaks of its own accord, and how long it lives; milliseconds. */
export interface StreamIntervals {
  /** A comment that keeps proxies from closing the connection. */
  readonly keepAliveMs: number;
  /** `status: still_working`. */
  readonly statusMs: number;
  /** The stream ends with `detached`; the turn goes on. */
  readonly detachMs: number;
  /** The safety net: open streams are compared with Postgres this often. */
  readonly pollMs: number;
  /** Bytes that may wait for a slow reader before its stream is detached. */
  readonly backlogBytesMax: number;
}

/** The intervals of the workflow's event lifecycle. */
export const defaultIntervals: StreamIntervals = {
  keepAliveMs: 15_000,
  statusMs: 20_000,
  detachMs: 360_000,
  pollMs: 1_000,
  backlogBytesMax: 1_048_576,
};
