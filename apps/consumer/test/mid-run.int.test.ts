import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acceptedSchema, problemSchema, scheduleViewSchema, turnViewSchema } from '@salience/contracts';
import { backends, until } from '@salience/testing';
import { openStream, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';

describe.each(backends())('messages to a busy thread on %s', (backend) => {
  let fixture: Fixture;
  let digest: HandDigest;
  let at: string;
  let client: OpenAI;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    digest = new HandDigest(fixture);
    ({ at } = await fixture.serve({ intervals: { pollMs: 100 } }));
    client = new OpenAI({ baseURL: `${at}/v1`, apiKey: 'unused', maxRetries: 0 });
  });
  afterEach(() => settings({}));

  const room = () => `room-${randomUUID()}`;
  const settings = (value: object) =>
    fixture.database.admin('update salience.agents set settings = $1', [JSON.stringify(value)]);
  const send = async (text: string, thread_id: string) =>
    acceptedSchema.parse(await (await post(`${at}/messages`, { text, thread_id })).json());
  const turn = async (id: string) => turnViewSchema.parse(await (await fetch(`${at}/turns/${id}`)).json());
  const waiting = (threadId: string, count: number) =>
    until(
      async () =>
        (await fixture.database.admin('select 1 from salience.turns where thread_id = $1', [threadId]))
          .length === count,
      { what: `${count} turns` },
    );

  it('a merged turn’s stream and view name the turn that answers; done comes once (law 5)', async () => {
    await settings({ midRun: 'merge' });
    const thread = room();
    const first = await send('first', thread);
    const running = await digest.claim(first.thread_id);
    const a = await openStream(`${at}/chat`, { body: { text: 'a', thread_id: thread } });
    await a.heard('status');
    const b = await send('b', thread);
    await digest.end(running, { text: 'one' });
    const both = await digest.claim(first.thread_id);
    expect(both.turn).toMatchObject({ id: b.turn_id, text: 'a\nb' });
    await a.ended;
    expect(a.types).toEqual(['status', 'done']);
    expect(a.events.at(-1)?.event).toMatchObject({ type: 'done', state: 'merged', merged_into: b.turn_id });
    await digest.end(both, { text: 'both' });
    const id = a.response.headers.get('x-turn-id') as string;
    expect(await turn(id)).toMatchObject({ state: 'merged', text: 'a', merged_into: b.turn_id, reply: null });
    expect(await turn(b.turn_id)).toMatchObject({ text: 'b', merged: [id], reply: { text: 'both' } });
    const late = await openStream(`${at}/turns/${id}/events`);
    await late.ended;
    expect(late.events.map(({ event }) => event)).toEqual([a.events.at(-1)?.event]);
  });

  it('a message may say itself what becomes of it, in place of the setting', async () => {
    await settings({ midRun: 'queue' });
    const thread = room();
    const first = await send('first', thread);
    const running = await digest.claim(first.thread_id);
    const response = await post(`${at}/messages`, {
      text: 'stop that',
      thread_id: thread,
      mid_run: 'interrupt',
    });
    const second = acceptedSchema.parse(await response.json());
    await digest.end(running, { state: 'cancelled' });
    expect(await turn(first.turn_id)).toMatchObject({ state: 'cancelled', interrupted_by: second.turn_id });
    expect((await post(`${at}/messages`, { text: 'x', mid_run: 'push' })).status).toBe(422);
  });

  it('the official OpenAI client gets the answer of the turn that answers, whole and streamed', async () => {
    await settings({ midRun: 'merge' });
    const thread = room();
    const first = await send('first', thread);
    const running = await digest.claim(first.thread_id);
    const ask = { model: 'salience', metadata: { thread_id: thread } } as const;
    const messages = [{ role: 'user' as const, content: 'a' }];
    const whole = client.chat.completions.create({ ...ask, messages });
    await waiting(first.thread_id, 2);
    const streamed = await client.chat.completions.create({ ...ask, messages, stream: true });
    const last = client.chat.completions.create({ ...ask, messages });
    await waiting(first.thread_id, 4);
    await digest.end(running, {});
    const taken = await digest.claim(first.thread_id);
    expect(taken.turn.text).toBe('a\na\na');
    await digest.say(taken, 1, { type: 'delta', text: 'the ' });
    await digest.end(taken, { text: 'the answer' });
    let text = '';
    for await (const { choices } of streamed) text += choices[0]?.delta.content ?? '';
    expect(text).toBe('the answer');
    for (const answer of [await whole, await last])
      expect(answer.choices[0]?.message.content).toBe('the answer');
  });

  it('an interrupting message ends what waits and signals what runs, after its commit', async () => {
    await settings({ midRun: 'interrupt' });
    const thread = room();
    const told: string[] = [];
    const unlisten = await fixture.queues.signals.listen('cancel', (id) => told.push(id));
    const running = await openStream(`${at}/chat`, { body: { text: 'running', thread_id: thread } });
    const threadId = running.response.headers.get('x-thread-id') as string;
    const taken = await digest.claim(threadId);
    const second = await send('second', thread);
    await until(() => told.includes(taken.turn.id), { what: 'the signal' });
    const third = await openStream(`${at}/chat`, { body: { text: 'third', thread_id: thread } });
    const thirdId = third.response.headers.get('x-turn-id');
    expect(await turn(second.turn_id)).toMatchObject({
      state: 'cancelled',
      error: { code: 'turn.interrupted' },
      interrupted_by: thirdId,
    });
    await digest.end(taken, { state: 'cancelled' });
    await running.ended;
    expect(running.events.at(-1)?.event).toMatchObject({
      type: 'done',
      state: 'cancelled',
      interrupted_by: second.turn_id,
    });
    const next = await digest.claim(threadId);
    expect(next.turn.id).toBe(thirdId);
    expect(next.snapshot.interrupted.map((past) => past.text)).toEqual(['running', 'second']);
    await digest.end(next, {});
    await third.ended;
    await unlisten();
  });

  it('tells an OpenAI client that its message was interrupted, and not to send it again', async () => {
    await settings({ midRun: 'interrupt' });
    const thread = room();
    const asked = client.chat.completions
      .create({
        model: 'salience',
        metadata: { thread_id: thread },
        messages: [{ role: 'user', content: 'x' }],
      })
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    await until(
      async () =>
        (await fixture.database.admin('select 1 from salience.threads where key = $1', [thread])).length ===
        1,
      { what: 'the thread' },
    );
    await send('stop', thread);
    expect(await asked).toMatchObject({ status: 409, code: 'turn.interrupted' });
  });

  it('a reminder keeps the trace of the request that made it', async () => {
    const traceId = randomUUID().replaceAll('-', '');
    const due = { text: 'water the plants', due_at: new Date(Date.now() + 3_600_000).toISOString() };
    const made = await post(`${at}/schedules`, due, { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` });
    const { schedule_id } = scheduleViewSchema.parse(await made.json());
    const rows = await fixture.database.admin<{ traceparent: string }>(
      'select traceparent from salience.schedules where id = $1',
      [schedule_id],
    );
    expect(rows[0]?.traceparent).toContain(traceId);
  });
});

describe('limits at the door', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
  });

  it('refuse with 429 and Retry-After, keep nothing, and repeat what was accepted (law 4)', async () => {
    const { at } = await fixture.serve({ turnLimits: { turnsPerMinute: 2 } });
    const body = { text: 'hi', thread_id: 'limited' };
    const headers = { 'idempotency-key': randomUUID() };
    expect((await post(`${at}/messages`, body, headers)).status).toBe(202);
    expect((await post(`${at}/messages`, body)).status).toBe(202);
    const refused = await post(`${at}/messages`, body);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(problemSchema.parse(await refused.json())).toMatchObject({ code: 'limit.rate' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
    const again = await post(`${at}/messages`, body, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const stream = await post(`${at}/chat`, body);
    expect(stream.status).toBe(429);
    const openAi = new OpenAI({ baseURL: `${at}/v1`, apiKey: 'unused', maxRetries: 0 });
    const error: unknown = await openAi.chat.completions
      .create({ model: 'salience', messages: [{ role: 'user', content: 'x' }] })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'limit.rate', type: 'rate_limit_error' });
    expect((error as { headers: Headers }).headers.get('retry-after')).toMatch(/^\d+$/);
    const turns = await fixture.database.admin('select 1 from salience.turns');
    expect(turns).toHaveLength(2);
    // A thread that was only asked for is not made either.
    expect(await fixture.database.admin('select 1 from salience.threads')).toHaveLength(1);
  });

  it('count open turns over every replica', async () => {
    const options = { turnLimits: { openTurns: 4 } };
    const [one, two] = [await fixture.serve(options), await fixture.serve(options)];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        post(`${(i % 2 === 0 ? one : two).at}/messages`, { text: 'hi', thread_id: `open-${i}` }),
      ),
    );
    // Two are open from before.
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(2);
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ code: 'limit.open-turns' });
  });
});
