import { type ModelRole, modelRoles } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { type ModelTerms, readTerms, termEnvNames } from './model-terms.ts';
import { type RoleTimes, readTimes, timeEnvNames } from './model-times.ts';
import { type RoleWriting, readWriting, writingEnvNames, writingWithin } from './role-writing.ts';

/** One model behind one provider. */
export type ProviderConfig = ModelTerms & ProviderChoice;

type ProviderChoice =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'openai-compatible';
      /** Up to and including `/v1`. */
      readonly baseUrl: string;
      readonly apiKey?: string;
      readonly model: string;
      /** Its name in telemetry; default `openai-compatible`. */
      readonly name?: string;
      /** False: objects are asked for in JSON mode at once, not by their schema. */
      readonly jsonSchema?: boolean;
    }
  | { readonly kind: 'anthropic'; readonly apiKey: string; readonly model: string; readonly baseUrl?: string }
  /** `baseUrl` without `/v1`, as Ollama prints it. */
  | {
      readonly kind: 'ollama';
      readonly baseUrl: string;
      readonly model: string;
      /** As above. */
      readonly jsonSchema?: boolean;
    };

/** A model, or several in order of preference: the next is asked where the one before it cannot answer. */
export type Candidates = ProviderConfig | readonly ProviderConfig[];

/** Which model does which job, how long it may take and how it writes; roles not named use the default. */
export interface ModelsConfig {
  readonly default: Candidates;
  readonly roles?: Partial<Record<ModelRole, Candidates>>;
  readonly times?: Partial<Record<ModelRole, Partial<RoleTimes>>>;
  readonly writing?: Partial<Record<ModelRole, Partial<RoleWriting>>>;
}

/** The models of a role, the preferred one first. */
export function candidatesOf(config: ModelsConfig, role: ModelRole): readonly ProviderConfig[] {
  const chosen = config.roles?.[role] ?? config.default;
  return 'kind' in chosen ? [chosen] : chosen;
}

/** The same models with answers that leave three quarters of a window to their prompts; as they are without a window. */
export function withinWindow(config: ModelsConfig, window: number | undefined): ModelsConfig {
  return window === undefined ? config : { ...config, writing: writingWithin(config.writing, window) };
}

/** The variables that `modelConfigFromEnv` reads. */
export const modelEnvNames = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'OLLAMA_BASE_URL',
  'SALIENCE_MODEL',
  ...modelRoles.map((role) => `SALIENCE_MODEL_${role.toUpperCase()}` as const),
  'SALIENCE_MODEL_JSON_SCHEMA',
  ...timeEnvNames,
  ...writingEnvNames,
  ...termEnvNames,
] as const;

type Env = Readonly<Record<string, string | undefined>>;
type Provider = 'openai' | 'anthropic' | 'ollama' | 'offline';

const openaiUrl = 'https://api.openai.com/v1';
const ollamaUrl = 'http://127.0.0.1:11434';
const defaultModels: Partial<Record<Provider, string>> = {
  openai: 'gpt-4.1-mini',
  anthropic: 'claude-haiku-4-5',
};
const providers: readonly Provider[] = ['openai', 'anthropic', 'ollama', 'offline'];

/**
 * The models that an environment asks for. Without any of its variables everything is offline. A value is
 * `provider:model`, `provider`, or a model of the only provider there is; providers are openai, anthropic, ollama, offline.
 * Several values joined by `|` fail over from one to the next.
 * Throws `config.models` (terminal) listing every problem at once; values of keys never appear in it.
 */
export function modelConfigFromEnv(env: Env): ModelsConfig {
  const problems: string[] = [];
  const source: Source = { env, problems, terms: readTerms((name) => read(env, name), problems) };
  const chosen = read(env, 'SALIENCE_MODEL');
  const fallback = chosen === undefined ? implied(source) : resolveAll(source, 'SALIENCE_MODEL', chosen);
  const roles: Partial<Record<ModelRole, Candidates>> = {};
  for (const role of modelRoles) {
    const name = `SALIENCE_MODEL_${role.toUpperCase()}`;
    const value = read(env, name);
    if (value !== undefined) roles[role] = resolveAll(source, name, value);
  }
  const times = readTimes((name) => read(env, name), problems);
  const writing = readWriting((name) => read(env, name), problems);
  const jsonSchema = read(env, 'SALIENCE_MODEL_JSON_SCHEMA') ?? 'on';
  if (jsonSchema !== 'on' && jsonSchema !== 'off')
    problems.push(`SALIENCE_MODEL_JSON_SCHEMA: expected on or off, got "${jsonSchema}"`);
  for (const name of ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'OLLAMA_BASE_URL']) {
    const url = read(env, name);
    if (url !== undefined && !/^https?:\/\/[^\s/]/.test(url)) {
      problems.push(`${name}: expected a URL that begins with http:// or https://, got "${url}"`);
    }
  }
  if (problems.length > 0) {
    throw new SalienceError(
      'config.models',
      `The model settings cannot be used:\n- ${problems.join('\n- ')}`,
      {
        data: { problems },
      },
    );
  }
  return { default: fallback, roles, times, writing };
}

