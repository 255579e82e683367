import { type ModelRole, modelRoles } from '@salience/contracts';
import { createFakeModelServer, type FakeModelServer } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { modelConfigFromEnv } from './config.ts';
import { createModelCalls, type ModelCalls } from './model-calls.ts';
import { objectRoles } from './object-roles.ts';

/** No model of these tests is offline. */
const offline = (): never => {
  throw new Error('Asked offline.');
};

let server: FakeModelServer;
beforeAll(async () => {
  server = await createFakeModelServer();
});
afterAll(() => server.close());

const prompt = {
  system: 'Write JSON.',
  messages: [{ role: 'user' as const, content: 'Marta lives in Lubeck.' }],
};

/** What a model writes that has to write every part: null where there is nothing. */
const chunk = {
  gists: [{ type: 'fact', content: 'Marta lives in Lubeck', confidence: 0.9, quote: null }],
  facts: [],
  entities: [{ name: 'Marta', type: 'person', confidence: 0.9 }],
  traits: [],
  times: [{ text: 'in June', from: '2026-06-01', to: null, confidence: 0.8 }],
  sentiment: null,
  scope: null,
};
const concept = {
  concepts: [{ name: 'Lubeck', kind: 'place', definition: '', aliases: [], confidence: 0.9 }],
  relations: [{ from: 'Marta', type: 'lives-in', to: 'Lubeck', confidence: 0.9, ended: false }],
};
const answers: Readonly<Record<keyof typeof objectRoles, object>> = {
  tiebreak: { choice: 'A', reason: 'it asks' },
  compact: { progress: 'Two notes were read.', remaining: '', data: '', decisions: '' },
  critic: { fits: true, reason: 'as asked' },
  triage: { choice: 'errand', confidence: 0.8 },
  chunk,
  stretch: { exchanges: [{ n: 1, ...chunk }], episode: null, ...concept },
  episode: {
    gist: 'Marta said where she lives.',
    intent: 'to tell',
    intentType: null,
    direction: null,
    context: null,
    action: null,
    emotion: null,
    outcome: 'told',
    openLoops: [],
    factors: { novelty: 0.5, emotional: 0.1, commitment: 0, unresolved: false },
  },
  concept,
  experience: { worth: true, observations: [{ text: 'Trains run hourly.', durability: 'evolving' }] },
  biography: {
    identity: [{ text: 'Her name is Marta.', sources: ['s1'] }],
    relationship: [],
    values: [],
    patterns: [],
    threads: [],
    themes: [],
  },
  drift: { type: 'question', content: 'Does she like the sea?' },
  reflect: {
    ambiguity: 0.2,
    dimensions: {
      memory_availability: 0,
      intent_clarity: 0.1,
      tone_ambiguity: 0,
      context_sufficiency: 0,
      social_vs_substantive: 0,
    },
    agrees: true,
    wanted: null,
    confidence: 0.8,
  },
};

/** Arguments in all forms that tools of our own and of others are described in. */
const tools = [
  {
    name: 'list',
    description: 'Keeps lists.',
    inputSchema: {
      type: 'object',
      properties: { action: { type: 'string', enum: ['view', 'add'] }, items: { type: 'array' } },
      required: ['action'],
    },
  },
  { name: 'introspect', description: 'Looks inside.', inputSchema: { type: 'object', properties: {} } },
  {
    name: 'calendar/create',
    description: 'Either a day or a span.',
    inputSchema: {
      type: 'object',
      oneOf: [
        {
          properties: { title: { type: 'string' }, day: { type: 'string', format: 'date' } },
          required: ['title', 'day'],
        },
        { properties: { title: { type: 'string' }, from: { type: 'string' } }, required: ['title', 'from'] },
      ],
    },
  },
  {
    name: 'chart',
    description: 'Draws.',
    inputSchema: {
      type: 'object',
      properties: {
        size: { anyOf: [{ type: 'array', prefixItems: [{ type: 'number' }] }, { type: 'null' }] },
      },
      allOf: [{ properties: { title: { type: 'string' } }, required: ['title'] }],
    },
  },
];

const isObjectRole = (role: ModelRole): role is keyof typeof objectRoles => role in objectRoles;

/** The servers, each under the models whose ways differ. */
const dialects = {
  'an OpenAI-compatible server': () => modelConfigFromEnv(server.env),
  'an OpenAI-compatible server without schemas': () =>
    modelConfigFromEnv({ ...server.env, SALIENCE_MODEL_JSON_SCHEMA: 'off' }),
  'OpenAI itself': () => ({ default: openai('gpt-4.1-mini') }),
  'a model of OpenAI that reasons': () => ({ default: openai('o4-mini') }),
  'a model that reasons behind a gateway': () =>
    modelConfigFromEnv({ ...server.env, SALIENCE_MODEL: 'openai:gpt-5-mini' }),
  Ollama: () => modelConfigFromEnv(server.ollamaEnv),
  'Anthropic with structured outputs': () =>
    modelConfigFromEnv({ ...server.anthropicEnv, SALIENCE_MODEL: 'anthropic:claude-haiku-4-5' }),
  'Anthropic by a tool': () => modelConfigFromEnv(server.anthropicEnv),
} as const;

