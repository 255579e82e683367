import { isSalienceError } from '@salience/errors';
import { done, type JobContext, type Outcome, snooze } from '@salience/queues';
import { recordError, type Span } from '@salience/telemetry';
import { decideFailure } from './enrichment-failure.ts';

/**
 * Turns a failure into what the queue does next. `markFailed` gets the error's code, never its message, which may
 * quote a model. Throws what the queue shall retry or bury.
 */
export async function settleFailure(
  error: unknown,
  context: Pick<JobContext, 'attempt' | 'attemptsMax' | 'signal'>,
  span: Span,
  markFailed: (code: string) => Promise<void>,
): Promise<Outcome> {
  // A drain or a timeout says why through its signal; the call that it cut short only says that it was cut short.
  if (context.signal.aborted) throw context.signal.reason;
  const decision = decideFailure(error, context);
  const code = isSalienceError(error) ? error.code : 'error.unexpected';
  switch (decision.action) {
    case 'retry':
      throw error;
    case 'pause':
      recordError(span, error);
      return snooze(decision.ms);
    case 'fail':
      recordError(span, error);
      await markFailed(code);
      return done();
    case 'bury':
      await markFailed(code);
      throw error;
  }
}
