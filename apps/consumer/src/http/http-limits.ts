/** What one client may ask of the server before it is refused or dropped. Times in milliseconds. */
export interface HttpLimits {
  /** Headers have to be complete this long after the connection opened or the last answer ended. */
  readonly headersTimeoutMs: number;
  /** A whole request, body included, has to arrive within this. */
  readonly requestTimeoutMs: number;
  /** How long the end of an answer may wait for a client that does not read; then the connection is cut. */
  readonly unreadMs: number;
  /** Connections at a time; further ones are told 503 and closed. */
  readonly connections: number;
  /** Streams at a time of one caller: a key, or everybody without one. */
  readonly streamsPerCaller: number;
}

/** Limits that honest clients do not meet. */
export const defaultHttpLimits: HttpLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  unreadMs: 10_000,
  connections: 10_000,
  streamsPerCaller: 2_000,
};

/** Bytes of all headers of a request together. */
export const headerBytesMax = 16 * 1024;

/** Headers of one request. Node stops counting at its own maximum, which is set to one more. */
export const headersMax = 100;
