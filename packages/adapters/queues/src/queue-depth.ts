import type { QueueView } from '@salience/contracts';
import type { ProducerQueue } from './queue-backend.ts';

/** How many jobs at the front of a queue are read: a prioritised job stands before older ones. */
const frontMax = 3;

type JobTimes = NonNullable<Awaited<ReturnType<ProducerQueue['getJobs']>>[number]>;

/**
 * Counts a queue and finds its oldest jobs: one query for the counts, one more for each state that is not empty. The age of a job
 * that ran before counts from its last start, so it may be too high by the length of that run.
 */
export async function depthOf(queue: string, producer: ProducerQueue): Promise<QueueView> {
  const counts = await producer.getJobCounts(
    'waiting',
    'prioritized',
    'waiting-children',
    'active',
    'delayed',
    'failed',
  );
  const sum = (...names: string[]): number => names.reduce((total, name) => total + (counts[name] ?? 0), 0);
  const first = async (name: 'delayed' | 'failed' | 'waiting', max: number): Promise<JobTimes[]> =>
    sum(name) === 0
      ? []
      : // The job may end between the two queries.
        (await producer.getJobs([name], 0, max - 1, true)).filter((job) => job !== undefined);
  const [waiting, delayed, failed] = await Promise.all([
    first('waiting', frontMax),
    // The next delayed job: while no worker runs, it is not moved to the waiting list when it is due.
    first('delayed', 1),
    first('failed', 1),
  ]);
  const now = Date.now();
  return {
    queue,
    waiting: sum('waiting', 'prioritized', 'waiting-children'),
    active: sum('active'),
    delayed: sum('delayed'),
    failed: sum('failed'),
    oldest_ms: oldest(now, [...waiting, ...delayed].map(dueAt)),
    oldest_failed_ms: oldest(
      now,
      failed.map((job) => job.finishedOn ?? job.timestamp),
    ),
  };
}

function dueAt(job: JobTimes): number {
  return job.processedOn === undefined
    ? job.timestamp + (job.opts.delay ?? 0)
    : job.processedOn + (job.delay ?? 0);
}

/** The age of the oldest of these instants, 0 when none has passed. */
function oldest(now: number, instants: readonly number[]): number {
  return Math.max(0, ...instants.map((at) => now - at));
}
