import { setTimeout as pause } from 'node:timers/promises';

/** Deals out moments to send at, evenly, until its time is over. */
export interface Pace {
  /** Resolves at the next free moment with true, or with false once the time is over. */
  next(): Promise<boolean>;
}

/** What an outage held up is sent after it, but never more than this much of it, in milliseconds. */
const catchUpMs = 1_000;

/** A pace of `perSecond` for `forMs` from now on, shared by all who ask. */
export function startPace(perSecond: number, forMs: number): Pace {
  const endsAt = performance.now() + forMs;
  const gapMs = 1_000 / perSecond;
  let moment = performance.now();
  return {
    async next() {
      moment = Math.max(moment + gapMs, performance.now() - catchUpMs);
      const waitMs = Math.min(moment, endsAt) - performance.now();
      if (waitMs > 0) await pause(waitMs);
      return performance.now() < endsAt;
    },
  };
}
