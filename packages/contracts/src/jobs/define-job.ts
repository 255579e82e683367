import type { z } from 'zod';

/** How often and how patiently a failed job is tried again. */
export interface RetryPolicy {
  /** Tries in all, the first included. */
  readonly attemptsMax: number;
  /** Wait before the second try; doubles with each further one. */
  readonly backoffMs: number;
}

/** One kind of job: its senders, its payload, its retries. */
export interface JobContract<P = unknown> {
  /** `noun.verb`, stable for ever. */
  readonly name: string;
  /** Its queue. */
  readonly queue: string;
  readonly schema: z.ZodType<P>;
  readonly retry: RetryPolicy;
  /** A run longer than this is aborted through its signal. */
  readonly timeoutMs: number;
  /** The deterministic job id from the business key; undefined where deduplication does the work, and for hints. */
  jobId(payload: P): string | undefined;
}

/**
 * Declares a job. Job ids may not contain ":" and may not be all digits (the queue's own rule);
 * this is checked when an id is made.
 */
export function defineJob<P>(contract: JobContract<P>): JobContract<P> {
  return contract;
}

/** The payload's type of a job contract. */
export type PayloadOf<C> = C extends JobContract<infer P> ? P : never;
