import type { LanguageModelV4Prompt, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Prompt } from '@salience/context';
import type { ModelPrice } from './model-terms.ts';

/** What a call used; null where the provider did not say. Nothing is guessed. */
export interface TokenUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** Our prompt in the providers' form. */
export function toModelPrompt(prompt: Prompt): LanguageModelV4Prompt {
  return [
    { role: 'system', content: prompt.system },
    ...prompt.messages.map(({ role, content }) => ({
      role,
      content: [{ type: 'text' as const, text: content }],
    })),
  ];
}

/** The provider's count. */
export function readUsage(usage: LanguageModelV4Usage | undefined): TokenUsage {
  return {
    inputTokens: usage?.inputTokens.total ?? null,
    outputTokens: usage?.outputTokens.total ?? null,
  };
}

/** What a call cost in US dollars; undefined where price or count is unknown. Cached input counts as any other. */
export function costOf(usage: TokenUsage, price: ModelPrice | undefined): number | undefined {
  const { inputTokens, outputTokens } = usage;
  if (price === undefined || inputTokens === null || outputTokens === null) return undefined;
  return (inputTokens * price.input + outputTokens * price.output) / 1_000_000;
}
