import { turnDigestJob } from '@salience/contracts';
import { fireReminders, loadTraceparents } from '@salience/database';
import { laneWake } from '@salience/queues';
import { withResend } from '@salience/telemetry';
import type { Deps, Run } from './deps.ts';

const batch = 100;

/**
 * Makes the run that fires due reminders, each exactly once across the fleet: the turn and the reminder's new state
 * are one commit, and a wake-up that is lost after it is repeated by the sweeper. A reminder that fires more than
 * `lateMs` after its time is counted and told as late: after an outage each one still fires, once.
 */
export function createReminders({ clock, db, fault, log, metrics, queues }: Deps, lateMs: number): Run {
  return async (signal, alive) => {
    let total = 0;
    for (let fired = batch; fired === batch && !signal.aborted; ) {
      const due = await fireReminders(db, { now: await clock.now(), limit: batch });
      await fault('scheduler.fired');
      for (const reminder of due) {
        const facts = {
          reminderId: reminder.reminderId,
          threadId: reminder.threadId,
          lateMs: reminder.lateMs,
        };
        const late = reminder.lateMs > lateMs;
        metrics.remindersFired.inc({ late: late ? 'yes' : 'no' });
        if (late) log.warn(facts, 'reminder fired late');
        else log.info(facts, 'reminder fired');
      }
      fired = due.length;
      total += fired;
      alive?.();
      if (fired === 0) break;
      // Told first: they have fired, whether or not the queue can be reached. A turn goes on with the trace in which its
      // reminder was made.
      const parents = (max: number) =>
        loadTraceparents(db, { threads: due.slice(0, max).map((reminder) => reminder.threadId) });
      const sending = { queue: turnDigestJob.queue, count: fired, kind: 'reminder', parents };
      await withResend(metrics, sending, () => queues.enqueueMany(turnDigestJob, due.map(laneWake)));
    }
    return total;
  };
}
