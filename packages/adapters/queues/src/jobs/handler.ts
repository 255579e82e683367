import type { Outcome } from './outcome.ts';

/** What a handler is told about its run. */
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

/** Everything worth keeping of a job that was given up. The queue forgets it, so this record is the truth. */
export interface DeadLetterRecord {
  readonly queue: string;
  readonly name: string;
  readonly jobId: string;
  /** As it came; with `reason: 'invalid'` of any shape at all. */
  readonly payload: unknown;
  readonly reason: DeadLetterReason;
  /** Code of the error that decided. */
  readonly code: string;
  readonly message: string;
  /** Tries made, the last one included. */
  readonly attempts: number;
  /** What the contract's schema found wrong; empty unless `reason` is `invalid`. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly enqueuedAt: Date;
}

/** How one run of a job ended, as its wide event tells. */
export type RunOutcome =
  | 'done'
  | 'cancelled'
  | 'snoozed'
  /** Failed, will be tried again. */
  | 'retry'
  /** Given up, dead letter written. */
  | 'dead'
  /** The payload did not fit the contract; dead letter written. */
  | 'invalid'
  /** Given back untouched, for another worker, because this one is draining. */
  | 'returned'
  /** Should be given up, but its dead letter could not be written; put back for a while. */
  | 'held'
  /** The backend no longer had the job when it was to be put back (flushed, or its lock ran out); it may run again. */
  | 'lost';

/** One job, one line: what a worker reports at the start and at the end of a run. Carries ids, never content. */
export type JobEvent =
  | ({ readonly type: 'started' } & JobRunFacts)
  | ({
      readonly type: 'finished';
      readonly outcome: RunOutcome;
      readonly durationMs: number;
      /** Code of the error or reason of the cancellation, where there was one. */
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
  /** Jobs at a time in this process. */
  readonly concurrency: number;
  /** Keeps the record of a job that was given up. Awaited; while it rejects, the job is put back and tried again. */
  onDeadLetter(record: DeadLetterRecord): Promise<void>;
  /** Hears of every run; must not throw. */
  onEvent?(event: JobEvent): void;
}
