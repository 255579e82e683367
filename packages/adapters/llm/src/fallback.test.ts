import {
  createFakeModelServer,
  type FakeModelServer,
  type ModelReply,
  type ModelRequest,
} from '@salience/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { modelConfigFromEnv } from './config.ts';
import { createModelCalls } from './model-calls.ts';
import type { ModelEvent } from './ports.ts';

/** No model of these tests is offline. */
const offline = (): never => {
  throw new Error('Asked offline.');
};

let server: FakeModelServer;
beforeAll(async () => {
  server = await createFakeModelServer();
});
afterAll(() => server.close());
afterEach(() => server.script([]));

const secret = 'the blue door of number 4417';
const prompt = {
  system: 'Write JSON.',
  messages: [{ role: 'user' as const, content: `Marta said ${secret}.` }],
};
const schema = z.object({ mood: z.enum(['good', 'bad']), why: z.string().optional() });
const ask = { role: 'chunk' as const, offline, prompt: () => prompt, schema };
const good: ModelReply = { text: '{"mood":"good"}' };

function makeModels(env: Readonly<Record<string, string>> = {}) {
  const events: ModelEvent[] = [];
  const config = modelConfigFromEnv({ ...server.env, ...env });
  return {
    events,
    models: createModelCalls(config, { random: () => 0, onEvent: (event) => events.push(event) }),
  };
}

const formatOf = ({ body }: ModelRequest) =>
  (body['response_format'] as { type?: string } | undefined)?.type ?? 'text';
const refuse = (message: string, status = 400): ModelReply => ({
  status,
  errorBody: JSON.stringify(
    message.startsWith('{') ? JSON.parse(message) : { error: { message, type: 'invalid_request_error' } },
  ),
});

/** Servers that know no schemas, in their own words. */
const words: [server: string, body: string, status?: number][] = [
  [
    'OpenAI',
    "Invalid schema for response_format 'chunk': In context=(), 'required' is required to be supplied.",
  ],
  [
    'an older model of OpenAI',
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
  ],
  ['DeepSeek', 'This response_format type is unavailable now'],
  ['Groq', 'This model does not support response format `json_schema`. See supported models.'],
  ['LM Studio', "{\"error\":\"'response_format.type' must be 'json_object' or 'text'\"}"],
  [
    'vLLM',
    '{"object":"error","message":"The request has JSON schema features that xgrammar does not support.","code":400}',
  ],
  [
    'a server with FastAPI',
    '{"detail":[{"loc":["body","response_format","json_schema"],"msg":"extra fields not permitted: response_format"}]}',
    422,
  ],
  ['llama.cpp', '{"error":{"code":500,"message":"failed to parse grammar","type":"server_error"}}', 500],
  ['OpenRouter', 'No endpoints found that support the requested response_format', 404],
  [
    'a gateway',
    '{"error":{"message":"Unsupported parameter","param":"response_format","code":"unsupported_parameter"}}',
  ],
];

