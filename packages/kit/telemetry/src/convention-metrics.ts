import type { Instruments } from './instruments.ts';
import { conventionMetricNames } from './names.ts';

/** Which groups of convention metrics are reported beside ours. */
export interface ConventionOptIn {
  readonly messaging: boolean;
  readonly genAi: boolean;
}

/**
 * Reads OTEL_SEMCONV_STABILITY_OPT_IN, a comma-separated list: `messaging` (or `messaging/dup`) and `gen_ai_latest_experimental`.
 * Unknown words are ignored.
 */
export function readOptIn(list: string | undefined): ConventionOptIn {
  const words = new Set((list ?? '').split(',').map((word) => word.trim()));
  return {
    messaging: words.has('messaging') || words.has('messaging/dup'),
    genAi: words.has('gen_ai_latest_experimental'),
  };
}

/** One finished operation on a queue. */
export interface MessagingOperation {
  readonly queue: string;
  readonly operation: 'process' | 'send';
  readonly seconds: number;
  /** Messages sent; 1 by default. */
  readonly messages?: number;
  /** Code of the error, if it failed. */
  readonly errorType?: string | undefined;
}

/** One finished call of a model. */
export interface GenAiOperation {
  readonly provider: string;
  readonly model: string;
  readonly seconds: number;
  readonly errorType?: string | undefined;
  readonly firstChunkSeconds?: number | undefined;
  readonly usage?: { readonly inputTokens: number | null; readonly outputTokens: number | null } | undefined;
}

/** The metrics that the conventions name. Groups that were not opted in are not measured. */
export interface ConventionMetrics {
  messaging(operation: MessagingOperation): void;
  genAi(operation: GenAiOperation): void;
}

// The buckets that the conventions advise.
const messagingBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const genAiBuckets = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const chunkBuckets = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const tokenBuckets = Array.from({ length: 14 }, (_, power) => 4 ** power);

const nothing = (): void => {};

/** Declares the convention metrics that were opted in. */
export function conventionMetrics(make: Instruments, optIn: ConventionOptIn): ConventionMetrics {
  return {
    messaging: optIn.messaging ? messaging(make) : nothing,
    genAi: optIn.genAi ? genAi(make) : nothing,
  };
}

function messaging(make: Instruments): ConventionMetrics['messaging'] {
  const n = conventionMetricNames;
  const labels = [
    'messaging_system_name',
    'messaging_operation_name',
    'messaging_operation_type',
    'messaging_destination_name',
    'error_type',
  ] as const;
  const durations = {
    process: make.histogram(
      { name: n.processDuration, help: 'Duration of processing operation', labels },
      messagingBuckets,
    ),
    send: make.histogram(
      { name: n.clientOperationDuration, help: 'Duration of messaging operation', labels },
      messagingBuckets,
    ),
  };
  const counts = {
    process: make.counter({
      name: n.consumedMessages,
      help: 'Messages delivered to the application',
      labels,
    }),
    send: make.counter({ name: n.sentMessages, help: 'Messages the producer attempted to send', labels }),
  };
  return ({ queue, operation, seconds, messages = 1, errorType = '' }) => {
    const values = {
      messaging_system_name: 'bullmq',
      messaging_operation_name: operation,
      messaging_operation_type: operation,
      messaging_destination_name: queue,
      error_type: errorType,
    };
    durations[operation].observe(values, seconds);
    counts[operation].inc(values, messages);
  };
}

function genAi(make: Instruments): ConventionMetrics['genAi'] {
  const n = conventionMetricNames;
  const common = ['gen_ai_operation_name', 'gen_ai_provider_name', 'gen_ai_request_model'] as const;
  const duration = make.histogram(
    { name: n.genAiOperationDuration, help: 'GenAI operation duration', labels: [...common, 'error_type'] },
    genAiBuckets,
  );
  const firstChunk = make.histogram(
    { name: n.genAiTimeToFirstChunk, help: 'Time to the first chunk of a streamed response', labels: common },
    chunkBuckets,
  );
  const tokens = make.histogram(
    {
      name: n.genAiTokenUsage,
      help: 'Input and output tokens used',
      labels: [...common, 'gen_ai_token_type'],
    },
    tokenBuckets,
  );
  return ({ provider, model, seconds, errorType = '', firstChunkSeconds, usage }) => {
    const values = {
      gen_ai_operation_name: 'chat',
      gen_ai_provider_name: provider,
      gen_ai_request_model: model,
    };
    duration.observe({ ...values, error_type: errorType }, seconds);
    if (firstChunkSeconds !== undefined) firstChunk.observe(values, firstChunkSeconds);
    const { inputTokens = null, outputTokens = null } = usage ?? {};
    if (inputTokens !== null) tokens.observe({ ...values, gen_ai_token_type: 'input' }, inputTokens);
    if (outputTokens !== null) tokens.observe({ ...values, gen_ai_token_type: 'output' }, outputTokens);
  };
}
