import { episodeBuildJob } from '@salience/contracts';
import { closeSilentThreads, loadTraceparents } from '@salience/database';
import { withResend } from '@salience/telemetry';
import type { Deps, Run } from './deps.ts';

/** How long threads may be silent, in milliseconds of business time. */
export interface Silence {
  readonly silenceMs: number;
  readonly expiryMs: number;
}

/** Threads in one statement; those that expire without an open range do not show in its result. */
const batch = 500;

/**
 * Makes the run that ends silent threads: their open range of exchanges is closed, and those silent for long expire.
 * A range that was closed but whose job could not be sent is found by the sweeper.
 */
export function createThreadExpiry({ clock, db, fault, metrics, queues }: Deps, silence: Silence): Run {
  return async (signal, alive) => {
    let total = 0;
    for (let closed = batch; closed === batch && !signal.aborted; ) {
      const ranges = await closeSilentThreads(db, { now: await clock.now(), limit: batch, ...silence });
      await fault('scheduler.closed');
      closed = ranges.length;
      total += closed;
      alive?.();
      if (closed === 0) break;
      // The episode belongs to the trace of the last message in it, hours ago as that may be.
      const parents = (max: number) =>
        loadTraceparents(db, { ranges: ranges.slice(0, max).map((row) => row.rangeId) });
      const sending = { queue: episodeBuildJob.queue, count: closed, kind: 'silence', parents };
      const items = ranges.map((payload) => ({ payload }));
      await withResend(metrics, sending, () => queues.enqueueMany(episodeBuildJob, items));
    }
    return total;
  };
}