/** What settings are read from, and where what is wrong with them is kept. */
interface Source {
  readonly env: Env;
  readonly problems: string[];
  readonly terms: (provider: string, model: string) => ModelTerms;
}

function implied(source: Source): ProviderConfig {
  const { env, problems } = source;
  const found = configured(env);
  const [provider] = found;
  if (provider === undefined) return { kind: 'offline' };
  if (found.length > 1) {
    // A setting for every role leaves nothing for the default to decide.
    if (modelRoles.every((role) => read(env, `SALIENCE_MODEL_${role.toUpperCase()}`)))
      return { kind: 'offline' };
    problems.push(
      `several providers are configured (${found.join(', ')}); say which one to use with SALIENCE_MODEL=provider:model`,
    );
    return { kind: 'offline' };
  }
  return build(source, provider, undefined, 'SALIENCE_MODEL');
}

function resolveAll(source: Source, name: string, value: string): Candidates {
  const values = value.split('|').map((one) => one.trim());
  if (values.includes('')) source.problems.push(`${name}: expected a model on both sides of each |`);
  const all = values.map((one) => resolve(source, name, one));
  return all.length === 1 ? (all[0] as ProviderConfig) : all;
}

function resolve(source: Source, name: string, value: string): ProviderConfig {
  // A model's own name may hold a colon (llama3.2:3b), so only a known provider counts as a prefix.
  const [, prefix = '', model = ''] = /^([^:]*)(?::(.*))?$/s.exec(value) ?? [];
  const named = providers.find((provider) => provider === prefix);
  if (named !== undefined) return build(source, named, model.trim() || undefined, name);
  const found = configured(source.env);
  const [only] = found;
  if (only !== undefined && found.length === 1) return build(source, only, value, name);
  source.problems.push(
    `${name}: "${value}" names no provider and ${found.length === 0 ? 'none is' : 'several are'} configured; ` +
      `write provider:model with one of ${providers.join(', ')}`,
  );
  return { kind: 'offline' };
}

function build(source: Source, provider: Provider, model: string | undefined, name: string): ProviderConfig {
  const { env, problems } = source;
  if (provider === 'offline') return { kind: 'offline' };
  const baseUrl = read(env, 'OPENAI_BASE_URL');
  // Another server's models are not OpenAI's: there is no name to assume.
  const assumed = provider === 'openai' && baseUrl !== undefined ? undefined : defaultModels[provider];
  const id = model ?? assumed ?? '';
  if (id === '')
    problems.push(`${name}: ${provider} needs the name of a model, as in ${name}=${provider}:some-model`);
  const terms = source.terms(provider, id);
  const jsonSchema = read(env, 'SALIENCE_MODEL_JSON_SCHEMA') !== 'off';
  if (provider === 'ollama') {
    const address = read(env, 'OLLAMA_BASE_URL') ?? ollamaUrl;
    return { ...terms, kind: 'ollama', baseUrl: address, model: id, jsonSchema };
  }
  if (provider === 'anthropic') {
    const apiKey = read(env, 'ANTHROPIC_API_KEY');
    if (apiKey === undefined) problems.push(`${name}: anthropic needs ANTHROPIC_API_KEY`);
    const own = read(env, 'ANTHROPIC_BASE_URL');
    return {
      ...terms,
      kind: 'anthropic',
      apiKey: apiKey ?? '',
      model: id,
      ...(own === undefined ? {} : { baseUrl: own }),
    };
  }
  const apiKey = read(env, 'OPENAI_API_KEY');
  if (apiKey === undefined && baseUrl === undefined) {
    problems.push(
      `${name}: openai needs OPENAI_API_KEY, or OPENAI_BASE_URL for a server that asks for no key`,
    );
  }
  return {
    ...terms,
    kind: 'openai-compatible',
    baseUrl: baseUrl ?? openaiUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    model: id,
    name: baseUrl === undefined ? 'openai' : 'openai-compatible',
    jsonSchema,
  };
}

function configured(env: Env): Provider[] {
  const found: Provider[] = [];
  if (read(env, 'OPENAI_API_KEY') !== undefined || read(env, 'OPENAI_BASE_URL') !== undefined)
    found.push('openai');
  if (read(env, 'ANTHROPIC_API_KEY') !== undefined) found.push('anthropic');
  if (read(env, 'OLLAMA_BASE_URL') !== undefined) found.push('ollama');
  return found;
}

function read(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}
