import type { QueueView } from '@salience/contracts';
import type { ProducerQueue } from './queue-backend.ts';

/** Jobs at the front of the line that are looked at: one that was put ahead stands before older ones. */
const frontMax = 3;

type JobTimes = NonNullable<Awaited<ReturnType<ProducerQueue['getJobs']>>[number]>;

/**
 * Counts a queue and finds its oldest jobs: one question for the counts, one more for each kind that is not empty.
 * The age of a job that ran before is counted from its last start, so it may be too high by the length of that run.
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
      : // A job may be gone between the two questions.
        (await producer.getJobs([name], 0, max - 1, true)).filter((job) => job !== undefined);
  const [waiting, delayed, failed] = await Promise.all([
    first('waiting', frontMax),
    // The next one due: while no worker runs, nobody moves it to the line.
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
