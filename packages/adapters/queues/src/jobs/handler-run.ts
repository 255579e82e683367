import type { JobContract } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { JobContext, JobHandler } from './handler.ts';
import type { RunningJob } from './running-jobs.ts';

/** How long a handler may take to settle after its signal was aborted by the timeout, in milliseconds. */
const SETTLE_GRACE_MS = 5_000;

/** What came of calling a handler. */
export type HandlerResult =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown };

/**
 * Calls a handler and waits for it, but not for ever: at the contract's timeout the signal is aborted, and a
 * handler that still has not settled after the grace counts as failed with `queues.timeout` (retryable).
 * It may go on running then; what it would still commit is fenced by its lease, not by this room.
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
    // An abort surfaces as whatever the handler's innermost call throws; the reason says more.
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
