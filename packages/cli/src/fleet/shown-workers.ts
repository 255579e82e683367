import type { WorkerView } from '@salience/contracts';

/**
 * The workers that say something about now: those that run, and of the lost ones those whose place nobody took.
 * A lost worker counts as replaced when one of the same app on the same host started later and is ready.
 */
export function shownWorkers(workers: readonly WorkerView[]): WorkerView[] {
  return workers.filter(
    (worker) => worker.state !== 'stopped' && !(worker.state === 'lost' && isReplaced(worker, workers)),
  );
}

function isReplaced(lost: WorkerView, workers: readonly WorkerView[]): boolean {
  return workers.some(
    (other) =>
      other.app === lost.app &&
      other.host === lost.host &&
      other.state === 'ready' &&
      Date.parse(other.started_at) > Date.parse(lost.started_at),
  );
}
