import type { Metrics } from './metrics.ts';
import type { ModelUsage } from './model-usage.ts';
import { attributeKeys, spanNames } from './names.ts';
import { errorTypeOf, withSpan } from './spans.ts';
import { currentWideEvent } from './wide-event.ts';

/** A call of a language model before it is made. */
export interface ModelCall {
  readonly agentId: string;
  /** The role that the model plays, such as `chunk`. */
  readonly role: string;
  readonly provider: string;
  readonly model: string;
  /** The thread that the call is for. */
  readonly threadId?: string | undefined;
  /** True when the reply is streamed. */
  readonly stream?: boolean;
}

/** Tokens of a call. Null where the provider did not report them; they count as none and are never estimated. */
export interface TokenUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** One request that was made for a call. */
export interface ModelAttempt {
  readonly provider: string;
  readonly model: string;
  /** `ok` or the error's code. */
  readonly outcome: string;
}

/** The result of a finished call. */
export interface ModelCallResult {
  /** The model that answered, and its provider. */
  readonly model: string;
  readonly provider: string;
  /** True when it was not the preferred one. */
  readonly failedOver: boolean;
  /** US dollars; undefined where unknown. */
  readonly costUsd: number | undefined;
  readonly usage: TokenUsage;
  readonly finishReason?: string | undefined;
  /** For a structured answer: how many parts were unusable and dropped, and whether the model was asked again. */
  readonly dropped?: number;
  readonly repaired?: boolean;
}

/** The metrics that a model call counts in. */
export type ModelCallMetrics = Pick<
  Metrics,
  | 'conventions'
  | 'modelAttempts'
  | 'modelCallDuration'
  | 'modelCalls'
  | 'modelCost'
  | 'modelFirstToken'
  | 'modelTokens'
  | 'modelUsage'
  | 'modelUsageMissing'
>;

/**
 * Runs one model call inside a GenAI span and records: calls by outcome (`ok`, `failed-over` when another model than the preferred
 * one answered, or the error's code), duration, time to the first chunk (`run` calls `firstPiece`), each request (`run` passes on
 * `onAttempt`), tokens and cost. Adds tokens, cost, dropped parts and repairs to the wide event of the current work. Never records
 * what was asked or answered. A thrown error is counted and rethrown.
 */
export function withModelCall<T extends ModelCallResult>(
  metrics: ModelCallMetrics,
  call: ModelCall,
  run: (firstPiece: () => void, onAttempt: (attempt: ModelAttempt) => void) => Promise<T>,
): Promise<T> {
  const attributes = {
    [attributeKeys.agentId]: call.agentId,
    [attributeKeys.modelRole]: call.role,
    [attributeKeys.genAiOperation]: 'chat',
    [attributeKeys.genAiProvider]: call.provider,
    [attributeKeys.genAiRequestModel]: call.model,
    [attributeKeys.genAiConversationId]: call.threadId,
    ...(call.stream === true ? { [attributeKeys.genAiRequestStream]: true } : {}),
  };
  return withSpan(spanNames.chat(call.model), { kind: 'client', attributes }, async (span) => {
    const started = performance.now();
    const since = (): number => (performance.now() - started) / 1000;
    let firstChunkSeconds: number | undefined;
    let errorType: string | undefined;
    let result: T | undefined;
    try {
      const firstPiece = (): void => {
        firstChunkSeconds ??= since();
      };
      result = await run(firstPiece, ({ provider, model, outcome }) =>
        metrics.modelAttempts.inc({ role: call.role, provider, model, outcome }),
      );
      const reasons = result.finishReason === undefined ? undefined : [result.finishReason];
      span.setAttributes({
        [attributeKeys.genAiProvider]: result.provider,
        [attributeKeys.genAiResponseModel]: result.model,
        [attributeKeys.genAiFinishReasons]: reasons,
        [attributeKeys.genAiInputTokens]: result.usage.inputTokens ?? undefined,
        [attributeKeys.genAiOutputTokens]: result.usage.outputTokens ?? undefined,
        [attributeKeys.genAiTimeToFirstChunk]: firstChunkSeconds,
      });
      return result;
    } catch (error) {
      errorType = errorTypeOf(error);
      throw error;
    } finally {
      count(metrics, call, { seconds: since(), firstChunkSeconds, errorType, result });
    }
  });
}

interface Finished {
  readonly seconds: number;
  readonly firstChunkSeconds: number | undefined;
  readonly errorType: string | undefined;
  readonly result: ModelCallResult | undefined;
}

function count(metrics: ModelCallMetrics, call: ModelCall, finished: Finished): void {
  const { agentId: agent, role } = call;
  const { seconds, firstChunkSeconds, errorType, result } = finished;
  const { model, provider } = result ?? call;
  metrics.modelCalls.inc({ agent, outcome: errorType ?? (result?.failedOver ? 'failed-over' : 'ok'), role });
  metrics.modelCallDuration.observe({ role }, seconds);
  metrics.modelUsage.add(usageOf(call, finished));
  if (firstChunkSeconds !== undefined) metrics.modelFirstToken.observe({ role }, firstChunkSeconds);
  metrics.conventions.genAi({ provider, model, seconds, firstChunkSeconds, errorType, usage: result?.usage });
  const event = currentWideEvent();
  event?.add('modelCalls', 1);
  if (firstChunkSeconds !== undefined) event?.set({ firstTokenMs: Math.round(firstChunkSeconds * 1000) });
  if (result === undefined) return;
  if (result.dropped !== undefined && result.dropped > 0) event?.add('modelPartsDropped', result.dropped);
  if (result.repaired === true) event?.add('modelRepairs', 1);
  const { inputTokens, outputTokens } = result.usage;
  if (inputTokens === null || outputTokens === null) metrics.modelUsageMissing.inc({ agent, role, model });
  if (inputTokens !== null) {
    metrics.modelTokens.inc({ agent, role, type: 'input' }, inputTokens);
    event?.add('inputTokens', inputTokens);
  }
  if (outputTokens !== null) {
    metrics.modelTokens.inc({ agent, role, type: 'output' }, outputTokens);
    event?.add('outputTokens', outputTokens);
  }
  if (result.costUsd === undefined) return;
  metrics.modelCost.inc({ agent, role, model }, result.costUsd);
  event?.add('costUsd', result.costUsd);
}

/** What a call adds to the counts that are kept. */
function usageOf(call: ModelCall, { errorType, result, seconds }: Finished): ModelUsage {
  const { model, provider } = result ?? call;
  const { inputTokens, outputTokens } = result?.usage ?? { inputTokens: 0, outputTokens: 0 };
  const ms = Math.round(seconds * 1000);
  return {
    agentId: call.agentId,
    role: call.role,
    model: `${provider}:${model}`,
    calls: 1,
    errors: errorType === undefined ? 0 : 1,
    failedOver: result?.failedOver === true ? 1 : 0,
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    untold: inputTokens === null || outputTokens === null ? 1 : 0,
    unpriced: result !== undefined && result.costUsd === undefined ? 1 : 0,
    costUsd: result?.costUsd ?? 0,
    totalMs: ms,
    longestMs: ms,
    lastError: errorType ?? null,
  };
}
