import type { LanguageModelV4Prompt, LanguageModelV4Usage } from '@ai-sdk/provider';
import { estimateTokens, type Prompt } from '@salience/context';

/** What a call used. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** True where the provider did not count and characters / 4 stands in. */
  readonly estimated: boolean;
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

/** The providers' form back in ours; parts that are not text are left out. */
export function fromModelPrompt(prompt: LanguageModelV4Prompt): Prompt {
  const system: string[] = [];
  const messages: Prompt['messages'][number][] = [];
  for (const message of prompt) {
    if (message.role === 'system') system.push(message.content);
    else if (message.role !== 'tool') {
      const content = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      messages.push({ role: message.role, content });
    }
  }
  return { system: system.join('\n'), messages };
}

/** The tokens of a whole prompt by our own estimate. */
export function estimatePrompt(prompt: Prompt): number {
  return prompt.messages.reduce(
    (sum, message) => sum + estimateTokens(message.content),
    estimateTokens(prompt.system),
  );
}

/** The provider's count, or our estimate where it has none. */
export function readUsage(usage: LanguageModelV4Usage | undefined, prompt: Prompt, text: string): TokenUsage {
  const input = usage?.inputTokens.total;
  const output = usage?.outputTokens.total;
  return {
    inputTokens: input ?? estimatePrompt(prompt),
    outputTokens: output ?? estimateTokens(text),
    estimated: input === undefined || output === undefined || usage?.raw?.['estimated'] === true,
  };
}
