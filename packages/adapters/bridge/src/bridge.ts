import { type BridgeCalls, createCalls } from './calls.ts';
import { type BridgeHandlers, listen, type ListenLimits } from './listen.ts';
import { bridgeAddress, type Reach } from './reach.ts';
import { createAsk } from './request.ts';

/** How a Bridge is reached. */
export interface BridgeOptions {
  /** https://host[:port][/path]. */
  readonly url: string;
  /** The agent's key there. It is sent to the Bridge, and stands in no error and no log. */
  readonly apiKey: string;
  /** Which addresses of the host may be called. */
  readonly reach: Reach;
  readonly limits?: Partial<BridgeLimits>;
}

/** Limits of a Bridge, in milliseconds and bytes. */
export interface BridgeLimits extends ListenLimits {
  /** For a request and its answer. */
  readonly requestMs: number;
  /** The largest answer that is read. */
  readonly answerBytesMax: number;
}

/** One Bridge, as one agent. */
export interface Bridge extends BridgeCalls {
  /**
   * Hears channels until `signal` ends it: what was said behind the last message that was taken, then what is said, each channel in order. The same message may be
   * given again after a restart. Rejects with `bridge.refused-key`, `bridge.private-address` (terminal; `retryAfterMs` says when to look again),
   * `bridge.unavailable` (retryable), and with whatever a handler rejects with.
   */
  listen(channels: readonly string[], handlers: BridgeHandlers, signal: AbortSignal): Promise<void>;
}

const usual: BridgeLimits = {
  reconnectMs: 5_000,
  connectMs: 10_000,
  requestMs: 15_000,
  lookMs: 30_000,
  pauseMs: 2_000,
  historyMax: 1_000,
  waitingMax: 1_000,
  frameBytesMax: 262_144,
  answerBytesMax: 8_388_608,
};

/** Makes a Bridge. Nothing is loaded and nobody is asked before it is used. Throws `bridge.bad-address`. */
export function createBridge({ apiKey, limits, reach, url: text }: BridgeOptions): Bridge {
  const all = { ...usual, ...limits };
  const url = bridgeAddress(text);
  const ask = createAsk({ url, apiKey, reach, timeoutMs: all.requestMs, bytesMax: all.answerBytesMax });
  const calls = createCalls(ask);
  return {
    ...calls,
    listen: (channels, handlers, signal) =>
      listen({ url, apiKey, reach, calls, channels, limits: all }, handlers, signal),
  };
}
