import type { JobContract } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { JobsOptions } from 'bullmq';

/** How one job is sent. */
export interface EnqueueOptions {
  /** Earliest start from now, in milliseconds. */
  readonly delayMs?: number;
  /**
   * Sends a wake-up instead of a separate job. Of all wake-ups with the same id at most one waits and one runs, and a wake-up sent
   * while one runs causes exactly one more run. A delayed wake-up holds back later ones with its id until it is due. The contract's
   * job id is not used.
   */
  readonly wake?: { readonly id: string };
  /** Puts the job ahead of all waiting jobs. For work whose worker died. */
  readonly ahead?: boolean;
  /** The worker to send it to, instead of the queue; it goes to the queue if that worker is certainly away. Of `enqueue` only. */
  readonly to?: string;
}

/** The name of the backoff rule that every worker installs. */
const BACKOFF = 'salience';

/**
 * Options for BullMQ. Nothing is kept after a job ends, because a job that is kept under its id suppresses the next one with that id.
 */
export function jobOptions<P>(job: JobContract<P>, payload: P, options: EnqueueOptions): JobsOptions {
  const common: JobsOptions = {
    attempts: job.retry.attemptsMax,
    backoff: { type: BACKOFF, delay: job.retry.backoffMs },
    removeOnComplete: true,
    removeOnFail: true,
    ...(options.ahead === true ? { lifo: true } : {}),
    ...(options.delayMs === undefined ? {} : { delay: checkedDelay(job.name, options.delayMs) }),
  };
  if (options.wake) {
    return { ...common, deduplication: { id: checkedId(job.name, options.wake.id), keepLastIfActive: true } };
  }
  const id = job.jobId(payload);
  return id === undefined ? common : { ...common, jobId: checkedId(job.name, id) };
}

/** Throws `queues.invalid-id` for an id that BullMQ would misinterpret. */
function checkedId(name: string, id: string): string {
  if (id !== '' && !id.includes(':') && !/^\d+$/.test(id)) return id;
  const message = `Job ${name}: expected an id without ":" that is not empty and not all digits, got "${id}".`;
  throw new SalienceError('queues.invalid-id', message, { kind: 'bug' });
}

function checkedDelay(name: string, delayMs: number): number {
  if (Number.isFinite(delayMs) && delayMs >= 0) return Math.round(delayMs);
  const message = `Job ${name}: expected delayMs to be a number of milliseconds from 0, got ${delayMs}.`;
  throw new SalienceError('queues.invalid-delay', message, { kind: 'bug' });
}
