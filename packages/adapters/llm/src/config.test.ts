import { expect, test } from 'vitest';
import { modelConfigFromEnv, withinWindow } from './config.ts';

test('nothing configured means offline', () => {
  expect(modelConfigFromEnv({ PATH: '/bin', OPENAI_API_KEY: ' ' })).toMatchObject({
    default: { kind: 'offline' },
    roles: {},
    times: {
      respond: { timeoutMs: 60_000, stallMs: 20_000 },
      acknowledge: { timeoutMs: 30_000, stallMs: 20_000 },
      plan: { timeoutMs: 60_000, stallMs: 20_000 },
      critic: { timeoutMs: 20_000, stallMs: 20_000 },
      triage: { timeoutMs: 30_000, stallMs: 30_000 },
      chunk: { timeoutMs: 90_000, stallMs: 90_000 },
      episode: { timeoutMs: 120_000, stallMs: 120_000 },
      tiebreak: { timeoutMs: 2_000, stallMs: 2_000 },
    },
  });
});

test.each([
  [
    { OPENAI_API_KEY: 'k' },
    { kind: 'openai-compatible', name: 'openai', baseUrl: 'https://api.openai.com/v1' },
  ],
  [{ ANTHROPIC_API_KEY: 'k' }, { kind: 'anthropic', apiKey: 'k' }],
  [
    { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1', SALIENCE_MODEL: 'org/model-7b' },
    { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:8000/v1', model: 'org/model-7b' },
  ],
  [
    { OLLAMA_BASE_URL: 'http://127.0.0.1:11434', SALIENCE_MODEL: 'llama3.2:3b' },
    { kind: 'ollama', model: 'llama3.2:3b' },
  ],
  [{ SALIENCE_MODEL: 'ollama:llama3.2:3b' }, { kind: 'ollama', model: 'llama3.2:3b' }],
  [
    { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', SALIENCE_MODEL: 'anthropic:m' },
    { kind: 'anthropic', model: 'm' },
  ],
  [{ OPENAI_API_KEY: 'k', SALIENCE_MODEL: 'offline' }, { kind: 'offline' }],
])('%o', (env, expected) => {
  expect(modelConfigFromEnv(env).default).toMatchObject(expected);
});

test('a role of its own', () => {
  const config = modelConfigFromEnv({
    OPENAI_API_KEY: 'k',
    SALIENCE_MODEL_CHUNK: 'offline',
    SALIENCE_MODEL_EPISODE: 'openai:big',
  });
  expect(config.roles).toMatchObject({ chunk: { kind: 'offline' }, episode: { model: 'big' } });
});

test('every problem is named at once, and no key is', () => {
  const env = {
    OPENAI_API_KEY: 'sk-secret',
    OPENAI_BASE_URL: 'localhost:8000',
    SALIENCE_MODEL: 'openai',
    SALIENCE_MODEL_CHUNK: 'anthropic:m',
    SALIENCE_MODEL_EPISODE: 'ollama',
  };
  const attempt = () => modelConfigFromEnv(env);
  expect(attempt).toThrow(expect.objectContaining({ code: 'config.models', kind: 'terminal' }));
  expect(attempt).toThrow(/SALIENCE_MODEL: openai needs the name of a model/);
  expect(attempt).toThrow(/SALIENCE_MODEL_CHUNK: anthropic needs ANTHROPIC_API_KEY/);
  expect(attempt).toThrow(/SALIENCE_MODEL_EPISODE: ollama needs the name of a model/);
  expect(attempt).toThrow(/OPENAI_BASE_URL: expected a URL/);
  expect(attempt).not.toThrow(/secret/);
});

test('several providers without a choice are refused', () => {
  expect(() => modelConfigFromEnv({ OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' })).toThrow(
    /several providers/,
  );
});

test('times of a role stand before the general ones, and a general one is not meant for the tie-breaker', () => {
  const { times } = modelConfigFromEnv({
    SALIENCE_MODEL_TIMEOUT_MS: '30000',
    SALIENCE_MODEL_STALL_MS: '5000',
    SALIENCE_MODEL_TIMEOUT_MS_EPISODE: '200000',
    SALIENCE_MODEL_STALL_MS_CHUNK: '10000',
  });
  expect(times).toEqual({
    respond: { timeoutMs: 30_000, stallMs: 5_000 },
    acknowledge: { timeoutMs: 30_000, stallMs: 5_000 },
    plan: { timeoutMs: 30_000, stallMs: 5_000 },
    compact: { timeoutMs: 30_000, stallMs: 30_000 },
    critic: { timeoutMs: 30_000, stallMs: 30_000 },
    triage: { timeoutMs: 30_000, stallMs: 30_000 },
    chunk: { timeoutMs: 30_000, stallMs: 10_000 },
    stretch: { timeoutMs: 30_000, stallMs: 30_000 },
    episode: { timeoutMs: 200_000, stallMs: 200_000 },
    experience: { timeoutMs: 30_000, stallMs: 30_000 },
    concept: { timeoutMs: 30_000, stallMs: 30_000 },
    biography: { timeoutMs: 30_000, stallMs: 30_000 },
    drift: { timeoutMs: 30_000, stallMs: 30_000 },
    reflect: { timeoutMs: 30_000, stallMs: 30_000 },
    tiebreak: { timeoutMs: 2_000, stallMs: 2_000 },
  });
  expect(modelConfigFromEnv({ SALIENCE_MODEL_TIMEOUT_MS_TIEBREAK: '15000' }).times?.tiebreak).toEqual({
    timeoutMs: 15_000,
    stallMs: 15_000,
  });
});

test('how a role writes: its own value, else the general one, else one that fits the role', () => {
  const { writing } = modelConfigFromEnv({
    SALIENCE_MODEL_TEMPERATURE: '0.5',
    SALIENCE_MODEL_TEMPERATURE_CHUNK: '0',
    SALIENCE_MODEL_TEMPERATURE_PLAN: 'default',
    SALIENCE_MODEL_OUTPUT_TOKENS_CHUNK: '900',
    SALIENCE_MODEL_OUTPUT_TOKENS_DRIFT: 'default',
    SALIENCE_MODEL_REASONING: 'low',
    SALIENCE_MODEL_REASONING_TIEBREAK: 'none',
    SALIENCE_MODEL_THOUGHT_TOKENS: '2000',
  });
  expect(writing?.chunk).toEqual({
    temperature: 0,
    outputTokens: 900,
    reasoning: 'low',
    thoughtTokens: 2_000,
  });
  expect(writing?.plan).toMatchObject({ temperature: null, outputTokens: 4_000 });
  expect(writing?.drift).toMatchObject({ temperature: 0.5, outputTokens: null });
  expect(writing?.tiebreak).toMatchObject({ temperature: 0.5, reasoning: 'none' });
  expect(modelConfigFromEnv({}).writing?.critic).toMatchObject({ temperature: 0, reasoning: undefined });
});

test('whether objects are asked for by their schema is a switch, for every server that is not Anthropic', () => {
  const schemaOf = (env: object) => modelConfigFromEnv(env as Record<string, string>).default;
  const local = { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1', SALIENCE_MODEL: 'm' };
  expect(schemaOf(local)).toMatchObject({ jsonSchema: true });
  expect(schemaOf({ ...local, SALIENCE_MODEL_JSON_SCHEMA: 'off' })).toMatchObject({ jsonSchema: false });
  const ollama = { SALIENCE_MODEL: 'ollama:m', SALIENCE_MODEL_JSON_SCHEMA: 'off' };
  expect(schemaOf(ollama)).toMatchObject({ jsonSchema: false });
});

test('several models joined by | are a list in order of preference, each with its own terms', () => {
  const config = modelConfigFromEnv({
    OPENAI_API_KEY: 'k',
    ANTHROPIC_API_KEY: 'k',
    SALIENCE_MODEL: 'openai:a | anthropic:b | offline',
    SALIENCE_MODEL_RPM: '{"openai:a": 500}',
    SALIENCE_MODEL_PRICES: '{"anthropic:b": {"input": 1, "output": 5}}',
  });
  expect(config.default).toMatchObject([
    { kind: 'openai-compatible', model: 'a', perMinute: 500 },
    { kind: 'anthropic', model: 'b', price: { input: 1, output: 5 } },
    { kind: 'offline' },
  ]);
});

test.each([
  [{ SALIENCE_MODEL_RPM: '0' }, /SALIENCE_MODEL_RPM: expected a positive whole number/],
  [{ SALIENCE_MODEL_RPM: 'many' }, /SALIENCE_MODEL_RPM/],
  [{ SALIENCE_MODEL_PRICES: '{"openai:a": 3}' }, /SALIENCE_MODEL_PRICES: expected JSON/],
  [{ SALIENCE_MODEL_TIMEOUT_MS: 'long' }, /SALIENCE_MODEL_TIMEOUT_MS: expected a positive whole number/],
  [{ SALIENCE_MODEL_JSON_SCHEMA: 'yes' }, /SALIENCE_MODEL_JSON_SCHEMA: expected on or off/],
  [
    { SALIENCE_MODEL_TEMPERATURE_PLAN: '3' },
    /SALIENCE_MODEL_TEMPERATURE_PLAN: expected a number from 0 to 2/,
  ],
  [{ SALIENCE_MODEL_OUTPUT_TOKENS: '0' }, /SALIENCE_MODEL_OUTPUT_TOKENS: expected a positive whole number/],
  [{ SALIENCE_MODEL_REASONING_CHUNK: 'much' }, /SALIENCE_MODEL_REASONING_CHUNK: expected one of none/],
  [{ SALIENCE_MODEL_THOUGHT_TOKENS: 'few' }, /SALIENCE_MODEL_THOUGHT_TOKENS: expected a whole number/],
  [{ OPENAI_API_KEY: 'k', SALIENCE_MODEL: 'openai:a|' }, /SALIENCE_MODEL: expected a model on both sides/],
])('%o is refused', (env, message) => {
  expect(() => modelConfigFromEnv(env)).toThrow(message);
});

test('a window leaves three quarters to prompts, whatever the roles would write; the others are as they were', () => {
  const held = withinWindow(
    modelConfigFromEnv({ SALIENCE_MODEL_OUTPUT_TOKENS_RESPOND: 'default' }),
    4_096,
  ).writing;
  expect(held?.plan).toMatchObject({ outputTokens: 1_024, thoughtTokens: 0, temperature: 0.2 });
  expect(held?.acknowledge).toMatchObject({ outputTokens: 300, thoughtTokens: 724 });
  expect(held?.respond?.outputTokens).toBeNull();
  expect(held?.chunk).toMatchObject({ outputTokens: 2_500 });
  expect(withinWindow(modelConfigFromEnv({}), undefined)).toEqual(modelConfigFromEnv({}));
});
