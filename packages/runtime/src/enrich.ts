import type { AgentId } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { done, type JobContext, type Outcome, snooze } from '@salience/queues';
import {
  type Attributes,
  attributeKeys,
  recordError,
  type Span,
  spanNames,
  withSpan,
} from '@salience/telemetry';
import { decideFailure } from './enrichment-failure.ts';

/** One piece of enrichment: what a job does to a row after the turn that it comes from was answered. */
export interface Enrichment {
  /** The queue that the job came from. */
  readonly queue: string;
  readonly agentId: AgentId;
  /** The `traceparent` of the row, so that the work is part of the turn's trace. */
  readonly parent: string | null;
  /** What else the span names: keys from `attributeKeys`. */
  readonly attributes: Attributes;
  /** Does it; may add to its span. */
  work(span: Span): Promise<void>;
  /** Marks the row as one that stays without it. Gets the error's code, never its message, which may quote a model. */
  markFailed(code: string): Promise<void>;
}

/**
 * Does a piece of enrichment in the span of its job and turns a failure into what the queue does next: try again, rest
 * while the model is away, or mark the row failed and be done. Throws what the queue shall retry or bury.
 */
export function enrich(piece: Enrichment, context: JobContext): Promise<Outcome> {
  const attributes = {
    [attributeKeys.agentId]: piece.agentId,
    ...piece.attributes,
    [attributeKeys.jobAttempt]: context.attempt,
    [attributeKeys.messagingDestination]: piece.queue,
    [attributeKeys.messagingOperationName]: 'process',
    [attributeKeys.messagingOperationType]: 'process',
    [attributeKeys.messagingMessageId]: context.jobId,
  };
  const settings = { kind: 'consumer', parent: piece.parent, attributes } as const;
  return withSpan(spanNames.process(piece.queue), settings, async (span) => {
    try {
      await piece.work(span);
      return done();
    } catch (error) {
      return await settleFailure(error, context, span, piece);
    }
  });
}

async function settleFailure(
  error: unknown,
  context: JobContext,
  span: Span,
  piece: Enrichment,
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
      await piece.markFailed(code);
      return done();
    case 'bury':
      await piece.markFailed(code);
      throw error;
  }
}
