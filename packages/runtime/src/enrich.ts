import type { AgentId } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { done, type JobContext, type Outcome, snooze } from '@salience/queues';
import {
  activeSpanFields,
  type Attributes,
  attributeKeys,
  currentWideEvent,
  processAttributes,
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
  /** The same for the job's line: ids only, named as everywhere in logs. */
  readonly ids: Readonly<Record<string, string>>;
  /** Does it; may add to its span. */
  work(span: Span): Promise<void>;
  /**
   * Marks the row as one that stays without it. Gets the error's code, never its message, which may quote a model; where a provider
   * said what it found wrong with the form of the request, that sentence follows the code after a colon.
   */
  markFailed(reason: string): Promise<void>;
}

/**
 * Does a piece of enrichment in the span of its job and turns a failure into what the queue does next: try again, rest
 * while the model is away, or mark the row failed and be done. Throws what the queue shall retry or bury.
 */
export function enrich(piece: Enrichment, context: JobContext): Promise<Outcome> {
  const attributes = {
    ...processAttributes(piece.queue, context),
    [attributeKeys.agentId]: piece.agentId,
    ...piece.attributes,
  };
  const settings = { kind: 'consumer', parent: piece.parent, attributes } as const;
  return withSpan(spanNames.process(piece.queue), settings, async (span) => {
    // The line of the job is written after its span; it names it all the same.
    currentWideEvent()?.set({ ...activeSpanFields(), agentId: piece.agentId, ...piece.ids });
    const ended = (outcome: string): void => void span.setAttribute(attributeKeys.jobOutcome, outcome);
    try {
      await piece.work(span);
      ended('done');
      return done();
    } catch (error) {
      // What is thrown on is retried, unless this was the last try.
      ended(context.attempt < context.attemptsMax ? 'retried' : 'failed');
      const outcome = await settleFailure(error, context, span, piece);
      ended(outcome.kind === 'snooze' ? 'snoozed' : 'failed');
      return outcome;
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
  const reason = reasonOf(error);
  switch (decision.action) {
    case 'retry':
      throw error;
    case 'pause':
      recordError(span, error);
      return snooze(decision.ms);
    case 'fail':
      recordError(span, error);
      await piece.markFailed(reason);
      return done();
    case 'bury':
      await piece.markFailed(reason);
      throw error;
  }
}

/** Why a row stays without its enrichment, as operators read it. */
export function reasonOf(error: unknown): string {
  if (!isSalienceError(error)) return 'error.unexpected';
  const { said } = error.data;
  return typeof said === 'string' ? `${error.code}: ${said}` : error.code;
}