describe('a server that refuses the schema', () => {
  test.each(words)('%s is asked for any JSON object, and that is remembered', async (...row) => {
    const [, body, status] = row;
    const { events, models } = makeModels();
    server.script((request) => (formatOf(request) === 'json_schema' ? refuse(body, status) : good));
    const at = server.requests().length;
    expect(await models.generateStructured(ask)).toMatchObject({
      object: { mood: 'good' },
      attempts: 2,
      format: 'object',
      repaired: false,
    });
    expect(await models.generateStructured({ ...ask, role: 'episode' })).toMatchObject({ attempts: 1 });
    const sent = server.requests().slice(at);
    expect(sent.map(formatOf)).toEqual(['json_schema', 'json_object', 'json_object']);
    expect(JSON.stringify(sent[1]?.messages)).toContain('Its shape is');
    expect(events).toMatchObject([{ kind: 'model-asked-otherwise', how: ['json_object'] }]);
  });

  test('and any JSON object as well is asked in words alone', async () => {
    const { events, models } = makeModels();
    server.script((request) =>
      formatOf(request) === 'text'
        ? { text: 'Here: {"mood":"bad"}.' }
        : refuse("'response_format' is not supported"),
    );
    expect(await models.generateStructured(ask)).toMatchObject({
      object: { mood: 'bad' },
      attempts: 3,
      format: 'text',
    });
    expect(await models.generateStructured(ask)).toMatchObject({ attempts: 1, format: 'text' });
    expect(events).toMatchObject([{ how: ['plain text'], said: "'response_format' is not supported" }]);
  });

  test('and everything else is told with its own sentence, and nothing is remembered', async () => {
    const { events, models } = makeModels();
    server.script([refuse('json_schema is broken here')]);
    const failed = models.generateStructured(ask);
    await expect(failed).rejects.toMatchObject({
      code: 'llm.bad-request',
      message: expect.stringContaining('json_schema is broken here'),
      data: { said: 'json_schema is broken here', status: 400 },
    });
    expect(events).toEqual([]);
    server.script([good]);
    expect(await models.generateStructured(ask)).toMatchObject({ attempts: 1, format: 'schema' });
  });

  test('another fault is no reason to ask otherwise', async () => {
    const { models } = makeModels();
    server.script([{ status: 401, errorMessage: 'response_format' }]);
    await expect(models.generateStructured(ask)).rejects.toMatchObject({ code: 'llm.auth' });
    const count = server.requests().length;
    server.script([{ status: 404, htmlError: true }]);
    await expect(models.generateStructured(ask)).rejects.toMatchObject({ code: 'llm.wrong-address' });
    expect(server.requests()).toHaveLength(count + 1);
  });
});

describe('a model that refuses a parameter', () => {
  test.each<[string, string, (body: Readonly<Record<string, unknown>>) => boolean, string]>([
    [
      'temperature',
      '`temperature` is deprecated for this model.',
      (body) => 'temperature' in body,
      'no temperature',
    ],
    [
      'limit',
      'max_tokens: Extra inputs are not permitted',
      (body) => 'max_tokens' in body,
      'no limit of its output',
    ],
    [
      'effort',
      'Unrecognized request argument supplied: reasoning_effort',
      (body) => 'reasoning_effort' in body,
      'no reasoning effort',
    ],
    [
      'room for its answer',
      "'max_tokens' is too large: 2500. This model's maximum context length is 2048 tokens.",
      (body) => 'max_tokens' in body,
      'no limit of its output',
    ],
  ])('%s gets along without, in every kind of call, remembered', async (_name, said, refused, how) => {
    const { events, models } = makeModels({ SALIENCE_MODEL_REASONING: 'low' });
    server.script(({ body }) => (refused(body) ? refuse(said) : good));
    expect(await models.generateStructured(ask)).toMatchObject({ attempts: 2 });
    expect(await models.streamReply({ offline, prompt })).toMatchObject({ attempts: 1 });
    expect(await models.plan({ offline, prompt, tools: [] })).toMatchObject({ attempts: 1 });
    expect(events).toMatchObject([{ kind: 'model-asked-otherwise', how: [how] }]);
    const other = makeModels({ SALIENCE_MODEL_REASONING: 'low' });
    expect(await other.models.streamReply({ offline, prompt })).toMatchObject({ attempts: 2 });
  });

  test('a prompt that is too long stays too long', async () => {
    const { models } = makeModels();
    server.script([
      refuse("This model's maximum context length is 2048 tokens. Your messages resulted in 9000."),
    ]);
    await expect(models.streamReply({ offline, prompt })).rejects.toMatchObject({
      code: 'llm.context-overflow',
    });
  });
});

