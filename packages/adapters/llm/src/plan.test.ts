import {
  type ActFault,
  actFaults,
  createFakeModelServer,
  type FakeModelServer,
  overflowReply,
  planningScript,
} from '@salience/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { modelConfigFromEnv } from './config.ts';
import { createModelCalls, type ModelCalls } from './model-calls.ts';

/** No model of these tests is offline. */
const offline = (): never => {
  throw new Error('Asked offline.');
};

const tools = [
  {
    name: 'list',
    description: 'Keeps lists.',
    inputSchema: { type: 'object', properties: { action: { type: 'string' }, list: { type: 'string' } } },
  },
  { name: 'introspect', description: 'Looks inside.', inputSchema: { type: 'object', properties: {} } },
];
const call = { tool: 'list', arguments: { action: 'view', list: 'shopping, with “quotes” and \\ in it' } };
const user = { role: 'user' as const, content: 'What is on my list?' };
const prompt = { system: 'Act.', messages: [user] };

let server: FakeModelServer;
beforeAll(async () => {
  server = await createFakeModelServer();
});
afterAll(() => server.close());
afterEach(() => server.script([]));

const failing = actFaults.filter(({ planned }) => planned !== 'ok');
const answered = actFaults.filter(({ planned }) => planned === 'ok');
const dialects = ['openai', 'anthropic', 'ollama'] as const;
const modelsOf = async (dialect: (typeof dialects)[number]): Promise<ModelCalls> => {
  const env = { openai: server.env, anthropic: server.anthropicEnv, ollama: server.ollamaEnv }[dialect];
  const models = createModelCalls(modelConfigFromEnv(env), { random: () => 0 });
  // Loading a library is no part of a call's time.
  await models.warmUp(['plan']);
  return models;
};

describe.each(dialects)('planning with %s', (dialect) => {
  const planUnder = async (fault: ActFault) => {
    const models = await modelsOf(dialect);
    server.script(planningScript((_request, n) => fault.reply(dialect, call, n)));
    return await models.plan({ offline, prompt, tools, stallMs: 200 });
  };

  test.each(failing)('$name: $planned', async (fault) => {
    await expect(planUnder(fault)).rejects.toMatchObject({ code: fault.planned });
  });

  test.each(answered)('$name: $broken', async (fault) => {
    const { calls, finish } = await planUnder(fault);
    expect(calls.length).toBeGreaterThan(0);
    for (const { broken, arguments: args } of calls) expect(args === null).toBe(broken !== undefined);
    expect(calls[0]?.broken ?? '').toContain(fault.broken ?? '');
    expect(calls[0]?.broken === undefined).toBe(fault.broken === null);
    expect(finish).toBe(fault.broken === 'cut off' ? 'length' : 'tool-calls');
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  });

  test('calls come with their text, in order, and usage', async () => {
    const models = await modelsOf(dialect);
    server.script([
      {
        text: '<think>First the list.</think>Looking.',
        calls: [
          { ...call, id: 'call_a' },
          { tool: 'introspect', arguments: {}, id: 'call_b' },
        ],
      },
    ]);
    expect(await models.plan({ offline, prompt, tools })).toMatchObject({
      text: 'Looking.',
      calls: [
        { id: 'call_a', tool: 'list', arguments: call.arguments },
        { id: 'call_b', tool: 'introspect', arguments: {} },
      ],
      finish: 'tool-calls',
      usage: { inputTokens: 10 },
      attempts: 1,
    });
  });

  test('a connection that breaks after whole calls gives them once', async () => {
    const models = await modelsOf(dialect);
    server.script([{ calls: [call, call], dropAfter: 2 }, { calls: [call] }]);
    const { attempts, calls } = await models.plan({ offline, prompt, tools });
    expect(attempts).toBe(2);
    expect(calls).toHaveLength(1);
  });

  test('a transcript keeps every call with its result; open calls are closed, orphans left out', async () => {
    const models = await modelsOf(dialect);
    server.script([{ text: 'Done.' }]);
    await models.plan({
      offline,
      prompt: {
        system: 'Act.',
        messages: [
          user,
          {
            role: 'assistant',
            content: '',
            calls: [
              { id: 'a', tool: 'list', arguments: { action: 'view' } },
              { id: 'b', tool: 'mail.send', arguments: null },
            ],
          },
          {
            role: 'tool',
            results: [
              { callId: 'a', tool: 'list', text: 'milk\0', failed: false },
              { callId: 'z', tool: 'list', text: 'nobody asked', failed: false },
            ],
          },
          { role: 'assistant', content: '', calls: [] },
          { role: 'user', content: 'And?' },
        ],
      },
      tools,
    });
    const sent = JSON.stringify(server.requests().at(-1)?.messages);
    expect(sent).toContain('milk');
    expect(sent).not.toContain('\\u0000');
    expect(sent).toContain('mail_send');
    expect(sent).toContain('interrupted');
    expect(sent).not.toContain('nobody asked');
    const messages = server.requests().at(-1)?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(
      dialect === 'anthropic'
        ? ['user', 'assistant', 'user']
        : ['system', 'user', 'assistant', 'tool', 'tool', 'user'],
    );
  });

  test('without tools nothing may be called, and a transcript with calls is still accepted', async () => {
    const models = await modelsOf(dialect);
    server.script([{ text: 'That was all.' }]);
    const messages = [
      user,
      { role: 'assistant' as const, content: '', calls: [{ id: 'a', tool: 'list', arguments: {} }] },
    ];
    const planned = await models.plan({ offline, prompt: { system: 'Act.', messages }, tools: [] });
    expect(planned).toMatchObject({ text: 'That was all.', calls: [], finish: 'stop' });
    const { tool_choice: choice, tools: offered } = server.requests().at(-1)?.body ?? {};
    expect(JSON.stringify(choice)).toContain('none');
    expect(offered).toHaveLength(1);
  });

  test('names that a provider refuses are sent in a form it takes, and come back as they were', async () => {
    const models = await modelsOf(dialect);
    const named = [
      { ...tools[0], name: 'files/read it' },
      { ...tools[0], name: 'files_read_it' },
    ] as typeof tools;
    server.script([{ calls: [{ ...call, tool: 'files_read_it_2' }] }]);
    const { calls } = await models.plan({ offline, prompt, tools: named });
    expect(calls[0]?.tool).toBe('files/read it');
    const sent = JSON.stringify(server.requests().at(-1)?.body['tools']);
    expect(sent).not.toContain('files/read');
  });

  test('a missing id is made the same way again, an id that is taken is replaced', async () => {
    const models = await modelsOf(dialect);
    const twice = [
      { ...call, id: null },
      { ...call, id: null },
    ];
    server.script([{ calls: twice }]);
    const once = await models.plan({ offline, prompt, tools });
    const again = await models.plan({ offline, prompt, tools });
    expect(again.calls).toEqual(once.calls);
    expect(new Set(once.calls.map(({ id }) => id)).size).toBe(2);
    server.script([{ calls: [{ ...call, id: 'call_1' }] }]);
    const before = {
      role: 'assistant' as const,
      content: '',
      calls: [{ id: 'call_1', tool: 'list', arguments: {} }],
    };
    const later = await models.plan({ offline, prompt: { ...prompt, messages: [user, before] }, tools });
    expect(later.calls[0]?.id).not.toBe('call_1');
  });

  test('an overflow has one code, for replies and for plans', async () => {
    const models = await modelsOf(dialect);
    server.script([overflowReply(dialect)]);
    const code = { code: 'llm.context-overflow', kind: 'terminal' };
    await expect(models.plan({ offline, prompt, tools })).rejects.toMatchObject(code);
    await expect(
      models.streamReply({ offline, prompt: { system: '', messages: [user] } }),
    ).rejects.toMatchObject(code);
  });

  test('neither text nor calls means that nothing is left to do', async () => {
    const models = await modelsOf(dialect);
    server.script([{ empty: true }]);
    expect(await models.plan({ offline, prompt, tools })).toMatchObject({
      text: '',
      calls: [],
      finish: 'stop',
    });
  });
});

