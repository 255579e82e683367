import type { Outcome } from './outcome.ts';

/** Facts about one run of a job. */
export interface JobContext {
  readonly jobId: string;
  /** This try, counted from 1. Snoozes, hand-backs and crashes of a worker do not count. */
  readonly attempt: number;
  /** Tries in all. */
  readonly attemptsMax: number;
  /** Aborted at the contract's timeout (reason `queues.timeout`) and when a drain runs out of time (`queues.drained`). */
  readonly signal: AbortSignal;
  /** Milliseconds from when the job was first due to this start. */
  readonly waitMs: number;
}

/**
 * Does one job. Jobs are delivered at least once, so a handler must be safe to repeat.
 * A thrown SalienceError of kind `terminal` or `bug` ends the job in a dead letter; anything else thrown is retried
 * by the contract's policy (never earlier than the error's `retryAfterMs`) and ends in a dead letter after the last try.
 */
export type JobHandler<P> = (payload: P, context: JobContext) => Promise<Outcome>;

/** Why a job was given up. */
export type DeadLetterReason = 'invalid' | 'terminal' | 'bug' | 'exhausted';

/** The record of a job that was given up. The queue deletes the job, so this record is all that remains. */
export interface DeadLetterRecord {
  readonly queue: string;
  readonly name: string;
  readonly jobId: string;
  /** The payload as received. With `reason: 'invalid'` it can have any shape. */
  readonly payload: unknown;
  readonly reason: DeadLetterReason;
  /** Code of the last error. */
  readonly code: string;
  readonly message: string;
  /** Tries made, the last one included. */
  readonly attempts: number;
  /** Problems the contract's schema found. Empty unless `reason` is `invalid`. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly enqueuedAt: Date;
}

/** How one run of a job ended. */
export type RunOutcome =
  | 'done'
  | 'cancelled'
  | 'snoozed'
  /** Failed; it will be retried. */
  | 'retry'
  /** Failed for good; a dead letter was written. */
  | 'dead'
  /** The payload did not fit the contract; dead letter written. */
  | 'invalid'
  /** Returned unchanged to the queue, because this worker is draining. */
  | 'returned'
  /** Failed for good, but writing the dead letter failed, so the job is retried later. */
  | 'held'
  /** The backend had lost the job (flushed, or its lock expired) when the run ended. It may run again. */
  | 'lost';

/** Reported at the start and at the end of a run. Carries ids, never content. */
export type JobEvent =
  | ({ readonly type: 'started' } & JobRunFacts)
  | ({
      readonly type: 'finished';
      readonly outcome: RunOutcome;
      readonly durationMs: number;
      /** Code of the error or reason of the cancellation, if any. */
      readonly code?: string;
      readonly message?: string;
    } & JobRunFacts);

/** The facts that both events of a run share. */
export interface JobRunFacts {
  readonly queue: string;
  readonly name: string;
  readonly jobId: string;
  readonly attempt: number;
  readonly attemptsMax: number;
  readonly waitMs: number;
}

/** How `work` runs a handler. */
export interface WorkOptions {
  /** Maximum number of jobs that run at the same time in this process. */
  readonly concurrency: number;
  /** Stores the record of a job that was given up. Awaited; if it rejects, the job is retried later. */
  onDeadLetter(record: DeadLetterRecord): Promise<void>;
  /** Called for every run. Must not throw. */
  onEvent?(event: JobEvent): void;
  /**
   * The name under which this worker also takes jobs that are sent to it alone (`EnqueueOptions.to`). They share its `concurrency`; one
   * place is always the queue's. What it has no place for, or cannot finish, it passes on to the queue.
   */
  readonly worker?: string;
}
