import { conceptExtractJob } from '@salience/contracts';
import { loadTraceparents, sweepConcepts } from '@salience/database';
import { withResend } from '@salience/telemetry';
import type { Deps, Run } from './deps.ts';

/** Rows in one run. Those not reached now are reached by the next. */
const batch = 500;

/**
 * Makes the run that sends episodes again whose concepts were not read yet (law 1): the row says so, the job only delivers. A queue
 * that is away loses nothing: the rows are offered again after their pause.
 */
export function createConceptSweeper({ db, fault, metrics, queues }: Deps): Run {
  return async () => {
    const due = await sweepConcepts(db, batch);
    await fault('scheduler.concepts-swept');
    if (due.length === 0) return 0;
    const parents = (max: number) =>
      loadTraceparents(db, { episodes: due.slice(0, max).map((row) => row.episodeId) });
    const sending = { queue: conceptExtractJob.queue, count: due.length, kind: 'episode', parents };
    await withResend(metrics, sending, () =>
      queues.enqueueMany(
        conceptExtractJob,
        due.map((payload) => ({ payload })),
      ),
    );
    metrics.sweeperRepairs.inc({ kind: 'episode' }, due.length);
    return due.length;
  };
}
