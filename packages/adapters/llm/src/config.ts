import { type ModelRole, modelRoles } from '@salience/contracts';
import { SalienceError } from '@salience/errors';

/** One model behind one provider. */
export type ProviderConfig =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'openai-compatible';
      /** Up to and including `/v1`. */
      readonly baseUrl: string;
      readonly apiKey?: string;
      readonly model: string;
      /** What it is called in telemetry; `openai-compatible` unless told. */
      readonly name?: string;
      /** True where the server understands a JSON schema as response format; else plain JSON mode is asked for. */
      readonly jsonSchema?: boolean;
    }
  | { readonly kind: 'anthropic'; readonly apiKey: string; readonly model: string; readonly baseUrl?: string }
  /** `baseUrl` without `/v1`, as Ollama prints it. */
  | { readonly kind: 'ollama'; readonly baseUrl: string; readonly model: string };

/** Which model does which job; roles not named use the default. */
export interface ModelsConfig {
  readonly default: ProviderConfig;
  readonly roles?: Partial<Record<ModelRole, ProviderConfig>>;
}

/** The variables that `modelConfigFromEnv` reads. */
export const modelEnvNames = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'OLLAMA_BASE_URL',
  'SALIENCE_MODEL',
  ...modelRoles.map((role) => `SALIENCE_MODEL_${role.toUpperCase()}` as const),
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
 * Throws `config.models` (terminal) listing every problem at once; values of keys never appear in it.
 */
export function modelConfigFromEnv(env: Env): ModelsConfig {
  const problems: string[] = [];
  const chosen = read(env, 'SALIENCE_MODEL');
  const fallback: ProviderConfig =
    chosen === undefined ? implied(env, problems) : resolve(env, 'SALIENCE_MODEL', chosen, problems);
  const roles: Partial<Record<ModelRole, ProviderConfig>> = {};
  for (const role of modelRoles) {
    const name = `SALIENCE_MODEL_${role.toUpperCase()}`;
    const value = read(env, name);
    if (value !== undefined) roles[role] = resolve(env, name, value, problems);
  }
  for (const name of ['OPENAI_BASE_URL', 'OLLAMA_BASE_URL']) {
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
  return { default: fallback, roles };
}

function implied(env: Env, problems: string[]): ProviderConfig {
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
  return build(env, provider, undefined, 'SALIENCE_MODEL', problems);
}

function resolve(env: Env, name: string, value: string, problems: string[]): ProviderConfig {
  // A model's own name may hold a colon (llama3.2:3b), so only a known provider counts as a prefix.
  const [, prefix = '', model = ''] = /^([^:]*)(?::(.*))?$/s.exec(value) ?? [];
  const named = providers.find((provider) => provider === prefix);
  if (named !== undefined) return build(env, named, model.trim() || undefined, name, problems);
  const found = configured(env);
  const [only] = found;
  if (only !== undefined && found.length === 1) return build(env, only, value, name, problems);
  problems.push(
    `${name}: "${value}" names no provider and ${found.length === 0 ? 'none is' : 'several are'} configured; ` +
      `write provider:model with one of ${providers.join(', ')}`,
  );
  return { kind: 'offline' };
}

function build(
  env: Env,
  provider: Provider,
  model: string | undefined,
  name: string,
  problems: string[],
): ProviderConfig {
  if (provider === 'offline') return { kind: 'offline' };
  const baseUrl = read(env, 'OPENAI_BASE_URL');
  // Another server's models are not OpenAI's: there is no name to assume.
  const assumed = provider === 'openai' && baseUrl !== undefined ? undefined : defaultModels[provider];
  const id = model ?? assumed ?? '';
  if (id === '')
    problems.push(`${name}: ${provider} needs the name of a model, as in ${name}=${provider}:some-model`);
  if (provider === 'ollama')
    return { kind: 'ollama', baseUrl: read(env, 'OLLAMA_BASE_URL') ?? ollamaUrl, model: id };
  if (provider === 'anthropic') {
    const apiKey = read(env, 'ANTHROPIC_API_KEY');
    if (apiKey === undefined) problems.push(`${name}: anthropic needs ANTHROPIC_API_KEY`);
    return { kind: 'anthropic', apiKey: apiKey ?? '', model: id };
  }
  const apiKey = read(env, 'OPENAI_API_KEY');
  if (apiKey === undefined && baseUrl === undefined) {
    problems.push(
      `${name}: openai needs OPENAI_API_KEY, or OPENAI_BASE_URL for a server that asks for no key`,
    );
  }
  return {
    kind: 'openai-compatible',
    baseUrl: baseUrl ?? openaiUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    model: id,
    name: baseUrl === undefined ? 'openai' : 'openai-compatible',
    jsonSchema: baseUrl === undefined,
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
