import type { Attributes } from '@opentelemetry/api';
import type { Metrics } from './metrics.ts';
import { attributeKeys, spanNames } from './names.ts';
import { errorTypeOf, isRecording, startSpans, withSpan } from './spans.ts';

/** What the conventions ask for on every messaging span. */
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

/** Sending jobs to a queue. */
export interface Sending {
  readonly queue: string;
  /** Jobs in this sending; 1 by default. None: nothing is sent and nothing told. */
  readonly count?: number;
  readonly attributes?: Attributes;
  /** The `traceparent` of the cause, where it is not the active span. */
  readonly parent?: string | null;
}

type SendMetrics = Pick<Metrics, 'conventions'>;

/** Hands jobs to a queue inside a producer span of the running trace, and counts them for who opted in. */
export function withSend<T>(metrics: SendMetrics, sending: Sending, send: () => Promise<T>): Promise<T> {
  const settings = { kind: 'producer', parent: sending.parent, attributes: sendAttributes(sending) } as const;
  return withSpan(spanNames.send(sending.queue), settings, () => measured(metrics, sending, send));
}

/** Sending jobs again, or later than their cause. */
export interface Resending extends Sending {
  /** Why: a word of a fixed set, such as `lane`. */
  readonly kind: string;
  /** The `traceparent`s that the rows keep, of at most `max` rows. Asked only where spans are sent to a collector. */
  parents(max: number): Promise<readonly string[]>;
}

/** Traces in which one sending shows; what is beyond is sent all the same. */
const resendSpansMax = 20;

/**
 * Hands jobs to a queue on behalf of the rows they belong to: the sending shows in the trace of each row, of many rows
 * in those of the first twenty, and starts no trace of its own.
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
