import { episodeBuildJob, memoryChunkJob, turnDigestJob } from '@salience/contracts';
import { sweepLanes, sweepMemory } from '@salience/database';
import { laneWake } from '@salience/queues';
import type { Deps, Run } from './deps.ts';

/** Rows of each kind in one run. Those not reached now are reached by the next. */
const batch = 500;

/**
 * Makes the sweeper of lanes (law 1): a thread with turns that nobody works on is woken again, first of all one whose
 * owner died. Equal wake-ups have equal ids, so what still waits in the queue is not doubled.
 */
export function createLaneSweeper({ db, fault, metrics, queues }: Deps): Run {
  return async () => {
    const lanes = await sweepLanes(db, batch);
    await fault('scheduler.swept');
    await queues.enqueueMany(turnDigestJob, lanes.map(laneWake));
    if (lanes.length > 0) metrics.sweeperRepairs.inc({ kind: 'lane' }, lanes.length);
    return lanes.length;
  };
}

/**
 * Makes the sweeper of memory (law 1): exchanges without chunk and ranges without episode get their job again. A queue
 * that is away loses nothing: the rows are offered again after their pause.
 */
export function createMemorySweeper({ db, metrics, queues }: Deps): Run {
  return async () => {
    const { exchanges, ranges } = await sweepMemory(db, batch);
    await Promise.all([
      queues.enqueueMany(
        memoryChunkJob,
        exchanges.map((payload) => ({ payload })),
      ),
      queues.enqueueMany(
        episodeBuildJob,
        ranges.map((payload) => ({ payload })),
      ),
    ]);
    const repairs = { exchange: exchanges.length, range: ranges.length };
    for (const [kind, count] of Object.entries(repairs))
      if (count > 0) metrics.sweeperRepairs.inc({ kind }, count);
    return repairs.exchange + repairs.range;
  };
}
