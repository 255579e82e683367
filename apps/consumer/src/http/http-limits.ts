/** The limits of one client before it is refused or dropped. Times in milliseconds. */
export interface HttpLimits {
  /** Time for headers to arrive, from the opening of the connection or the end of the last response. */
  readonly headersTimeoutMs: number;
  /** Time for a whole request to arrive, body included. */
  readonly requestTimeoutMs: number;
  /** How long the end of a response may wait for a client that does not read, before the connection is cut. */
  readonly unreadMs: number;
  /** Maximum number of connections; further ones get 503 and are closed. */
  readonly connections: number;
  /** Maximum number of streams per caller: a key, or all callers without one. */
  readonly streamsPerCaller: number;
}

/** Default limits, above what honest clients need. */
export const defaultHttpLimits: HttpLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  unreadMs: 10_000,
  connections: 10_000,
  streamsPerCaller: 2_000,
};

/** Maximum size of all headers of a request, in bytes. */
export const headerBytesMax = 16 * 1024;

/** Maximum number of headers of a request. Node stops counting at its own maximum, which is set to one more. */
export const headersMax = 100;
