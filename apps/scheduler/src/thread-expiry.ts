import { episodeBuildJob } from '@salience/contracts';
import { closeSilentThreads } from '@salience/database';
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
export function createThreadExpiry({ clock, db, fault, queues }: Deps, silence: Silence): Run {
  return async (signal) => {
    let total = 0;
    for (let closed = batch; closed === batch && !signal.aborted; ) {
      const ranges = await closeSilentThreads(db, { now: await clock.now(), limit: batch, ...silence });
      await fault('scheduler.closed');
      await queues.enqueueMany(
        episodeBuildJob,
        ranges.map((payload) => ({ payload })),
      );
      closed = ranges.length;
      total += closed;
    }
    return total;
  };
}