describe('a model that thinks aloud', () => {
  test.each<[string, ModelReply]>([
    ['until its answer is cut, without a word', { empty: true, finish: 'length' }],
    ['until its answer is cut, in the answer itself', { text: '<think>Let me see', finish: 'length' }],
  ])('%s, is given room for its thoughts, remembered', async (_name, thought) => {
    const { events, models } = makeModels({
      SALIENCE_MODEL_OUTPUT_TOKENS: '100',
      SALIENCE_MODEL_THOUGHT_TOKENS: '900',
    });
    server.script(({ body }) => (body['max_tokens'] === 100 ? thought : good));
    expect(await models.generateStructured(ask)).toMatchObject({ attempts: 2, object: { mood: 'good' } });
    expect(events).toMatchObject([{ how: ['room for thoughts'] }]);
    expect(await models.streamReply({ offline, prompt })).toMatchObject({ attempts: 1 });
    expect(server.requests().at(-1)?.body['max_tokens']).toBe(1_000);
    const others = [makeModels, makeModels].map(
      (make) => make({ SALIENCE_MODEL_OUTPUT_TOKENS: '100' }).models,
    );
    expect(await others[0]?.streamReply({ offline, prompt })).toMatchObject({ attempts: 2 });
    expect(await others[1]?.plan({ offline, prompt, tools: [] })).toMatchObject({ attempts: 2 });
  });
});

describe('what a provider says of a request', () => {
  const saidOf = async (message: string): Promise<{ readonly said: string; readonly all: string }> => {
    server.script([refuse(message)]);
    const error = (await makeModels()
      .models.streamReply({ offline, prompt })
      .catch((thrown: unknown) => thrown)) as {
      data: { said?: string };
      message: string;
      cause: unknown;
    };
    return {
      said: error.data.said ?? '',
      all: `${JSON.stringify(error)} ${error.message} ${String(error.cause)}`,
    };
  };

  test.each([
    'Invalid value at tools[2].function.name: string does not match pattern.',
    "Unknown parameter: 'stream_options'.",
    'Expected messages.0.role to be one of user, assistant',
  ])('is told as it is: %s', async (message) => {
    expect((await saidOf(message)).said).toBe(message);
  });

  test.each([
    ['a sentence of the conversation', `Cannot process: Marta said ${secret}`],
    ['a quotation', `Invalid input 'blue door' in messages`],
    ['a name', 'Could not encode the word Marta'],
    ['a number', 'Unexpected token 4417 in content'],
  ])('holds nothing of what was said: %s', async (_name, message) => {
    const { all, said } = await saidOf(message);
    expect(said).not.toBe('');
    expect(all).not.toMatch(/Marta|4417|blue door/);
  });

  test('holds no key, one line, and an end', async () => {
    const { said } = await saidOf(
      `Bad key sk-proj-abcdef1234567890 for http://u:p4ss@host/v1\n\u001b[31mx ${'long '.repeat(200)}`,
    );
    expect(said).not.toMatch(/sk-proj|p4ss|\p{Cc}/u);
    expect(said.length).toBeLessThanOrEqual(300);
  });
});

describe('a poor model', () => {
  test('prose, thoughts, bad words and items cost no second call', async () => {
    const { models } = makeModels();
    const list = z.object({ facts: z.array(z.object({ kind: z.enum(['a', 'b']), value: z.string() })) });
    const text =
      'Of course! Here are the facts:\n```json\n{"facts":[{"kind":"A","value":17},{"kind":"c","value":"x"}]}\n```';
    server.script([{ text }]);
    expect(await models.generateStructured({ ...ask, schema: list })).toMatchObject({
      object: { facts: [{ kind: 'a', value: '17' }] },
      attempts: 1,
      repaired: false,
      dropped: 1,
    });
  });

  test('a repair says what was wrong, and repeats the schema only where there was none', async () => {
    for (const setting of ['on', 'off']) {
      const { models } = makeModels({ SALIENCE_MODEL_JSON_SCHEMA: setting });
      server.script((_request, n) => (n === 1 ? { text: '{"mood":"secret"}' } : good));
      expect(await models.generateStructured(ask)).toMatchObject({
        repaired: true,
        object: { mood: 'good' },
      });
      const sent = JSON.stringify(server.requests().at(-1)?.messages);
      expect(sent).toContain('mood: Invalid option');
      expect(sent.includes('Its shape is')).toBe(setting === 'off');
    }
  });

  test('two refusals in prose end the call', async () => {
    const { models } = makeModels();
    server.script([{ text: 'I cannot help with that.' }]);
    const at = server.requests().length;
    await expect(models.generateStructured(ask)).rejects.toMatchObject({
      code: 'llm.invalid-output',
      kind: 'terminal',
    });
    expect(server.requests()).toHaveLength(at + 2);
  });
});
