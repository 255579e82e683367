import type { z } from 'zod';
import { type Bundle, bundledBy, jobIdOfBundle } from './bundle.ts';

/** How often and how patiently a failed job is tried again. */
export interface RetryPolicy {
  /** Tries in all, the first included. */
  readonly attemptsMax: number;
  /** Wait before the second try; doubles with each further one. */
  readonly backoffMs: number;
}

/** One kind of job: who may send it, what it carries, how it is retried. */
export interface JobContract<P = unknown> {
  /** `noun.verb`, stable for ever. */
  readonly name: string;
  /** The queue that carries it. */
  readonly queue: string;
  readonly schema: z.ZodType<P>;
  readonly retry: RetryPolicy;
  /** A run longer than this is aborted through its signal. */
  readonly timeoutMs: number;
  /** Joins several pieces of work into one job; absent where each piece is a job of its own. */
  readonly bundle?: Bundle<P>;
  /** The deterministic job id from the business key; undefined where deduplication does the work. */
  jobId(payload: P): string | undefined;
}

/** A job as it is declared. */
export interface JobDeclaration<P> extends Omit<JobContract<P>, 'bundle'> {
  /**
   * The key that names the piece of work, such as `exchangeId`. With it one job carries 1 to 32 pieces of one agent: those after
   * the first are in `more`, which the schema declares with `moreOf`. Each piece is worked, retried and given up on its own.
   */
  readonly bundleBy?: keyof P & string;
}

/**
 * Declares a job. Job ids may not contain ":" and may not be all digits (the queue's own rule);
 * this is checked when an id is made.
 */
export function defineJob<P>({ bundleBy, ...contract }: JobDeclaration<P>): JobContract<P> {
  if (bundleBy === undefined) return contract;
  const bundle = bundledBy<P>(bundleBy);
  return { ...contract, bundle, jobId: jobIdOfBundle(bundle, (payload) => contract.jobId(payload)) };
}

/** The payload's type of a job contract. */
export type PayloadOf<C> = C extends JobContract<infer P> ? P : never;
