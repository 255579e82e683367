import { beforeAll, describe, expect, it } from 'vitest';
import OpenAI, { APIError } from 'openai';
import { backends } from '@salience/testing';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';

describe.each(backends().slice(0, 1))('the OpenAI API with the official client on %s', (backend) => {
  let fixture: Fixture;
  let digest: HandDigest;
  let client: OpenAI;
  let room = 0;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    digest = new HandDigest(fixture);
    const { at } = await fixture.serve({ intervals: { pollMs: 100 } });
    client = new OpenAI({ baseURL: `${at}/v1`, apiKey: 'unused', maxRetries: 0 });
  });

  const key = () => `openai-${backend}-${++room}`;
  const user = (content: string) => ({ role: 'user' as const, content });
  /** The least that a client sends. */
  const asking = (thread: string, text = 'hi') => ({
    model: 'salience',
    messages: [user(text)],
    metadata: { thread_id: thread },
  });

  it('answers a completion with text and usage', async () => {
    const thread = key();
    const asked = client.chat.completions
      .create(
        {
          model: 'gpt-x',
          messages: [
            { role: 'system', content: 'be brief' },
            user('first'),
            { role: 'assistant', content: 'yes?' },
            user('second'),
          ],
        },
        { headers: { 'X-Thread-Id': thread } },
      )
      .withResponse();
    const threadId = await fixture.threadOf(thread);
    const taken = await digest.claim(threadId);
    expect(taken.turn).toMatchObject({
      text: 'second',
      source: 'openai',
      context: [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'yes?' },
      ],
    });
    await digest.end(taken, { text: 'the answer' });
    const { data, response, request_id } = await asked;
    expect(data).toMatchObject({
      object: 'chat.completion',
      model: 'salience',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'the answer' } }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    });
    expect(request_id).toBe(taken.turn.id);
    expect(response.headers.get('x-thread-id')).toBe(threadId);
  });

  it('streams a completion, with usage last', async () => {
    const thread = key();
    const stream = await client.chat.completions.create({
      ...asking(thread),
      stream: true,
      stream_options: { include_usage: true },
    });
    const answered = digest.answer(await fixture.threadOf(thread), 'Hel', 'lo', ' you');
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    await answered;
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ role: 'assistant' });
    expect(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')).toBe('Hello you');
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 10 } });
    expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(1);
    for (const chunk of chunks)
      expect(chunk).toMatchObject({ object: 'chat.completion.chunk', model: 'salience' });
  });

  it('works with the client’s own stream helper', async () => {
    const thread = key();
    const runner = client.chat.completions.stream(
      { model: 'salience', messages: [user('hi')] },
      { headers: { 'X-Thread-Id': thread } },
    );
    const answered = digest.answer(await fixture.threadOf(thread), 'streamed');
    expect(await runner.finalContent()).toBe('streamed');
    await answered;
  });

  it('gives the whole committed answer after a takeover', async () => {
    const thread = key();
    const stream = await client.chat.completions.create({ ...asking(thread), stream: true });
    const threadId = await fixture.threadOf(thread);
    const first = await digest.claim(threadId, 'wrk_first');
    await digest.say(first, 1, { type: 'delta', text: 'half an' });
    const parts: string[] = [];
    let second: Promise<void> | undefined;
    for await (const chunk of stream) {
      const text = chunk.choices[0]?.delta.content;
      if (text) parts.push(text);
      second ??= text
        ? (async () => {
            await digest.expire(threadId);
            const taken = await digest.claim(threadId, 'wrk_second');
            await digest.say(taken, 1, { type: 'delta', text: 'a whole' });
            await digest.end(taken, { text: 'a whole answer' });
          })()
        : undefined;
    }
    await second;
    expect(parts.join('')).toMatch(/^half an\n\n\(.+\)\n\na whole answer$/);
  });

  it('never answers with nothing', async () => {
    const thread = key();
    const asked = client.chat.completions.create(asking(thread, ''));
    await digest.end(await digest.claim(await fixture.threadOf(thread)), { state: 'ignored' });
    expect((await asked).choices[0]?.message.content).toMatch(/No reply/);
  });

  it('tells a failed turn as an error that is not worth a retry', async () => {
    const thread = key();
    const refused = client.chat.completions.create(asking(thread), { maxRetries: 3 }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const failure = { code: 'model.timeout', message: 'The model took too long.', recoverable: true };
    await digest.end(await digest.claim(await fixture.threadOf(thread)), { state: 'failed', error: failure });
    const error = await refused;
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: 500, code: 'model.timeout', type: 'server_error', param: null });
    const turns = await fixture.operatorDb.pool.query(
      'select count(*)::int as n from salience.turns t join salience.threads h on h.id = t.thread_id where h.key = $1',
      [thread],
    );
    expect(turns.rows[0].n).toBe(1);
  });

  it('tells a failure in the middle of a stream', async () => {
    const thread = key();
    const stream = await client.chat.completions.create({ ...asking(thread), stream: true });
    const taken = await digest.claim(await fixture.threadOf(thread));
    await digest.end(taken, {
      state: 'failed',
      error: { code: 'model.broken', message: 'It broke.', recoverable: false },
    });
    await expect(
      (async () => {
        for await (const _ of stream);
      })(),
    ).rejects.toMatchObject({ code: 'model.broken' });
  });

  it('lets the turn go on when the client aborts', async () => {
    const thread = key();
    const stream = await client.chat.completions.create({ ...asking(thread), stream: true });
    stream.controller.abort();
    const taken = await digest.answer(await fixture.threadOf(thread), 'finished anyway');
    const row = await fixture.operatorDb.pool.query('select state from salience.turns where id = $1', [
      taken.turn.id,
    ]);
    expect(row.rows[0].state).toBe('answered');
  });

  it('opens a new thread for each request without one, and one for a retried key', async () => {
    const ask = (idempotencyKey: string) =>
      client.chat.completions
        .create(
          { model: 'salience', messages: [user('new')], stream: true },
          { headers: { 'Idempotency-Key': idempotencyKey } },
        )
        .withResponse();
    const first = await ask(`one-${backend}`);
    const retry = await ask(`one-${backend}`);
    const other = await ask(`two-${backend}`);
    const header = (name: string, { response }: { response: Response }) => response.headers.get(name);
    expect(header('x-turn-id', retry)).toBe(header('x-turn-id', first));
    expect(header('idempotent-replayed', retry)).toBe('true');
    expect(header('x-thread-id', other)).not.toBe(header('x-thread-id', first));
    for (const each of [first, retry, other]) each.data.controller.abort();
  });

  it.each([
    ['system only', { messages: [{ role: 'system', content: 'x' }] }, 'messages'],
    ['no messages', { messages: [] }, 'messages'],
    [
      'an image',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      'messages.0.content',
    ],
    ['two choices', { messages: [{ role: 'user', content: 'x' }], n: 2 }, 'n'],
  ])('refuses %s with 400 in OpenAI’s shape', async (_what, body, param) => {
    const error = await client.post('/chat/completions', { body: { model: 'salience', ...body } }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ status: 400, type: 'invalid_request_error', param });
  });

  it('says which fields of a request changed nothing', async () => {
    const thread = key();
    const asked = client.chat.completions
      .create({
        ...asking(thread),
        temperature: 0,
        max_tokens: 5,
        tools: [],
        tool_choice: 'auto',
        seed: 7,
        stop: null,
      })
      .withResponse();
    await digest.end(await digest.claim(await fixture.threadOf(thread)), { text: 'a whole answer' });
    const { data, response } = await asked;
    expect(data.choices[0]?.message.content).toBe('a whole answer');
    expect(response.headers.get('x-ignored-fields')).toBe(
      'max_tokens, seed, temperature, tool_choice, tools',
    );
    const tool = { type: 'function' as const, function: { name: 'f' } };
    for (const [param, more] of Object.entries({
      tools: { tools: [tool] },
      tool_choice: { tool_choice: 'required' as const },
      response_format: { response_format: { type: 'json_object' as const } },
      stop: { stop: ['.'] },
      logprobs: { logprobs: true },
      modalities: { modalities: ['text' as const, 'audio' as const] },
    }))
      await expect(
        client.chat.completions.create({ ...asking(thread), ...more }),
        param,
      ).rejects.toMatchObject({
        status: 400,
        code: 'completions.not-honoured',
        param,
      });
  });

  it('lists its one model', async () => {
    const models = [];
    for await (const model of client.models.list()) models.push(model.id);
    expect(models).toEqual(['salience']);
    expect((await client.models.retrieve('salience')).object).toBe('model');
    await expect(client.models.retrieve('gpt-x')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    const wrong = new OpenAI({ baseURL: client.baseURL, apiKey: 'sk_wrong', maxRetries: 0 });
    await expect(wrong.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  });
});
