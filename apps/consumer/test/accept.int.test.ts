import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  acceptedSchema,
  messageCharsMax,
  problemSchema,
  turnDigestJob,
  turnViewSchema,
} from '@salience/contracts';
import { importAgent } from '@salience/database/agents';
import { done } from '@salience/queues';
import { backends } from '@salience/testing';
import { openStream, post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';

describe.each(backends())('accepting messages on %s', (backend) => {
  let fixture: Fixture;
  let digest: HandDigest;
  let at: string;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    digest = new HandDigest(fixture);
    ({ at } = await fixture.serve());
  });

  const room = () => `room-${randomUUID()}`;
  const problemOf = async (response: Response) => {
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    return problemSchema.parse(await response.json());
  };

  it('answers 202 with the committed turn and wakes its lane', async () => {
    const woken = Promise.withResolvers<string>();
    const worker = await fixture.queues.work(
      turnDigestJob,
      async ({ threadId }) => {
        woken.resolve(threadId);
        return done();
      },
      { concurrency: 1, onDeadLetter: async () => {} },
    );
    const response = await post(`${at}/messages`, { text: 'hi', thread_id: room() });
    const accepted = acceptedSchema.parse(await response.json());
    expect(response.status).toBe(202);
    expect(accepted).toMatchObject({ seq: 1, state: 'pending', replayed: false });
    expect(response.headers.get('location')).toBe(accepted.links.self);
    expect(await woken.promise).toBe(accepted.thread_id);
    const turn = turnViewSchema.parse(await (await fetch(at + accepted.links.self)).json());
    expect(turn).toMatchObject({
      text: 'hi',
      state: 'pending',
      reply: null,
      trust: 'user',
      source: 'api',
    });
    await worker.close();
  });

  it('stores the span under the trace of the caller', async () => {
    const traceId = 'ab'.repeat(16);
    const response = await post(
      `${at}/messages`,
      { text: 'hi' },
      { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` },
    );
    const { links } = acceptedSchema.parse(await response.json());
    const turn = turnViewSchema.parse(await (await fetch(at + links.self)).json());
    expect(turn.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(turn.traceparent).not.toContain('cd'.repeat(8));
  });

  it('SALIENCE_THREAD_EXPIRY_MS is obeyed here too: after it a caller’s next message begins a new thread', async () => {
    const threadsOf = async (options: { readonly threadExpiryMs?: number }) => {
      const { at: door } = await fixture.serve(options);
      const said = async () => {
        const body = JSON.stringify({ text: 'hi', source: `expiry-${options.threadExpiryMs ?? 'usual'}` });
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(`${door}/messages`, { method: 'POST', headers, body });
        return ((await answer.json()) as { thread_id: string }).thread_id;
      };
      return [await said(), await said()];
    };
    const [first, second] = await threadsOf({ threadExpiryMs: 1 });
    expect(second).not.toBe(first);
    const [usual, same] = await threadsOf({});
    expect(same).toBe(usual);
  });

  it('goes on in the caller’s current thread, one per source', async () => {
    const source = `bot-${randomUUID().slice(0, 8)}`;
    const send = async (from: string) =>
      acceptedSchema.parse(await (await post(`${at}/messages`, { text: 'x', source: from })).json());
    const first = await send(source);
    const second = await send(source);
    const other = await send(`${source}-2`);
    expect([second.thread_id, second.seq]).toEqual([first.thread_id, 2]);
    expect(other.thread_id).not.toBe(first.thread_id);
  });

  it('gives one turn to any number of retries with one key (law 4)', async () => {
    const headers = { 'idempotency-key': `key ${randomUUID()}` };
    const body = { text: 'once', thread_id: room() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(`${at}/messages`, body, headers)));
    const views = await Promise.all(answers.map(async (answer) => acceptedSchema.parse(await answer.json())));
    expect(new Set(views.map((view) => view.turn_id)).size).toBe(1);
    expect(views.filter((view) => !view.replayed)).toHaveLength(1);
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(202));
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(7);

    const stream = await openStream(`${at}/chat`, { body, headers });
    expect(stream.response.headers.get('idempotent-replayed')).toBe('true');
    expect(stream.response.headers.get('x-turn-id')).toBe(views[0]?.turn_id);
    await digest.answer(views[0]?.thread_id as string, 'only once');
    await stream.ended;
    expect(stream.types.slice(-2)).toEqual(['message', 'done']);
    const late = await openStream(`${at}/chat`, { body, headers });
    await late.ended;
    expect(late.types).toEqual(['message', 'done']);

    const other = await post(`${at}/messages`, { ...body, text: 'something else' }, headers);
    expect(other.status).toBe(422);
    expect(await problemOf(other)).toMatchObject({
      code: 'idempotency.key-reused',
      turn_id: views[0]?.turn_id,
    });
  });

  it('refuses a message to a busy thread where the agent says so', async () => {
    const body = { text: 'first', thread_id: room() };
    const first = acceptedSchema.parse(await (await post(`${at}/messages`, body)).json());
    await importAgent(fixture.operatorDb, fixture.agentId, {
      persona: 'p',
      settings: { midRun: 'reject' },
      files: [],
    });
    try {
      const second = await post(`${at}/chat`, { ...body, text: 'second' });
      expect(second.status).toBe(409);
      expect(await problemOf(second)).toMatchObject({ code: 'thread.busy', turn_id: first.turn_id });
      await digest.answer(first.thread_id, 'done');
      expect((await post(`${at}/messages`, { ...body, text: 'third' })).status).toBe(202);
    } finally {
      await importAgent(fixture.operatorDb, fixture.agentId, { persona: 'p', settings: {}, files: [] });
    }
  });

  it.each([
    ['no such field', { text: 'x', attachments: [] }, 422, 'body.invalid'],
    ['text missing', {}, 422, 'body.invalid'],
    ['text of a wrong type', { text: 7 }, 422, 'body.invalid'],
    ['an array', [1], 422, 'body.invalid'],
    ['a text that is too long', { text: 'x'.repeat(messageCharsMax + 1) }, 422, 'body.invalid'],
    ['NUL in the text', { text: 'a\0b' }, 422, 'body.nul'],
    ['a body over 256 KiB', { text: 'x'.repeat(300_000) }, 413, 'body.too-large'],
    ['a body of 20 MB', { text: 'x'.repeat(20_000_000) }, 413, 'body.too-large'],
    ['a time to come', { text: 'x', at: '2999-01-01T00:00:00Z' }, 422, 'body.invalid'],
    ['a source of the agent itself', { text: 'x', source: 'approval' }, 422, 'body.invalid'],
    ['a time without zone', { text: 'x', at: '2020-01-01T00:00:00' }, 422, 'body.invalid'],
    ['an unknown thread', { text: 'x', thread_id: `thr_${'0'.repeat(32)}` }, 404, 'thread.unknown'],
    ['a thread id cut short', { text: 'x', thread_id: 'thr_0193' }, 422, 'thread.bad-id'],
  ])('answers %s with a problem', async (_what, body, status, code) => {
    const response = await post(`${at}/messages`, body);
    expect(response.status).toBe(status);
    expect(await problemOf(response)).toMatchObject({ status, code, instance: '/messages' });
  });

  it('takes a text with half a surrogate pair and with every other character', async () => {
    const response = await rawRequest(`${at}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: String.raw`{"text":"\ud800 € 😀 ' \" \\ \u2028"}`,
    });
    const { links } = acceptedSchema.parse(JSON.parse(response.body));
    const turn = turnViewSchema.parse(await (await fetch(at + links.self)).json());
    expect(turn.text).toBe('\ufffd € 😀 \' " \\ \u2028');
  });

  it.each([
    [
      'malformed JSON',
      'POST',
      '/chat',
      { 'content-type': 'application/json' },
      '{"text":',
      400,
      'body.malformed',
    ],
    ['another type', 'POST', '/chat', { 'content-type': 'text/plain' }, 'hi', 415, 'body.type'],
    [
      'a form',
      'POST',
      '/chat',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'text=hi',
      415,
      'body.type',
    ],
    [
      'an odd encoding',
      'POST',
      '/chat',
      { 'content-type': 'application/json', 'content-encoding': 'zip' },
      '{}',
      415,
      'body.encoding',
    ],
    ['no such route', 'GET', '/nowhere', {}, undefined, 404, 'route.unknown'],
    ['another method', 'DELETE', '/chat', {}, undefined, 405, 'method.unknown'],
    ['a broken path', 'GET', '/threads/%E0%A4%A', {}, undefined, 400, 'request.path'],
    ['a bad turn id', 'GET', '/turns/7', {}, undefined, 404, 'turn.unknown'],
    [
      'a bad idempotency key',
      'POST',
      '/chat',
      { 'content-type': 'application/json', 'idempotency-key': 'x'.repeat(256) },
      '{"text":"x"}',
      422,
      'idempotency.key-invalid',
    ],
    [
      'a reserved key of reminder',
      'POST',
      '/chat',
      { 'content-type': 'application/json', 'idempotency-key': 'reminder:1' },
      '{"text":"x"}',
      422,
      'idempotency.key-invalid',
    ],
    [
      'a reserved key of heard',
      'POST',
      '/chat',
      { 'content-type': 'application/json', 'idempotency-key': 'heard:1' },
      '{"text":"x"}',
      422,
      'idempotency.key-invalid',
    ],
    [
      'a reserved key of heard-unverified',
      'POST',
      '/chat',
      { 'content-type': 'application/json', 'idempotency-key': 'heard-unverified:1' },
      '{"text":"x"}',
      422,
      'idempotency.key-invalid',
    ],
    [
      'a reserved key of room',
      'POST',
      '/chat',
      { 'content-type': 'application/json', 'idempotency-key': 'room:1' },
      '{"text":"x"}',
      422,
      'idempotency.key-invalid',
    ],
  ])('answers %s with a problem and no stack', async (_what, method, path, headers, body, status, code) => {
    const response = await rawRequest(at + path, {
      method,
      headers: headers as Record<string, string>,
      ...(body === undefined ? {} : { body }),
    });
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(problemSchema.parse(JSON.parse(response.body))).toMatchObject({ status, code });
    expect(response.body).not.toMatch(/node_modules|at .*\.ts|Error:/);
  });

  it('names the methods that a path has', async () => {
    const response = await rawRequest(`${at}/schedules`, { method: 'PUT' });
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, POST']);
  });
});
