import { experienceAssimilateJob } from '@salience/contracts';
import { loadTraceparents, sweepExperiences } from '@salience/database';
import { withResend } from '@salience/telemetry';
import type { Deps, Run } from './deps.ts';

/** Rows in one run. Those not reached now are reached by the next. */
const batch = 500;

/**
 * Makes the run that sends experiences whose time has come to be looked at (law 1): the row says when, the job only delivers.
 * A queue that is away loses nothing: the rows are offered again after their pause. Those that found no place for a week are
 * given up, visibly.
 */
export function createExperienceSweeper({ clock, db, fault, log, metrics, queues }: Deps): Run {
  return async () => {
    const { due, expired } = await sweepExperiences(db, batch, await clock.now());
    await fault('scheduler.experiences-swept');
    if (expired > 0) {
      metrics.experiences.inc({ outcome: 'expired' }, expired);
      log.warn({ count: expired }, 'experiences given up: no place for a week');
    }
    if (due.length > 0) {
      const parents = (max: number) =>
        loadTraceparents(db, { experiences: due.slice(0, max).map((row) => row.experienceId) });
      const sending = {
        queue: experienceAssimilateJob.queue,
        count: due.length,
        kind: 'experience',
        parents,
      };
      const items = due.map((payload) => ({ payload }));
      await withResend(metrics, sending, () => queues.enqueueMany(experienceAssimilateJob, items));
    }
    return due.length + expired;
  };
}
