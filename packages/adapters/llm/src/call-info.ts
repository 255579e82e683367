import { costOf, type TokenUsage } from './model-prompt.ts';
import type { ProviderModel } from './provider-model.ts';

/** How a call went, for records and telemetry. */
export interface CallInfo {
  readonly usage: TokenUsage;
  /** Who really answered. */
  readonly model: string;
  readonly provider: string;
  readonly durationMs: number;
  /** Requests that were made, over all models. */
  readonly attempts: number;
  /** True when it was not the preferred model that answered. */
  readonly failedOver: boolean;
  /** US dollars; undefined where the price or the usage is not known. */
  readonly costUsd: number | undefined;
}

/** An answer as it was paid for. */
export interface PaidAnswer {
  readonly usage: TokenUsage;
  readonly provider: ProviderModel;
  readonly attempts: number;
}

/** What one or several answers for one request came to; the last one's model is named. `candidates`: who could be asked, first choice first. */
export function infoOf(
  candidates: readonly ProviderModel[],
  answers: readonly PaidAnswer[],
  durationMs: number,
): CallInfo {
  const { provider } = answers.at(-1) as PaidAnswer;
  const costs = answers.map((answer) => costOf(answer.usage, answer.provider.price));
  return {
    model: provider.model,
    provider: provider.provider,
    usage: {
      inputTokens: sum(answers.map(({ usage }) => usage.inputTokens)),
      outputTokens: sum(answers.map(({ usage }) => usage.outputTokens)),
    },
    durationMs,
    attempts: answers.reduce((count, answer) => count + answer.attempts, 0),
    failedOver: provider !== candidates[0],
    costUsd: sum(costs.map((cost) => cost ?? null)) ?? undefined,
  };
}

/** A sum with an unknown part is unknown. */
function sum(values: readonly (number | null)[]): number | null {
  return values.reduce((total, value) => (total === null || value === null ? null : total + value), 0);
}
