import type { JobContract } from '@salience/contracts';
import { isSalienceError, messageOf, SalienceError } from '@salience/errors';
import type { Job, Processor, Worker, WorkerOptions } from 'bullmq';
import { settledWithin, withinReplyTime } from '../deadline.ts';
import type { QueueLog } from '../queue-connection.ts';
import { troubleReporter } from '../quiet-log.ts';
import type { Signals } from '../signals.ts';
import { type DirectJobs, type SendToQueue, takeDirectJobs } from './direct-jobs.ts';
import type { JobHandler, WorkOptions } from './handler.ts';
import { runJob, stalledOutRecord } from './job-runner.ts';
import { type OutlivingHandler, RunningJobs } from './running-jobs.ts';

/** How long jobs may take to settle after a drain aborted them, in milliseconds. */
const DRAIN_GRACE_MS = 2_000;
/** How long closing a worker's connections may take, in milliseconds. */
const CLOSE_MS = 5_000;
/** How long connecting may take at the start, in milliseconds. */
const START_MS = 5_000;
const BACKOFF_MAX_MS = 3_600_000;

/** A running consumer of one kind of job. */
export interface QueueWorker {
  /** Stops fetching jobs. Running jobs continue. Cannot be undone. */
  pause(): Promise<void>;
  /**
   * Stops fetching jobs until `resume`, and leaves them to other workers; running ones continue, and what is sent to this worker alone
   * goes to the queue. Does nothing after a pause or a drain.
   */
  hold(): Promise<void>;
  /** Fetches jobs again after `hold`. Does nothing after a pause or a drain. */
  resume(): Promise<void>;
  /**
   * Pauses, waits up to `deadlineMs` for running jobs, then aborts their signals and waits a short grace period. A job that fails
   * because of the abort returns to the queue unchanged. Resolves with the jobs that still run (`name/id`); their locks expire and
   * another worker takes them.
   */
  drain(deadlineMs: number): Promise<string[]>;
  /** Drains without waiting and closes the connections. Idempotent. */
  close(): Promise<void>;
  /** The jobs that run now, as `name/id`. */
  running(): string[];
  /** Handlers still running after their job timed out and its grace period ended. */
  outliving(): readonly OutlivingHandler[];
  /** Epoch milliseconds of the last progress: a job began, a job ended, or the queue was found empty. */
  readonly lastProgressAt: number;
}

/** Makes the BullMQ worker of a backend. */
export type WorkerMaker = (
  queue: string,
  processor: Processor,
  options: Omit<WorkerOptions, 'connection'>,
) => Promise<{ worker: Worker; release: () => Promise<void> }>;

/** Settings of every worker. Another worker takes over a dead worker's jobs after 15 to 20 seconds. */
function workerSettings(job: JobContract, concurrency: number): Omit<WorkerOptions, 'connection'> {
  return {
    concurrency,
    lockDuration: 15_000,
    stalledInterval: 5_000,
    // A crash of a worker does not count as an attempt of the job; Postgres counts what crashes workers.
    maxStalledCount: 100,
    // Delay before reconnecting to a lost backend.
    runRetryDelay: 1_000,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
    settings: {
      backoffStrategy: (failures, _type, error) => {
        const policy = job.retry.backoffMs * 2 ** (failures - 1);
        const asked = isSalienceError(error) ? (error.retryAfterMs ?? 0) : 0;
        return Math.round(Math.min(BACKOFF_MAX_MS, Math.max(policy, asked)));
      },
    },
  };
}

/** What a worker needs of its backend. */
export interface WorkerBackend {
  readonly makeWorker: WorkerMaker;
  readonly signals: Signals;
}

