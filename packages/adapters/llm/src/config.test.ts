import { expect, test } from 'vitest';
import { modelConfigFromEnv } from './config.ts';

test('nothing configured means offline', () => {
  expect(modelConfigFromEnv({ PATH: '/bin', OPENAI_API_KEY: ' ' })).toEqual({
    default: { kind: 'offline' },
    roles: {},
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
