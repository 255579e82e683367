import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createModelCalls } from './model-calls.ts';

/** No model of these tests is offline. */
const offline = (): never => {
  throw new Error('Asked offline.');
};

const prompt = { system: 'Be brief.', messages: [{ role: 'user' as const, content: 'Hello' }] };
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** An OpenAI-compatible server that answers its requests with these, one after another; the last one stays. */
async function serve(...answers: Answer[]) {
  const bodies: {
    readonly stream?: boolean;
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      bodies.push(JSON.parse(text));
      (answers[bodies.length - 1] ?? answers.at(-1))?.(response, request);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const models = createModelCalls(
    {
      default: {
        kind: 'openai-compatible',
        baseUrl: `http://127.0.0.1:${port}/v1`,
        model: 'fake',
        apiKey: 'k',
        name: 'fake',
      },
    },
    { random: () => 0 },
  );
  // Loading a library is no part of a call's time.
  await models.warmUp(['respond']);
  return { models, bodies };
}

const chunk = (delta: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'fake', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`;
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const finish = (reason = 'stop') =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: reason }], usage: { prompt_tokens: 11, completion_tokens: 3, total_tokens: 14 } })}\n\ndata: [DONE]\n\n`;
const stream =
  (...pieces: string[]): Answer =>
  (response) => {
    begin(response);
    for (const content of pieces) response.write(chunk({ content }));
    response.end(finish());
  };
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: 'no', type: 'fault' } }));
  };
const object =
  (content: string): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'c',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
      }),
    );
  };

