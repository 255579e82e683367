import { limbicTrainJob } from '@salience/contracts';
import { untrainedClusters } from '@salience/database/signals';
import { handOn, type LoopRun } from '@salience/runtime';
import type { WakeDeps } from '../waking/wake-due.ts';

/** New labels that are worth a training; fewer are learned from when there were none for `restMs`. */
const labelsMin = 5;
const restMs = 600_000;

/**
 * Makes the run that sends a job for each cluster with labels that its model has not seen: at the fifth, or when no further one came for ten minutes. The job has an id by the number
 * of labels, so that several replicas send one.
 */
export function createTrainingSender(deps: WakeDeps): LoopRun {
  const seen = new Map<string, { readonly labels: number; readonly since: number }>();
  return async () => {
    const { clock, db, log, metrics, queues } = deps;
    const now = (await clock.now()).getTime();
    const waiting = await untrainedClusters(db);
    const due = waiting.filter(({ agentId, cluster, labels, trained }) => {
      const key = `${agentId} ${cluster}`;
      const before = seen.get(key);
      if (before?.labels !== labels) seen.set(key, { labels, since: now });
      return labels - trained >= labelsMin || now - (seen.get(key)?.since ?? now) >= restMs;
    });
    for (const key of seen.keys())
      if (!waiting.some(({ agentId, cluster }) => `${agentId} ${cluster}` === key)) seen.delete(key);
    // One by one: where jobs travel in Postgres, many at once need temporary tables, which this app may not make.
    for (const { agentId, cluster, labels } of due)
      await handOn({ log, metrics, queues }, limbicTrainJob, [{ agentId, cluster, labels }]);
    return due.length;
  };
}
