import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ProviderModel } from './provider-model.ts';
import type { RequestManner } from './request-manner.ts';
import type { RoleWriting } from './role-writing.ts';

type CallOptions = Pick<
  LanguageModelV4CallOptions,
  'maxOutputTokens' | 'providerOptions' | 'reasoning' | 'temperature'
>;

/** The options of a request beside its prompt: those of the role that the model accepts. */
export function callOptions(
  { optionsKey }: Pick<ProviderModel, 'optionsKey'>,
  manner: RequestManner,
  { outputTokens, reasoning, temperature, thoughtTokens }: RoleWriting,
): CallOptions {
  const longest = outputTokens === null ? undefined : outputTokens + (manner.thinks ? thoughtTokens : 0);
  const options: CallOptions = {};
  if (manner.temperature && temperature !== null) options.temperature = temperature;
  if (manner.reasoning && reasoning !== undefined) options.reasoning = reasoning;
  if (longest === undefined || manner.limit === null) return options;
  if (manner.limit === 'max_tokens') return { ...options, maxOutputTokens: longest };
  // Unknown to the library, and so handed on as it is.
  return { ...options, providerOptions: { [optionsKey]: { max_completion_tokens: longest } } };
}

/** Two sets of options for a provider's library as one. */
export function mergedOptions(
  key: string,
  first: LanguageModelV4CallOptions['providerOptions'],
  second: Readonly<Record<string, boolean>>,
): NonNullable<LanguageModelV4CallOptions['providerOptions']> {
  return { ...first, [key]: { ...first?.[key], ...second } };
}
