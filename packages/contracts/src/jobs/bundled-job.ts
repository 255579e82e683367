import type { JobContract } from './define-job.ts';

/** Pieces of work that one job carries at most. */
export const bundleMax = 32;

/**
 * A job that may carry several pieces of its kind: what comes at the same time crosses the queue once. Each piece is worked,
 * retried and given up for itself; a job with one piece has the shape it always had.
 */
export interface BundledJob<P> extends JobContract<P> {
  /** One job of 1 to 32 pieces of one agent. */
  bundle(pieces: readonly P[]): P;
  /** The pieces of a job, each as a job of its own. */
  pieces(payload: P): readonly P[];
}
