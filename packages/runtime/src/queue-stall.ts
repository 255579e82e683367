import type { QueueWorker } from '@salience/queues';

/** Judges whether the consumer of a queue is stuck. */
export interface QueueStall {
  /** So many jobs wait, as of now. */
  looked(waiting: number): void;
  /** The queue could not be looked at: nothing is known. */
  unknown(): void;
  /** Why the consumer is stuck, in a sentence that names the queue; undefined while it is not. */
  reason(worker: Pick<QueueWorker, 'lastProgressAt' | 'outliving' | 'running'>): string | undefined;
}

/** Makes the judge for one consumer. A running job may take its time, and then as long again as a stall takes. */
export function createQueueStall(
  job: { readonly queue: string; readonly timeoutMs: number },
  stallMs: number,
): QueueStall {
  let waiting = 0;
  /** Since when jobs were seen to wait at every look: an outage before that is not the consumer's fault. */
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
