import { loadBacklog, type WaitingRows } from '@salience/database/operations';
import type { Deps, Run } from './deps.ts';

/**
 * Makes the run that measures what the whole fleet shares: the backlog in Postgres, in one statement, and the depth of
 * the queues. Every scheduler reports the same figures, so a dashboard takes their maximum, never their sum.
 */
export function createFleetGauges({ clock, db, metrics, queues }: Deps): Run {
  const waits = (kind: string, rows: WaitingRows): void => {
    metrics.backlogOldest.set({ kind }, rows.oldestSeconds);
    if (kind !== 'outbox') metrics.backlog.set({ kind }, rows.count);
  };
  const measureRows = async (): Promise<void> => {
    const backlog = await loadBacklog(db, await clock.now());
    metrics.lanes.set({ state: 'running' }, backlog.lanesRunning);
    metrics.lanes.set({ state: 'waiting' }, backlog.lanesWaiting.count);
    metrics.laneOldest.set({}, backlog.lanesWaiting.oldestSeconds);
    metrics.quarantinedTurns.set({}, backlog.quarantined);
    metrics.deadLettersOpen.set({}, backlog.deadLetters);
    metrics.outboxPending.set({}, backlog.outbox.count);
    waits('exchange', backlog.exchanges);
    waits('stretch', backlog.stretches);
    waits('retry', backlog.retries);
    waits('experience', backlog.experiences);
    waits('autobiography', backlog.autobiographies);
    waits('schedule', backlog.schedules);
    waits('approval', backlog.approvals);
    waits('task', backlog.tasks);
    waits('notice', backlog.notices);
    waits('delivery', backlog.deliveries);
    metrics.noticesUndelivered.set({}, backlog.undelivered);
    waits('outbox', backlog.outbox);
  };
  const measureQueues = async (): Promise<void> => {
    for (const { queue, waiting, delayed, oldest_ms } of await queues.depths()) {
      metrics.queueDepth.set({ queue }, waiting);
      metrics.queueDelayed.set({ queue }, delayed);
      metrics.queueOldest.set({ queue }, oldest_ms / 1000);
    }
  };
  return async () => {
    // Row counts are reported even if the queue server is unreachable: they matter most then.
    await measureRows();
    await measureQueues();
    return 1;
  };
}
