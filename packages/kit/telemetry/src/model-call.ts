import type { Metrics } from './metrics.ts';
import { attributeKeys, spanNames } from './names.ts';
import { errorTypeOf, withSpan } from './spans.ts';
import { currentWideEvent } from './wide-event.ts';

/** A call of a language model as it is about to be made. */
export interface ModelCall {
  readonly agentId: string;
  /** The job that the model does, such as `chunk`. */
  readonly role: string;
  readonly provider: string;
  readonly model: string;
  /** The thread it is about. */
  readonly threadId?: string | undefined;
  /** The reply is streamed. */
  readonly stream?: boolean;
}

/** Tokens of a call; null where the provider did not say, which is counted as nothing and never guessed. */
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

/** What a finished call tells of itself. */
export interface ModelCallResult {
  /** The model that really answered, and its provider. */
  readonly model: string;
  readonly provider: string;
  /** True when it was not the preferred one. */
  readonly failedOver: boolean;
  /** US dollars; undefined where nobody knows. */
  readonly costUsd: number | undefined;
  readonly usage: TokenUsage;
  readonly finishReason?: string | undefined;
  /** Of an object: what of it could not be used and fell out, and whether the model had to be asked again for it. */
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
  | 'modelUsageMissing'
>;

/**
 * Runs one model call inside a GenAI span and counts it: calls by outcome (`ok`, `failed-over` when another model than the
 * preferred one answered, or the error's code), duration, time to the first piece (`run` calls `firstPiece` when it comes),
 * each request that was made for it (`run` hands on `onAttempt`), tokens, cost; adds tokens, cost, what of objects fell out and
 * what was asked for twice to the wide event it runs in. Never records what was asked or answered. A thrown error is counted and thrown on.
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
