import { isSalienceError, type SalienceError } from '@salience/errors';

/** What becomes of a piece of enrichment (a chunk, an episode) that failed. Its row in the database is the truth. */
export type FailureDecision =
  /** Throw it: the queue tries again by its policy. */
  | { readonly action: 'retry' }
  /** Look again later without using up a try: nothing is wrong with this piece of work. */
  | { readonly action: 'pause'; readonly ms: number }
  /** Mark the row failed, visibly; the job is done. */
  | { readonly action: 'fail' }
  /** Mark the row failed and throw, so that a dead letter tells of a defect. */
  | { readonly action: 'bury' };

/** Which try it was, counted from 1. */
export interface Attempt {
  readonly attempt: number;
  readonly attemptsMax: number;
}

/** How long work rests while what it needs cannot be had, in milliseconds, unless the provider asks for more. */
export const awayPauseMs = 30_000;

/** A wrong key, address or model, or an empty account: the operator will put it right, and then the work can be done. */
const setupProblems = new Set(['llm.auth', 'llm.quota', 'llm.model-unknown', 'llm.wrong-address']);

/** There was nothing to enrich: no try of anybody's will change that. */
const nothingThere = 'memory.empty-stretch';

/**
 * Decides what a failure means for the work. A model or database that is away, or a key that is refused, is no
 * fault of this piece: after the last try it rests and waits, so an outage fills no list of dead letters and the
 * sweeper finds nothing to double. An answer that cannot be used, a refusal of this content and a defect end it with
 * a dead letter, which an operator sees and may retry, say with a better model; its row is marked failed, or the
 * sweeper would offer it for ever.
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
