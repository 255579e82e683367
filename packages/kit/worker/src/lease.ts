import { settlesWithin } from './loop.ts';

/** How a lease is held. */
export interface LeaseOptions {
  /**
   * Renews the lease. Resolves with undefined while it is held, else with the reason why the work must stop: the lease is
   * another's, or the row asks for it. A renewal that rejects is tried again at the next one: a store that is away takes no lease
   * away, and what is written afterwards hangs on the fence.
   */
  renew(): Promise<unknown>;
  /** From the end of one renewal to the next, and from the call to the first, in milliseconds. */
  readonly everyMs: number;
  /** Hears of a renewal that rejected. */
  onError(error: unknown): void;
}

/** A lease that is renewed until it ends. */
export interface Lease {
  /** Aborts, with the reason that `renew` gave, when the work must stop. */
  readonly signal: AbortSignal;
  /** Renews no more. Resolves when no renewal is under way, or after a second. Does not give the lease back. */
  end(): Promise<void>;
}

/** How long the end of a lease waits for a renewal that is under way, in milliseconds. */
const endMs = 1_000;

/**
 * Holds a lease that was just taken until `end`, also after the signal aborted: work that was told to stop has yet to give back what
 * it holds. Renewals never overlap.
 */
export function holdLease(options: LeaseOptions): Lease {
  const lost = new AbortController();
  let ended = false;
  let renewal: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const once = async (): Promise<void> => {
    try {
      const reason = await options.renew();
      if (reason !== undefined) lost.abort(reason);
    } catch (error) {
      options.onError(error);
    }
    schedule();
  };
  const schedule = (): void => {
    if (ended) return;
    timer = setTimeout(() => {
      renewal = once();
    }, options.everyMs);
  };
  schedule();
  return {
    signal: lost.signal,
    async end() {
      ended = true;
      clearTimeout(timer);
      if (renewal !== undefined) await settlesWithin(renewal, endMs);
    },
  };
}
