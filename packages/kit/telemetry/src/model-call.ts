import type { Metrics } from './metrics.ts';
import { attributeKeys, spanNames } from './names.ts';
import { errorTypeOf, withSpan } from './spans.ts';

/** A call of a language model as it is about to be made. */
export interface ModelCall {
  readonly agentId: string;
  /** The job that the model does, such as `chunk`. */
  readonly role: string;
  readonly provider: string;
  readonly model: string;
  /** The thread it is about. */
  readonly threadId?: string | undefined;
}

/** What a finished call tells of itself. */
export interface ModelCallResult {
  /** The model that really answered. */
  readonly model: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/**
 * Runs one model call inside a GenAI span and counts it: calls by outcome (`ok` or the error's code), duration, tokens.
 * Never records what was asked or answered. A thrown error is counted and thrown on.
 */
export function withModelCall<T extends ModelCallResult>(
  metrics: Pick<Metrics, 'modelCallDuration' | 'modelCalls' | 'modelTokens'>,
  call: ModelCall,
  run: () => Promise<T>,
): Promise<T> {
  const { agentId: agent, role } = call;
  const attributes = {
    [attributeKeys.agentId]: agent,
    [attributeKeys.modelRole]: role,
    [attributeKeys.genAiOperation]: 'chat',
    [attributeKeys.genAiProvider]: call.provider,
    [attributeKeys.genAiRequestModel]: call.model,
    [attributeKeys.genAiConversationId]: call.threadId,
  };
  return withSpan(spanNames.chat(call.model), { kind: 'client', attributes }, async (span) => {
    const started = performance.now();
    let outcome = 'ok';
    try {
      const result = await run();
      const { inputTokens, outputTokens } = result.usage;
      span.setAttributes({
        [attributeKeys.genAiResponseModel]: result.model,
        [attributeKeys.genAiInputTokens]: inputTokens,
        [attributeKeys.genAiOutputTokens]: outputTokens,
      });
      metrics.modelTokens.inc({ agent, role, type: 'input' }, inputTokens);
      metrics.modelTokens.inc({ agent, role, type: 'output' }, outputTokens);
      return result;
    } catch (error) {
      outcome = errorTypeOf(error);
      throw error;
    } finally {
      metrics.modelCalls.inc({ agent, outcome, role });
      metrics.modelCallDuration.observe({ role }, (performance.now() - started) / 1_000);
    }
  });
}