describe('streaming a reply over HTTP', () => {
  test('pieces joined are the text; usage and names are reported', async () => {
    const { models, bodies } = await serve(stream('Por', 'to', '.'));
    const deltas: string[] = [];
    const reply = await models.streamReply({ offline, prompt, onDelta: (text) => deltas.push(text) });
    expect(deltas.join('')).toBe('Porto.');
    expect(reply).toMatchObject({
      text: 'Porto.',
      finishReason: 'stop',
      usage: { inputTokens: 11, outputTokens: 3 },
      failedOver: false,
      costUsd: undefined,
      model: 'fake',
      provider: 'fake',
      attempts: 1,
    });
    expect(bodies[0]?.messages[0]).toEqual({ role: 'system', content: 'Be brief.' });
  });

  test('a rate limit that ends soon is waited for; a long one is handed on with its time', async () => {
    const soon = await serve(status(429, { 'retry-after-ms': '5' }), stream('ok'));
    expect(await soon.models.streamReply({ offline, prompt })).toMatchObject({ text: 'ok', attempts: 2 });
    const late = await serve(status(429, { 'retry-after': '30' }));
    await expect(late.models.streamReply({ offline, prompt, timeoutMs: 10_000 })).rejects.toMatchObject({
      code: 'llm.rate-limited',
      kind: 'retryable',
      retryAfterMs: 30_000,
    });
    expect(late.bodies).toHaveLength(1);
  });

  test('a stream that stands still is tried again, three times in all, then it is stalled', async () => {
    const { models, bodies } = await serve((response) => {
      begin(response);
      response.write(chunk({ content: 'half' }));
    });
    const seen: string[] = [];
    const call = models.streamReply({
      offline,
      prompt,
      stallMs: 150,
      onDelta: (text) => seen.push(text),
      onReset: () => seen.push('reset'),
    });
    await expect(call).rejects.toMatchObject({
      code: 'llm.stalled',
      kind: 'retryable',
    });
    expect(bodies).toHaveLength(3);
    expect(seen).toEqual(['half', 'reset', 'half', 'reset', 'half']);
  });

  test('a connection that drops mid-stream is reset and tried once more', async () => {
    const { models } = await serve((response) => {
      begin(response);
      response.write(chunk({ content: 'half' }), () => response.destroy());
    }, stream('whole'));
    const seen: string[] = [];
    const reply = await models.streamReply({
      offline,
      prompt,
      onDelta: (text) => seen.push(text),
      onReset: () => seen.push('reset'),
    });
    expect(reply).toMatchObject({ text: 'whole', attempts: 2 });
    expect(seen.slice(-2)).toEqual(['reset', 'whole']);
  });

  test('a stream that ends without a finish is malformed, an empty one too', async () => {
    const cut = await serve((response) => {
      begin(response);
      response.end(chunk({ content: 'half' }));
    });
    await expect(cut.models.streamReply({ offline, prompt })).rejects.toMatchObject({
      code: 'llm.malformed',
      kind: 'retryable',
    });
    expect(cut.bodies).toHaveLength(3);
    const empty = await serve(stream());
    await expect(empty.models.streamReply({ offline, prompt })).rejects.toMatchObject({
      code: 'llm.malformed',
    });
  });

  test('garbage in the stream is tried again', async () => {
    const { models } = await serve((response) => {
      begin(response);
      response.end('data: {"broken\n\ndata: [DONE]\n\n');
    }, stream('ok'));
    expect(await models.streamReply({ offline, prompt })).toMatchObject({ text: 'ok', attempts: 2 });
  });

  test('a server error is tried again; a refusal is not', async () => {
    const down = await serve(status(503));
    await expect(down.models.streamReply({ offline, prompt })).rejects.toMatchObject({
      code: 'llm.overloaded',
      kind: 'retryable',
    });
    expect(down.bodies).toHaveLength(3);
    const denied = await serve(status(401));
    await expect(denied.models.streamReply({ offline, prompt })).rejects.toMatchObject({
      code: 'llm.auth',
      kind: 'terminal',
    });
    expect(denied.bodies).toHaveLength(1);
    const filtered = await serve((response) => {
      begin(response);
      response.end(chunk({ content: 'x' }) + finish('content_filter'));
    });
    await expect(filtered.models.streamReply({ offline, prompt })).rejects.toMatchObject({
      code: 'llm.refused',
    });
  });

  test('nobody there', async () => {
    const { models } = await serve(stream('ok'));
    const [server] = servers.splice(0);
    await new Promise((resolve) => server?.close(resolve));
    await expect(models.streamReply({ offline, prompt })).rejects.toMatchObject({
      code: 'llm.unreachable',
      kind: 'retryable',
    });
  });

  test('an abort closes the connection and is not tried again', async () => {
    const closed = Promise.withResolvers<void>();
    const { models, bodies } = await serve((response) => {
      begin(response);
      response.write(chunk({ content: 'half' }));
      response.on('close', () => closed.resolve());
    });
    const controller = new AbortController();
    const call = models.streamReply({
      offline,
      prompt,
      signal: controller.signal,
      onDelta: () => controller.abort(),
    });
    await expect(call).rejects.toMatchObject({ code: 'llm.aborted', kind: 'terminal' });
    await closed.promise;
    expect(bodies).toHaveLength(1);
  });

  test('the whole call has one deadline', async () => {
    const { models, bodies } = await serve((response) => {
      begin(response);
      response.write(chunk({ content: 'half' }));
    });
    await expect(models.streamReply({ offline, prompt, timeoutMs: 60 })).rejects.toMatchObject({
      code: 'llm.timeout',
    });
    expect(bodies).toHaveLength(1);
  });
});

