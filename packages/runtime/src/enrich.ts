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

/** One background task on a row: what a job does after the turn that caused it was answered. */
export interface Enrichment {
  /** The queue of the job. */
  readonly queue: string;
  readonly agentId: AgentId;
  /** The `traceparent` of the row, so that the work belongs to the turn's trace. */
  readonly parent: string | null;
  /** Further span attributes, keys from `attributeKeys`. */
  readonly attributes: Attributes;
  /** The same ids for the job's log line, named as everywhere in logs. */
  readonly ids: Readonly<Record<string, string>>;
  /** Does the work; may add to its span. */
  work(span: Span): Promise<void>;
  /**
   * Marks the row as failed. `reason` is the error's code, never its message, which may quote a model. If a provider said what was
   * wrong with the form of the request, that sentence follows the code after a colon.
   */
  markFailed(reason: string): Promise<void>;
}

/**
 * Runs an enrichment in the span of its job and maps a failure to the job's outcome: retry, pause while the model is away, or mark
 * the row failed. Throws what the queue should retry or dead-letter.
 */
export function enrich(enrichment: Enrichment, context: JobContext): Promise<Outcome> {
  const attributes = {
    ...processAttributes(enrichment.queue, context),
    [attributeKeys.agentId]: enrichment.agentId,
    ...enrichment.attributes,
  };
  const settings = { kind: 'consumer', parent: enrichment.parent, attributes } as const;
  return withSpan(spanNames.process(enrichment.queue), settings, async (span) => {
    // The job's log line is written after its span ends, but names it.
    currentWideEvent()?.set({ ...activeSpanFields(), agentId: enrichment.agentId, ...enrichment.ids });
    const ended = (outcome: string): void => void span.setAttribute(attributeKeys.jobOutcome, outcome);
    try {
      await enrichment.work(span);
      ended('done');
      return done();
    } catch (error) {
      // A rethrown error is retried unless this was the last attempt.
      ended(context.attempt < context.attemptsMax ? 'retried' : 'failed');
      const outcome = await settleFailure(error, context, span, enrichment);
      ended(outcome.kind === 'snooze' ? 'snoozed' : 'failed');
      return outcome;
    }
  });
}

async function settleFailure(
  error: unknown,
  context: JobContext,
  span: Span,
  enrichment: Enrichment,
): Promise<Outcome> {
  // After a drain or a timeout the signal's reason says why; the aborted call's error does not.
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
      await enrichment.markFailed(reason);
      return done();
    case 'bury':
      await enrichment.markFailed(reason);
      throw error;
  }
}

/** Why a row was not enriched, as operators read it. */
export function reasonOf(error: unknown): string {
  if (!isSalienceError(error)) return 'error.unexpected';
  const { said } = error.data;
  return typeof said === 'string' ? `${error.code}: ${said}` : error.code;
}
