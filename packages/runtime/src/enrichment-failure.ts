import { isSalienceError, type SalienceError } from '@salience/errors';

/** What to do about a failed enrichment (a chunk, an episode). Its row in the database is the truth. */
export type FailureDecision =
  /** Throw it: the queue retries by its policy. */
  | { readonly action: 'retry' }
  /** Try again later without counting an attempt: the task itself is not at fault. */
  | { readonly action: 'pause'; readonly ms: number }
  /** Mark the row failed; the job is done. */
  | { readonly action: 'fail' }
  /** Mark the row failed and throw, so that a dead letter reports the defect. */
  | { readonly action: 'bury' };

/** The attempt, counted from 1. */
export interface Attempt {
  readonly attempt: number;
  readonly attemptsMax: number;
}

/** How long to pause while a dependency is away, in milliseconds, unless the provider asks for more. */
export const awayPauseMs = 30_000;

/** A wrong key, address or model, or an empty account. The operator can fix it, and then the work can be done. */
const setupProblems = new Set(['llm.auth', 'llm.quota', 'llm.model-unknown', 'llm.wrong-address']);

/** Nothing to enrich; retrying cannot change that. */
const nothingThere = 'memory.empty-stretch';

/**
 * Decides what a failure means. An unreachable model or database, or a refused key, is not the task's fault: after the last attempt
 * it pauses, so an outage fills no list of dead letters and no sweep sends the job twice. An unusable answer, a refusal of this
 * content or a defect ends in a dead letter, which an operator may retry, say with a better model. The row is then marked failed, or
 * a sweep would offer it for ever.
 */
export function decideFailure(error: unknown, tries: Attempt): FailureDecision {
  const last = tries.attempt >= tries.attemptsMax;
  if (!isSalienceError(error)) return { action: last ? 'bury' : 'retry' };
  if (error.code === nothingThere) return { action: 'fail' };
  if (setupProblems.has(error.code)) return pause(error);
  if (error.code === 'llm.malformed' && last) return { action: 'bury' };
  if (error.kind !== 'retryable') return { action: 'bury' };
  return last ? pause(error) : { action: 'retry' };
}

function pause(error: SalienceError): FailureDecision {
  return { action: 'pause', ms: Math.max(awayPauseMs, error.retryAfterMs ?? 0) };
}