/** Starts to consume one kind of job. Rejects with `queues.unavailable` when the backend is away. */
export async function startWorker<P>(
  backend: WorkerBackend,
  toQueue: SendToQueue,
  job: JobContract<P>,
  handler: JobHandler<P>,
  options: WorkOptions,
  log: QueueLog,
): Promise<QueueWorker> {
  const running = new RunningJobs();
  const parts = { job, handler, options, running, log };
  const settings = workerSettings(job as JobContract, options.concurrency);
  const { worker, release } = await backend.makeWorker(
    job.queue,
    async (bull: Job, token?: string) => runJob(parts, bull, token ?? ''),
    settings,
  );
  worker.on('error', troubleReporter(log, 'Queue worker trouble', { queue: job.queue }));
  // Nothing waits in the queue from when it was found empty until it gives a job.
  let queueIsEmpty = false;
  worker.on('active', () => {
    queueIsEmpty = false;
  });
  worker.on('drained', () => {
    queueIsEmpty = true;
    running.progressed();
  });
  worker.on('failed', (bull) => {
    if (!bull?.deferredFailure) return;
    options.onDeadLetter(stalledOutRecord(job as JobContract, bull)).catch((error: unknown) => {
      const fields = { queue: job.queue, jobId: bull.id, error: messageOf(error) };
      log.error(fields, 'The dead letter of a job that stalled too often could not be written');
    });
  });
  const share = queueShare(worker, running, options.concurrency);
  let direct: DirectJobs | undefined;
  try {
    await withinReplyTime(`start the worker of ${job.queue}`, worker.waitUntilReady(), START_MS);
    if (options.worker !== undefined) {
      const desk = {
        signals: backend.signals,
        toQueue,
        log,
        onChange: share,
        isQueueEmpty: () => queueIsEmpty,
      };
      direct = await takeDirectJobs(parts, options.worker, desk);
    }
  } catch (error) {
    // BullMQ keeps a failed first connection for ever, so this worker would never recover.
    await settledWithin(worker.close(true), CLOSE_MS);
    await release();
    throw error;
  }
  const onHold = (): void => {
    // What comes while it holds waits unseen.
    queueIsEmpty = false;
  };
  return controls(worker, release, running, direct, onHold);
}

/**
 * Leaves to the queue what jobs sent to the worker alone leave of its places, at least one. BullMQ notices a larger number only when a
 * job ends, or is paused for a moment.
 */
function queueShare(worker: Worker, running: RunningJobs, concurrency: number): (direct: number) => void {
  return (direct) => {
    const before = worker.concurrency;
    worker.concurrency = Math.max(1, concurrency - direct);
    if (running.paused || worker.concurrency <= before || running.count - direct < before) return;
    void worker.pause(true).then(() => (running.paused ? undefined : worker.resume()));
  };
}

function controls(
  worker: Worker,
  release: () => Promise<void>,
  running: RunningJobs,
  direct: DirectJobs | undefined,
  onHold: () => void,
): QueueWorker {
  let closing: Promise<void> | undefined;
  let ends = false;
  const fetchNone = async (): Promise<void> => {
    running.paused = true;
    await worker.pause(true);
  };
  const pause = (): Promise<void> => {
    ends = true;
    return fetchNone();
  };
  const hold = async (): Promise<void> => {
    if (ends) return;
    onHold();
    await fetchNone();
  };
  const resume = async (): Promise<void> => {
    if (ends || !running.paused) return;
    running.paused = false;
    await worker.resume();
  };
  const drain = async (deadlineMs: number): Promise<string[]> => {
    await pause();
    if (!(await running.idleWithin(deadlineMs))) {
      const message = 'The worker is shutting down and this job ran out of time.';
      running.abortAll(new SalienceError('queues.drained', message, { kind: 'retryable' }));
      await running.idleWithin(DRAIN_GRACE_MS);
    }
    return running.labels();
  };
  const close = async (): Promise<void> => {
    const left = await drain(0);
    // Until here it passed on what was sent to it alone.
    if (direct !== undefined) await settledWithin(direct.stop(), left.length > 0 ? DRAIN_GRACE_MS : CLOSE_MS);
    await settledWithin(worker.close(left.length > 0), CLOSE_MS);
    await release();
  };
  return {
    pause,
    hold,
    resume,
    drain,
    close: () => {
      closing ??= close();
      return closing;
    },
    running: () => running.labels(),
    outliving: () => running.outliving(),
    get lastProgressAt() {
      return running.lastProgressAt;
    },
  };
}