test('arguments that were never written are no arguments, except for a tool that takes none', async () => {
  const models = await modelsOf('openai');
  server.script([
    {
      calls: [
        { tool: 'introspect', arguments: '' },
        { tool: 'list', arguments: '' },
        { tool: 'list', arguments: `${'{"a":'.repeat(80)}1${'}'.repeat(80)}` },
      ],
    },
  ]);
  const { calls } = await models.plan({ offline, prompt, tools });
  expect(calls.map((one) => one.arguments)).toEqual([{}, null, null]);
});

test('an answer that ends in the window of its model is an overflow', async () => {
  const models = await modelsOf('anthropic');
  server.script([{ calls: [call], finish: 'model_context_window_exceeded' }]);
  await expect(models.plan({ offline, prompt, tools })).rejects.toMatchObject({
    code: 'llm.context-overflow',
  });
});

test('arguments that never end are cut, and so is their call', async () => {
  const models = await modelsOf('openai');
  server.script([{ calls: [{ ...call, arguments: `{"a":"${'x'.repeat(300_000)}"}`, deltas: 40 }] }]);
  expect(await models.plan({ offline, prompt, tools })).toMatchObject({
    finish: 'length',
    calls: [{ arguments: null, broken: 'cut off' }],
  });
});

test('an abort closes the connection and gives no call', async () => {
  const models = await modelsOf('openai');
  const controller = new AbortController();
  server.script(() => {
    controller.abort();
    return { calls: [call], stall: 1 };
  });
  const planned = models.plan({ offline, prompt, tools, signal: controller.signal });
  await expect(planned).rejects.toMatchObject({ code: 'llm.aborted' });
});

test('the acknowledgement has a model of its own', async () => {
  const models = createModelCalls(
    modelConfigFromEnv({
      ...server.env,
      SALIENCE_MODEL_ACKNOWLEDGE: 'openai:small',
      SALIENCE_MODEL_PLAN: 'offline',
    }),
  );
  server.script([{ text: 'Noted.' }]);
  const reply = await models.streamReply({
    offline,
    role: 'acknowledge',
    prompt: { system: '', messages: [user] },
  });
  expect(reply).toMatchObject({ text: 'Noted.', model: 'small' });
  expect(models.describe('plan').offline).toBe(true);
  expect(models.describe('critic').model).toBe('fake-model');
});
