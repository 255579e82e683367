import type { Attributes } from '@opentelemetry/api';
import type { Metrics } from './metrics.ts';
import { attributeKeys, spanNames } from './names.ts';
import { errorTypeOf, isRecording, startSpans, withSpan } from './spans.ts';

/** The attributes that the conventions require on every messaging span. */
function messagingAttributes(queue: string, operation: 'process' | 'send'): Attributes {
  return {
    [attributeKeys.messagingSystem]: 'bullmq',
    [attributeKeys.messagingDestination]: queue,
    [attributeKeys.messagingOperationName]: operation,
    [attributeKeys.messagingOperationType]: operation,
  };
}

/** The attributes of a span that processes one job of a queue. */
export function processAttributes(
  queue: string,
  job: { readonly jobId?: string; readonly attempt: number },
): Attributes {
  return {
    ...messagingAttributes(queue, 'process'),
    [attributeKeys.jobAttempt]: job.attempt,
    ...(job.jobId === undefined ? {} : { [attributeKeys.messagingMessageId]: job.jobId }),
  };
}

/** One sending of jobs to a queue. */
export interface Sending {
  readonly queue: string;
  /** Number of jobs; 1 by default. With 0 nothing is sent and no span is made. */
  readonly count?: number;
  readonly attributes?: Attributes;
  /** The `traceparent` of the cause, if it is not the active span. */
  readonly parent?: string | null;
}

type SendMetrics = Pick<Metrics, 'conventions'>;

/** Sends jobs inside a producer span of the current trace, and counts them in the convention metrics. */
export function withSend<T>(metrics: SendMetrics, sending: Sending, send: () => Promise<T>): Promise<T> {
  const settings = { kind: 'producer', parent: sending.parent, attributes: sendAttributes(sending) } as const;
  return withSpan(spanNames.send(sending.queue), settings, () => measured(metrics, sending, send));
}

/** One sending of jobs again, or later than their cause. */
export interface Resending extends Sending {
  /** Why: a word of a fixed set, such as `lane`. */
  readonly kind: string;
  /** The `traceparent`s of at most `max` rows. Called only if spans are sent to a collector. */
  parents(max: number): Promise<readonly string[]>;
}

/** Maximum number of traces that show one sending. All jobs are sent regardless. */
const resendSpansMax = 20;

/**
 * Sends jobs on behalf of the rows they belong to. The sending shows in the trace of each row, up to twenty of them, and starts no
 * trace of its own.
 */
export async function withResend<T>(
  metrics: SendMetrics,
  sending: Resending,
  send: () => Promise<T>,
): Promise<T> {
  const parents = isRecording() ? await sending.parents(resendSpansMax) : [];
  const attributes = { ...sendAttributes(sending), [attributeKeys.resendKind]: sending.kind };
  const end = startSpans(spanNames.send(sending.queue), { kind: 'producer', attributes }, parents);
  try {
    const result = await measured(metrics, sending, send);
    end(undefined);
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}

function sendAttributes({ queue, count = 1, attributes }: Sending): Attributes {
  return {
    ...messagingAttributes(queue, 'send'),
    ...(count === 1 ? {} : { [attributeKeys.messagingBatchCount]: count }),
    ...attributes,
  };
}

async function measured<T>(metrics: SendMetrics, sending: Sending, send: () => Promise<T>): Promise<T> {
  const started = performance.now();
  let errorType: string | undefined;
  try {
    return await send();
  } catch (error) {
    errorType = errorTypeOf(error);
    throw error;
  } finally {
    const seconds = (performance.now() - started) / 1000;
    const { queue, count = 1 } = sending;
    metrics.conventions.messaging({ queue, operation: 'send', seconds, messages: count, errorType });
  }
}
