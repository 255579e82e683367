import { episodeBuildJob, memoryChunkJob, turnDigestJob } from '@salience/contracts';
import { loadTraceparents, sweepLanes, sweepMemory } from '@salience/database';
import { laneWake } from '@salience/queues';
import { withResend } from '@salience/telemetry';
import type { Deps, Run } from './deps.ts';

/** Rows of each kind in one run. Those not reached now are reached by the next. */
const batch = 500;

/**
 * Makes the sweeper of lanes (law 1): a thread with turns that nobody works on is woken again, first of all one whose
 * owner died. Equal wake-ups have equal ids, so what still waits in the queue is not doubled.
 */
export function createLaneSweeper({ clock, db, fault, metrics, queues }: Deps): Run {
  return async () => {
    const lanes = await sweepLanes(db, batch, await clock.now());
    await fault('scheduler.swept');
    if (lanes.length === 0) return 0;
    const sending = {
      queue: turnDigestJob.queue,
      count: lanes.length,
      kind: 'lane',
      parents: (max: number) =>
        loadTraceparents(db, { threads: lanes.slice(0, max).map((lane) => lane.threadId) }),
    };
    await withResend(metrics, sending, () => queues.enqueueMany(turnDigestJob, lanes.map(laneWake)));
    metrics.sweeperRepairs.inc({ kind: 'lane' }, lanes.length);
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
    if (exchanges.length > 0) {
      const parents = (max: number) =>
        loadTraceparents(db, { exchanges: exchanges.slice(0, max).map((row) => row.exchangeId) });
      const sending = { queue: memoryChunkJob.queue, count: exchanges.length, kind: 'exchange', parents };
      await withResend(metrics, sending, () => queues.enqueueMany(memoryChunkJob, exchanges.map(asItem)));
      metrics.sweeperRepairs.inc({ kind: 'exchange' }, exchanges.length);
    }
    if (ranges.length > 0) {
      const parents = (max: number) =>
        loadTraceparents(db, { ranges: ranges.slice(0, max).map((row) => row.rangeId) });
      const sending = { queue: episodeBuildJob.queue, count: ranges.length, kind: 'range', parents };
      await withResend(metrics, sending, () => queues.enqueueMany(episodeBuildJob, ranges.map(asItem)));
      metrics.sweeperRepairs.inc({ kind: 'range' }, ranges.length);
    }
    return exchanges.length + ranges.length;
  };
}

function asItem<P>(payload: P): { readonly payload: P } {
  return { payload };
}
