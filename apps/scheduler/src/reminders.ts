import { turnDigestJob } from '@salience/contracts';
import { fireReminders } from '@salience/database';
import { laneWake } from '@salience/queues';
import type { Deps, Run } from './deps.ts';

const batch = 100;

/**
 * Makes the run that fires due reminders, each exactly once across the fleet: the turn and the reminder's new state
 * are one commit, and a wake-up that is lost after it is repeated by the sweeper. A reminder that fires more than
 * `lateMs` after its time is counted and told as late: after an outage each one still fires, once.
 */
export function createReminders({ clock, db, fault, log, metrics, queues }: Deps, lateMs: number): Run {
  return async (signal) => {
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
      // Told first: they have fired, whether or not the queue can be reached.
      await queues.enqueueMany(turnDigestJob, due.map(laneWake));
      fired = due.length;
      total += fired;
    }
    return total;
  };
}
