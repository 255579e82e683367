import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ProviderConfig } from './config.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { ModelPrice } from './model-terms.ts';
import { offlineModelId, offlineProvider } from './offline/offline-responder.ts';
import type { FilledPorts } from './ports.ts';
import { createProviderHealth, type ProviderHealth } from './provider-health.ts';

/** A model that is loaded when first asked for: provider libraries cost tens of megabytes. */
export interface ProviderModel {
  /** As telemetry calls them. */
  readonly provider: string;
  readonly model: string;
  /** What limits go by: provider and model. */
  readonly key: string;
  /** Requests a minute over all replicas. */
  readonly perMinute: number | undefined;
  /** Undefined where nobody said what it costs. */
  readonly price: ModelPrice | undefined;
  /** Shared by the models behind one address. */
  readonly health: ProviderHealth;
  /** The provider's library; none for the offline responder, which reads a prompt's task. */
  readonly load: (() => Promise<LanguageModelV4>) | undefined;
}

/** Where Anthropic's models are, unless told. */
const anthropicUrl = 'https://api.anthropic.com/v1';

/** Makes models of configurations; those behind one address share what is known of the way to it. */
export function createBinder(ports: FilledPorts): (config: ProviderConfig) => ProviderModel {
  const healths = new Map<string, ProviderHealth>();
  const healthOf = (provider: string, address: string): ProviderHealth => {
    const id = `${provider} ${address}`;
    const known =
      healths.get(id) ??
      createProviderHealth({
        ...ports,
        onChange: ({ offline, forMs }) =>
          ports.onEvent(
            offline ? { kind: 'provider-offline', provider, forMs } : { kind: 'provider-online', provider },
          ),
      });
    healths.set(id, known);
    return known;
  };
  return (config) => {
    const { address, load, model, provider } = describe(config);
    let loading: Promise<LanguageModelV4> | undefined;
    return {
      provider,
      model,
      key: `${provider}:${model}`,
      perMinute: config.perMinute,
      price: config.kind === 'offline' ? free : config.price,
      health: healthOf(provider, address),
      load: load && (() => (loading ??= load())),
    };
  };
}

const free: ModelPrice = { input: 0, output: 0 };

interface Described {
  readonly provider: string;
  readonly model: string;
  readonly address: string;
  readonly load: (() => Promise<LanguageModelV4>) | undefined;
}

function describe(config: ProviderConfig): Described {
  switch (config.kind) {
    case 'offline':
      return { provider: offlineProvider, model: offlineModelId, address: '', load: undefined };
    case 'openai-compatible': {
      const { baseUrl, model } = config;
      const name = config.name ?? 'openai-compatible';
      const settings = { ...config, name, jsonSchema: config.jsonSchema ?? false };
      return { provider: name, model, address: baseUrl, load: () => loadCompatible(settings) };
    }
    case 'ollama': {
      const { model } = config;
      const baseUrl = `${config.baseUrl.replace(/\/+$/, '')}/v1`;
      const settings = { baseUrl, model, name: 'ollama', jsonSchema: true };
      return { provider: 'ollama', model, address: baseUrl, load: () => loadCompatible(settings) };
    }
    case 'anthropic': {
      const settings = { ...config, baseUrl: config.baseUrl ?? anthropicUrl };
      const load = () => loadAnthropic(settings);
      return { provider: 'anthropic', model: config.model, address: settings.baseUrl, load };
    }
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
    fetch: guardedFetch({ provider: settings.name, model: settings.model }),
    ...(settings.apiKey === undefined ? {} : { apiKey: settings.apiKey }),
  });
  return provider.chatModel(settings.model);
}

async function loadAnthropic(settings: {
  readonly apiKey: string;
  readonly model: string;
  readonly baseUrl: string;
}): Promise<LanguageModelV4> {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const provider = createAnthropic({
    apiKey: settings.apiKey,
    // Always said, or the library looks for it in the environment itself.
    baseURL: settings.baseUrl.replace(/\/+$/, ''),
    fetch: guardedFetch({ provider: 'anthropic', model: settings.model }),
  });
  return provider.languageModel(settings.model);
}
