import type { JobContract } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { done, type JobContext, type JobHandler, type Outcome, type Queues } from '@salience/queues';

/** What a bundle needs of its surroundings. */
export interface UnbundlePorts {
  readonly queues: Pick<Queues, 'enqueue'>;
  /** Hears why a piece failed in company; its next try is alone. */
  readonly pieceFailed: (error: unknown) => void;
}

/**
 * The handler of a job for every job of its kind, bundles included. A piece that comes alone goes to the handler as it is. Of
 * several, each is worked on its own and side by side; one that fails or has to wait leaves as a job of its own, with its own
 * tries, so that no piece costs another anything. When a drain cuts in, the job goes back whole: pieces that are done are found
 * done.
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
