import type { JobContract } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { JobContext, JobHandler } from './handler.ts';
import type { RunningJob } from './running-jobs.ts';

/** How long a handler may take to settle after its signal was aborted by the timeout, in milliseconds. */
const SETTLE_GRACE_MS = 5_000;

/** The result of calling a handler. */
export type HandlerResult =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown };

/**
 * Calls a handler with a time limit. At the contract's timeout the signal is aborted; a handler that has not settled after the grace
 * period counts as failed with `queues.timeout` (retryable). It may still be running then, so whatever it commits must be fenced by
 * its lease.
 */
export async function callHandler<P>(
  job: JobContract<P>,
  handler: JobHandler<P>,
  payload: P,
  context: JobContext,
  run: RunningJob,
): Promise<HandlerResult> {
  const timeout = timeoutError(job);
  const overdue = Promise.withResolvers<HandlerResult>();
  let grace: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    run.abort(timeout);
    grace = setTimeout(() => {
      run.outlived(settled);
      overdue.resolve({ kind: 'threw', error: timeout });
    }, SETTLE_GRACE_MS);
  }, job.timeoutMs);
  const settled = (async () => handler(payload, context))().then(
    (value): HandlerResult => ({ kind: 'returned', value }),
    // An aborted handler throws whatever its innermost call throws; the signal's reason says more.
    (error: unknown): HandlerResult => ({
      kind: 'threw',
      error: run.signal.reason === timeout ? because(error, timeout) : error,
    }),
  );
  try {
    return await Promise.race([settled, overdue.promise]);
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
  }
}

function because(error: unknown, timeout: SalienceError): unknown {
  const aborted = error === timeout || (error instanceof Error && error.name === 'AbortError');
  return aborted ? timeout : error;
}

function timeoutError(job: { readonly name: string; readonly timeoutMs: number }): SalienceError {
  const message = `Job ${job.name} ran longer than its ${job.timeoutMs} ms and was aborted.`;
  return new SalienceError('queues.timeout', message, { kind: 'retryable' });
}
