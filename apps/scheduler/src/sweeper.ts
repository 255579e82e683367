import { episodeBuildJob, memoryChunkJob, turnDigestJob } from '@salience/contracts';
import { sweep } from '@salience/database';
import { type LaneToWake, laneWake } from '@salience/queues';
import type { Deps, Run } from './deps.ts';

/**
 * A swept lane is one whose wake-up still waits, which this one does not double, or one that its worker abandoned: it
 * has waited for the lease already and does not queue up again behind lanes that have not begun.
 */
function abandonedLane(lane: LaneToWake) {
  const { payload, options } = laneWake(lane);
  return { payload, options: { ...options, ahead: true } };
}

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
      queues.enqueueMany(turnDigestJob, lanes.map(abandonedLane)),
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
