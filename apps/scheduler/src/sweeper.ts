import { episodeBuildJob, memoryChunkJob, turnDigestJob } from '@salience/contracts';
import { sweep } from '@salience/database';
import { laneWake } from '@salience/queues';
import type { Deps, Run } from './deps.ts';

/** Rows of each kind in one run. Those not reached now are reached by the next. */
const batch = 500;

/**
 * Makes the sweeper (law 1): whatever Postgres knows to be undone and no job may know of any more is sent again.
 * Equal jobs have equal ids, so what is still in the queue is not doubled. A queue that is away loses nothing: the
 * rows are offered again after their pause.
 */
export function createSweeper({ db, fault, metrics, queues }: Deps): Run {
  return async () => {
    const { lanes, exchanges, ranges } = await sweep(db, batch);
    await fault('scheduler.swept');
    await Promise.all([
      queues.enqueueMany(turnDigestJob, lanes.map(laneWake)),
      queues.enqueueMany(
        memoryChunkJob,
        exchanges.map((payload) => ({ payload })),
      ),
      queues.enqueueMany(
        episodeBuildJob,
        ranges.map((payload) => ({ payload })),
      ),
    ]);
    const repairs = { lane: lanes.length, exchange: exchanges.length, range: ranges.length };
    for (const [kind, count] of Object.entries(repairs))
      if (count > 0) metrics.sweeperRepairs.inc({ kind }, count);
    return repairs.lane + repairs.exchange + repairs.range;
  };
}
