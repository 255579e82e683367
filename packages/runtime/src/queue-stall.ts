import type { QueueWorker } from '@salience/queues';

/** Decides whether the consumer of a queue is stuck. */
export interface QueueStall {
  /** Reports how many jobs wait now. */
  looked(waiting: number): void;
  /** Reports that the queue could not be read. */
  unknown(): void;
  /** Why the consumer is stuck, in a sentence that names the queue; undefined while it is not. */
  reason(worker: Pick<QueueWorker, 'lastProgressAt' | 'outliving' | 'running'>): string | undefined;
}

/** Makes the check for one consumer. A running job may take its time limit plus `stallMs`. */
export function createQueueStall(
  job: { readonly queue: string; readonly timeoutMs: number },
  stallMs: number,
): QueueStall {
  let waiting = 0;
  /** Since when every reading saw waiting jobs; an earlier outage is not the consumer's fault. */
  let waitingSince = 0;
  return {
    looked(count) {
      if (waiting === 0) waitingSince = Date.now();
      waiting = count;
    },
    unknown() {
      waiting = 0;
    },
    reason(worker) {
      const hung = worker.outliving().find(({ ms }) => ms > stallMs);
      if (hung !== undefined)
        return `${job.queue}: ${hung.label} still runs ${seconds(hung.ms)} s after it timed out`;
      if (waiting === 0) return undefined;
      const silentMs = Date.now() - Math.max(worker.lastProgressAt, waitingSince);
      const limitMs = stallMs + (worker.running().length > 0 ? job.timeoutMs : 0);
      return silentMs > limitMs
        ? `${job.queue}: nothing done for ${seconds(silentMs)} s while ${waiting} jobs wait`
        : undefined;
    },
  };
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