describe('structured output over HTTP', () => {
  const schema = z.object({ mood: z.enum(['good', 'bad']) });
  const ask = { role: 'chunk' as const, offline, prompt: () => prompt, schema };

  test('an object that fits needs one call, fenced or not', async () => {
    const { models } = await serve(object('```json\n{"mood":"good"}\n```'));
    expect(await models.generateStructured(ask)).toMatchObject({
      object: { mood: 'good' },
      repaired: false,
      attempts: 1,
    });
  });

  test('broken JSON is shown its problems once', async () => {
    const { models, bodies } = await serve(object('{"mood": "go'), object('{"mood":"bad"}'));
    const reply = await models.generateStructured(ask);
    expect(reply).toMatchObject({
      object: { mood: 'bad' },
      repaired: true,
      usage: { inputTokens: 10, outputTokens: 4 },
    });
    const last = bodies[1]?.messages.at(-1);
    expect(JSON.stringify(last)).toContain('no JSON object in the answer');
    expect(bodies[1]?.messages.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
  });

  test('an answer that broke off is asked for again, shorter; if that cannot be used either, what was complete is', async () => {
    const listed = { ...ask, schema: z.object({ moods: z.array(z.string()) }) };
    const cut = object('{"moods":["good","b');
    const whole = await serve(cut, object('{"moods":["bad"]}'));
    expect(await whole.models.generateStructured(listed)).toMatchObject({ object: { moods: ['bad'] } });
    expect(JSON.stringify(whole.bodies[1]?.messages.at(-1))).toContain('broke off');
    const half = await serve(cut, object('no'));
    expect(await half.models.generateStructured(listed)).toMatchObject({
      object: { moods: ['good'] },
      repaired: true,
    });
  });

  test('a second misfit is terminal, with the issues and without the content', async () => {
    const { models, bodies } = await serve(object('{"mood":"secret"}'));
    const error = await models.generateStructured(ask).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'llm.invalid-output', kind: 'terminal' });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect((error as Error).message).toContain('mood');
    expect(bodies).toHaveLength(2);
  });
});

test('each role may have its own model', () => {
  const models = createModelCalls({
    default: { kind: 'offline' },
    roles: { chunk: { kind: 'ollama', baseUrl: 'http://127.0.0.1:1/', model: 'm' } },
  });
  expect(models.describe('respond')).toEqual({
    provider: 'offline',
    model: 'salience-offline-5',
    offline: true,
  });
  expect(models.describe('chunk')).toEqual({ provider: 'ollama', model: 'm', offline: false });
});

describe('a role without a language model', () => {
  const models = createModelCalls({ default: { kind: 'offline' } });
  const usage = { inputTokens: 3, outputTokens: 2 };

  test('gives the reply that came with the request, in pieces, and costs nothing', async () => {
    const deltas: string[] = [];
    const text = 'one two three  four five\nsix ';
    const reply = await models.streamReply({
      prompt,
      offline: () => Promise.resolve({ text, usage }),
      onDelta: (delta) => deltas.push(delta),
    });
    expect(reply).toMatchObject({ text, usage, provider: 'offline', costUsd: 0, finishReason: 'stop' });
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toBe(text);
  });

  test('gives the object that came with the request without writing a prompt, cleaned and fitted', async () => {
    const unread = vi.fn<() => typeof prompt>(() => prompt);
    const schema = z.object({ said: z.string().max(9), more: z.array(z.string().max(3)) });
    const object = { said: 'a\0b\uD800', more: ['yes', 'too long'] };
    const reply = await models.generateStructured({
      role: 'chunk',
      prompt: unread,
      schema,
      offline: () => object,
    });
    expect(reply).toMatchObject({ object: { said: 'ab\uFFFD', more: ['yes'] }, repaired: false, dropped: 1 });
    expect(reply.usage).toEqual({ inputTokens: 0, outputTokens: 0 });
    expect(unread).not.toHaveBeenCalled();
  });

  test('makes the calls that came with the request', async () => {
    const tools = [{ name: 'list', description: '', inputSchema: { type: 'object' } }];
    const calls = [{ tool: 'list', input: '{"item":"milk"}' }];
    const plan = await models.plan({ prompt, tools, offline: () => ({ calls, usage }) });
    expect(plan).toMatchObject({ calls: [{ tool: 'list', arguments: { item: 'milk' } }], text: '', usage });
  });

  test('warms what answers in its place, for the roles named', async () => {
    const warmed: string[] = [];
    await models.warmUp(['plan', 'chunk'], (role) => warmed.push(role));
    await models.warmUp(['plan']);
    expect(warmed).toEqual(['plan', 'chunk']);
  });
});