function openai(model: string) {
  return { kind: 'openai-compatible' as const, name: 'openai', baseUrl: server.baseUrl, apiKey: 'k', model };
}

async function ask(models: ModelCalls, role: ModelRole) {
  if (role === 'plan') return await models.plan({ offline, prompt, tools });
  if (!isObjectRole(role))
    return await models.streamReply({ offline, prompt, ...(role === 'acknowledge' ? { role } : {}) });
  server.script([{ text: JSON.stringify(answers[role]) }]);
  const reply = await models.generateStructured({
    role,
    offline,
    prompt: () => prompt,
    schema: objectRoles[role] as z.ZodType,
  });
  expect(reply).toMatchObject({ repaired: false, dropped: 0 });
  return reply;
}

describe.each(Object.entries(dialects))('%s', (name, config) => {
  test.each(modelRoles)('takes the request of the role %s as it is sent', async (role) => {
    server.script([{ text: 'Noted.' }]);
    const before = server.refused().length;
    const { attempts } = await ask(createModelCalls(config(), { random: () => 0 }), role);
    // A model that reasons where nothing says so is found out by what it refuses: its limit's name and its temperature.
    const learned = name === 'a model that reasons behind a gateway' ? 2 : 0;
    expect(server.refused().slice(before)).toHaveLength(learned);
    expect(attempts).toBe(1 + learned);
  });
});

test('a request says how its role writes', async () => {
  const bodyOf = async (env: Readonly<Record<string, string>>, role: ModelRole) => {
    server.script([{ text: 'Noted.' }]);
    await ask(createModelCalls(modelConfigFromEnv(env)), role);
    return server.requests().at(-1)?.body ?? {};
  };
  expect(await bodyOf(server.env, 'chunk')).toMatchObject({ temperature: 0.1, max_tokens: 2_500 });
  const reasoning = { ...server.env, SALIENCE_MODEL_REASONING: 'low', SALIENCE_MODEL_TEMPERATURE: 'default' };
  const told = await bodyOf(reasoning, 'respond');
  expect(told).toMatchObject({ reasoning_effort: 'low', max_tokens: 4_000 });
  expect(told).not.toHaveProperty('temperature');
  const thinking = { ...server.env, SALIENCE_MODEL: 'openai:qwen3:8b', SALIENCE_MODEL_THOUGHT_TOKENS: '500' };
  expect(await bodyOf(thinking, 'tiebreak')).toMatchObject({ max_tokens: 700 });
  const claude = {
    ...server.anthropicEnv,
    SALIENCE_MODEL: 'anthropic:claude-haiku-4-5',
    SALIENCE_MODEL_REASONING: 'low',
  };
  expect(await bodyOf(claude, 'respond')).toMatchObject({ thinking: { type: 'enabled' } });
  expect(await bodyOf(server.anthropicEnv, 'chunk')).toMatchObject({ temperature: 0.1, max_tokens: 2_500 });
});

test('the schema of an object goes with its request where the server takes one, else its shape in words', async () => {
  const requestOf = async (config: (typeof dialects)[keyof typeof dialects]) => {
    await ask(createModelCalls(config()), 'chunk');
    const body: Readonly<Record<string, unknown>> = server.requests().at(-1)?.body ?? {};
    return {
      format: body['response_format'] as { type: string } | undefined,
      body,
      text: JSON.stringify(body['messages']),
    };
  };
  for (const name of ['an OpenAI-compatible server', 'OpenAI itself', 'Ollama'] as const) {
    const { format, text } = await requestOf(dialects[name]);
    expect(format).toMatchObject({ type: 'json_schema', json_schema: { name: 'chunk', strict: true } });
    expect(text).not.toContain('Its shape is');
  }
  const words = await requestOf(dialects['an OpenAI-compatible server without schemas']);
  expect(words.format).toEqual({ type: 'json_object' });
  expect(words.text).toContain('Its shape is');
  const claude = await requestOf(dialects['Anthropic with structured outputs']);
  expect(claude.body['output_config']).toMatchObject({ format: { type: 'json_schema' } });
  const byTool = await requestOf(dialects['Anthropic by a tool']);
  expect(byTool.body['tools']).toMatchObject([
    { name: 'json', input_schema: { additionalProperties: false } },
  ]);
});
