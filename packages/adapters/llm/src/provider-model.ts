import type { LanguageModelV4 } from '@ai-sdk/provider';
import { offlineModel } from '@salience/contracts';
import type { ProviderConfig } from './config.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { ModelPrice } from './model-terms.ts';
import type { FilledPorts } from './ports.ts';
import { createProviderHealth, type ProviderHealth } from './provider-health.ts';
import { createKnownManner, type KnownManner, type RequestManner } from './request-manner.ts';
import type { SchemaDialect } from './structured/sent-schema.ts';

/** A model that is loaded when first asked for: provider libraries cost tens of megabytes. */
export interface ProviderModel {
  /** As telemetry calls them. */
  readonly provider: string;
  readonly model: string;
  /** What limits go by: provider and model. */
  readonly key: string;
  /** Requests a minute over all replicas. */
  readonly perMinute: number | undefined;
  /** Undefined if its price is unknown. */
  readonly price: ModelPrice | undefined;
  /** Shared by the models behind one address. */
  readonly health: ProviderHealth;
  /** How it wants to be asked, as far as it is known; shared by the roles that it serves. */
  readonly manner: KnownManner;
  /** How its server wants what may be absent. */
  readonly schemaDialect: SchemaDialect;
  /** Under which name its library takes options of its own. */
  readonly optionsKey: string;
  /** The provider's library; none for the offline responder, whose answer comes with the request. */
  readonly load: (() => Promise<LanguageModelV4>) | undefined;
}

/** The default address of Anthropic's models. */
const anthropicUrl = 'https://api.anthropic.com/v1';

/**
 * Makes models of configurations; those behind one address share what is known of the way to it, and one model in several roles
 * what is known of it.
 */
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
  const manners = new Map<string, KnownManner>();
  const mannerOf = (id: string, initial: RequestManner): KnownManner => {
    const known = manners.get(id) ?? createKnownManner(initial);
    manners.set(id, known);
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
      manner: mannerOf(`${provider} ${address} ${model}`, initialManner(config)),
      schemaDialect: config.kind === 'anthropic' ? 'optional' : 'nullable',
      optionsKey: camelCase(provider),
      load: load && (() => (loading ??= load())),
    };
  };
}

/** Models that think before they answer, by what their names have in common. A wrong guess raises a limit and nothing else. */
const thinkers = /\bo[1-9]\b|gpt-5|gpt-oss|deepseek-r|qwq|qwen3|magistral|reason|think|\br1\b/i;

/** How a model is asked before anything is known of it. */
function initialManner(config: ProviderConfig): RequestManner {
  const own = config.kind === 'openai-compatible' && config.name === 'openai';
  const model = config.kind === 'offline' ? '' : config.model;
  const jsonSchema = config.kind === 'offline' || config.kind === 'anthropic' || config.jsonSchema !== false;
  return {
    format: jsonSchema ? 'schema' : 'object',
    // OpenAI's own models that reason take no temperature, and its limit has a newer name.
    temperature: !(own && /^(?:o[1-9]|gpt-5)/.test(model)),
    limit: own ? 'max_completion_tokens' : 'max_tokens',
    reasoning: true,
    thinks: thinkers.test(model),
  };
}

/** A provider's name as its library spells the key of its options. */
function camelCase(name: string): string {
  return name.replaceAll(/[_-]([a-z])/g, (_all, letter: string) => letter.toUpperCase());
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
      return { ...offlineModel, address: '', load: undefined };
    case 'openai-compatible': {
      const { baseUrl, model } = config;
      const name = config.name ?? 'openai-compatible';
      const settings = { ...config, name };
      return { provider: name, model, address: baseUrl, load: () => loadCompatible(settings) };
    }
    case 'ollama': {
      const { model } = config;
      const baseUrl = `${config.baseUrl.replace(/\/+$/, '')}/v1`;
      const settings = { baseUrl, model, name: 'ollama' };
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
}): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    baseURL: settings.baseUrl.replace(/\/+$/, ''),
    name: settings.name,
    includeUsage: true,
    // Each request says whether it brings its schema.
    supportsStructuredOutputs: true,
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
