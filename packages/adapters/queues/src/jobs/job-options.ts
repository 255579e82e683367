import type { JobContract } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { JobsOptions } from 'bullmq';

/** How one job is sent. */
export interface EnqueueOptions {
  /** Earliest start from now, in milliseconds. */
  readonly delayMs?: number;
  /**
   * Sends a wake-up instead of a job of its own: of all wake-ups with one id at most one waits and one runs, and a
   * wake-up sent while one runs is followed by exactly one more run. A delayed one holds later ones with its id
   * back until it is due. The contract's job id is not used.
   */
  readonly wake?: { readonly id: string };
  /** Goes ahead of everything that waits already: for work that was begun and lost its worker. */
  readonly ahead?: boolean;
}

/** The name of the backoff rule that every worker installs. */
const BACKOFF = 'salience';

/**
 * What BullMQ is told about one job. Nothing is kept after a job ends: a finished or failed job that stays under
 * its id swallows the next one with that id.
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

/** Throws `queues.invalid-id` for an id that BullMQ would misread. */
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
