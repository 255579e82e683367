import { settlesWithin } from './loop.ts';

/** Options of a lease. */
export interface LeaseOptions {
  /**
   * Renews the lease. Resolves with undefined while it is held, else with the reason to stop: another worker owns it, or the row asks
   * for it. If it rejects, the next renewal tries again: an outage does not take the lease away, and every later write checks the
   * fence.
   */
  renew(): Promise<unknown>;
  /** From the end of one renewal to the next, and from the call to the first, in milliseconds. */
  readonly everyMs: number;
  /** Called when a renewal rejects. */
  onError(error: unknown): void;
}

/** A lease that is renewed until it ends. */
export interface Lease {
  /** Aborts, with the reason that `renew` gave, when the work must stop. */
  readonly signal: AbortSignal;
  /** Stops renewing. Resolves when no renewal is in progress, or after a second. Does not release the lease. */
  end(): Promise<void>;
}

/** How long `end` waits for a renewal in progress, in milliseconds. */
const endMs = 1_000;

/**
 * Keeps a lease renewed until `end`, even after the signal aborted: work that was told to stop must still release what it holds.
 * Renewals never overlap.
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
