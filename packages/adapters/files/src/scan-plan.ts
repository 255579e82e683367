import type { FileLimits } from './config.ts';
import type { ScanReason } from './handlers.ts';

/** A scan that has begun: its number, from 1, and why it was asked for. */
export interface BegunScan {
  readonly scan: number;
  readonly reason: ScanReason;
}

/** Says when a root is scanned, and counts the scans. Times are milliseconds of the caller's clock. */
export interface ScanPlan {
  /** Asks for a scan. False: one is asked for already. */
  ask(reason: ScanReason): boolean;
  /** From now on the root is scanned from time to time, and not watched. */
  unwatched(now: number): void;
  /** Whether watches should be tried again: a while ago there were none left. Then it is taken as watched. */
  retryWatches(now: number): boolean;
  /** When the next scan is due. */
  dueAt(): number;
  /** Begins a scan. Until one was complete, the reason is `start`. */
  begin(): BegunScan;
  /** The scan has come to its end, or was broken off. */
  ended(now: number, complete: boolean): void;
}

/** A plan whose first scan is due at once. */
export function createScanPlan({ scanEveryMs, scanPauseMs, unwatchedScanMs }: FileLimits): ScanPlan {
  let asked: ScanReason | undefined = 'start';
  let scans = 0;
  let anyComplete = false;
  let endedAt = Number.NEGATIVE_INFINITY;
  let unwatchedSince: number | undefined;
  return {
    ask(reason) {
      if (asked !== undefined) return false;
      asked = reason;
      return true;
    },
    unwatched(now) {
      unwatchedSince ??= now;
    },
    retryWatches(now) {
      if (unwatchedSince === undefined || now < unwatchedSince + scanEveryMs) return false;
      unwatchedSince = undefined;
      return true;
    },
    dueAt() {
      if (asked !== undefined) return endedAt + scanPauseMs;
      return endedAt + (unwatchedSince === undefined ? scanEveryMs : unwatchedScanMs);
    },
    begin() {
      const reason = asked ?? (unwatchedSince === undefined ? 'interval' : 'unwatched');
      asked = undefined;
      return { scan: ++scans, reason: anyComplete ? reason : 'start' };
    },
    ended(now, complete) {
      endedAt = now;
      anyComplete ||= complete;
    },
  };
}
