import type { JobContract } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { done, type JobContext, type JobHandler, type Outcome, type Queues } from '@salience/queues';

/** What bundles need. */
export interface UnbundlePorts {
  readonly queues: Pick<Queues, 'enqueue'>;
  /** Called with the error of an item that failed in a bundle; it is retried alone. */
  readonly pieceFailed: (error: unknown) => void;
}

/**
 * Makes a handler that accepts single jobs and bundles. A single item goes to the handler as it is. The items of a bundle run side by
 * side; one that fails or must wait becomes a job of its own with its own attempts, so no item delays another. When a drain
 * interrupts, the whole bundle goes back, and finished items are recognised as done.
 */
export function unbundle<P>(
  job: JobContract<P>,
  handler: JobHandler<P>,
  { queues, pieceFailed }: UnbundlePorts,
): JobHandler<P> {
  const { bundle } = job;
  if (bundle === undefined) return handler;
  const alone = async (piece: P, context: JobContext): Promise<void> => {
    const outcome = await handler(piece, context).catch((error: unknown): Outcome => {
      if (context.signal.aborted) throw context.signal.reason;
      pieceFailed(error);
      const asked = isSalienceError(error) ? (error.retryAfterMs ?? 0) : 0;
      return { kind: 'snooze', ms: Math.max(asked, job.retry.backoffMs) };
    });
    if (outcome.kind === 'snooze') await queues.enqueue(job, piece, { delayMs: outcome.ms });
  };
  return async (payload, context) => {
    const pieces = bundle.split(payload);
    if (pieces.length === 1) return handler(payload, context);
    const ended = await Promise.allSettled(pieces.map((piece) => alone(piece, context)));
    const broken = ended.find((end) => end.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
    return done();
  };
}
