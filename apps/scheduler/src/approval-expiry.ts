import { turnDigestJob } from '@salience/contracts';
import { expireApprovals, loadTraceparents } from '@salience/database';
import { laneWake } from '@salience/queues';
import { withResend } from '@salience/telemetry';
import type { Deps, Run } from './deps.ts';

/** Requests in one statement. */
const batch = 100;

/**
 * Makes the run that ends requests for a yes whose deadline has passed: nobody answered, so the answer is no (law 11), once
 * across the fleet. The turn that goes on from it is one commit with that; a wake-up that is lost after it is repeated by
 * the sweeper.
 */
export function createApprovalExpiry({ clock, db, fault, log, metrics, queues }: Deps): Run {
  return async (signal, alive) => {
    let total = 0;
    for (let ended = batch; ended === batch && !signal.aborted; ) {
      const expired = await expireApprovals(db, { now: await clock.now(), limit: batch });
      await fault('scheduler.expired');
      for (const { approvalId, threadId, turnId, lateMs } of expired)
        log.info({ approvalId, threadId, turnId, lateMs }, 'nobody answered a request in time');
      ended = expired.length;
      total += ended;
      alive?.();
      const lanes = expired.flatMap(({ agentId, threadId, fence }) =>
        fence === null ? [] : [{ agentId, threadId, fence }],
      );
      if (lanes.length === 0) continue;
      const parents = (max: number) =>
        loadTraceparents(db, { threads: lanes.slice(0, max).map((lane) => lane.threadId) });
      const sending = { queue: turnDigestJob.queue, count: lanes.length, kind: 'approval', parents };
      await withResend(metrics, sending, () => queues.enqueueMany(turnDigestJob, lanes.map(laneWake)));
    }
    return total;
  };
}
