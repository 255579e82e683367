import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderConfig } from './config.ts';
import { createOfflineModel, offlineModelId, offlineProvider } from './offline/offline-model.ts';

/** A model that is loaded when first asked for: provider libraries cost tens of megabytes. */
export interface ProviderModel {
  /** As telemetry calls them. */
  readonly provider: string;
  readonly model: string;
  readonly load: () => Promise<LanguageModelV4>;
}

/** Binds a configuration to a model; nothing is imported or contacted before `load`. */
export function bindProvider(config: ProviderConfig): ProviderModel {
  const bound = describe(config);
  let loading: Promise<LanguageModelV4> | undefined;
  return { ...bound, load: () => (loading ??= bound.load()) };
}

function describe(config: ProviderConfig): ProviderModel {
  switch (config.kind) {
    case 'offline':
      return { provider: offlineProvider, model: offlineModelId, load: async () => createOfflineModel() };
    case 'openai-compatible': {
      const name = config.name ?? 'openai-compatible';
      const settings = { ...config, name, jsonSchema: config.jsonSchema ?? false };
      return { provider: name, model: config.model, load: () => loadCompatible(settings) };
    }
    case 'ollama': {
      const baseUrl = `${config.baseUrl.replace(/\/+$/, '')}/v1`;
      const settings = { baseUrl, model: config.model, name: 'ollama', jsonSchema: true };
      return { provider: 'ollama', model: config.model, load: () => loadCompatible(settings) };
    }
    case 'anthropic':
      return { provider: 'anthropic', model: config.model, load: () => loadAnthropic(config) };
  }
}

async function loadCompatible(settings: {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly model: string;
  readonly name: string;
  readonly jsonSchema: boolean;
}): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    baseURL: settings.baseUrl.replace(/\/+$/, ''),
    name: settings.name,
    includeUsage: true,
    supportsStructuredOutputs: settings.jsonSchema,
    ...(settings.apiKey === undefined ? {} : { apiKey: settings.apiKey }),
  });
  return provider.chatModel(settings.model);
}

async function loadAnthropic(config: {
  readonly apiKey: string;
  readonly model: string;
  readonly baseUrl?: string;
}): Promise<LanguageModelV4> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const provider = createAnthropic({
    apiKey: config.apiKey,
    ...(config.baseUrl === undefined ? {} : { baseURL: config.baseUrl }),
  });
  return provider.languageModel(config.model);
}
