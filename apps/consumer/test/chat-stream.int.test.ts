import { beforeAll, describe, expect, it } from 'vitest';
import { cancelledSchema, formatEventId, terminalPositions } from '@salience/contracts';
import { newId } from '@salience/database';
import { backends } from '@salience/testing';
import { openStream, post, type EventStream } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';

describe.each(backends())('event streams on %s', (backend) => {
  let fixture: Fixture;
  let digest: HandDigest;
  let at: string;
  let room = 0;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    digest = new HandDigest(fixture);
    ({ at } = await fixture.serve());
  });

  const say = (text = 'hello', url = at): Promise<EventStream> =>
    openStream(`${url}/chat`, { body: { text, thread_id: `room-${backend}-${++room}` } });
  const ids = (stream: EventStream) => ({
    turnId: stream.response.headers.get('x-turn-id') as string,
    threadId: stream.response.headers.get('x-thread-id') as string,
  });

  it('opens after the commit (law 2) and tells a turn from processing to done', async () => {
    const stream = await say();
    const { turnId, threadId } = ids(stream);
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.response.headers.get('cache-control')).toMatch(/^no-cache/);
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('x-request-id')).toBe(turnId);
    const row = await fetch(`${at}/turns/${turnId}`);
    expect(row.status).toBe(200);

    const taken = await digest.answer(threadId, 'Hel', 'lo.');
    await stream.ended;
    expect(stream.raw.startsWith('retry: 3000\n\n')).toBe(true);
    const deltas = stream.events.flatMap(({ event }) => (event.type === 'delta' ? [event.text] : []));
    expect(deltas.join('')).toBe('Hello.');
    expect(stream.types.filter((type) => type !== 'delta')).toEqual(['status', 'status', 'message', 'done']);
    expect(stream.events.at(-2)).toMatchObject({
      id: formatEventId({ fence: taken.fence, n: terminalPositions.reply }),
      event: { type: 'message', turn_id: turnId, text: 'Hello.', mode: 'RESPOND' },
    });
    expect(stream.events.at(-1)).toMatchObject({
      id: formatEventId({ fence: taken.fence, n: terminalPositions.done }),
      event: { type: 'done', turn_id: turnId, state: 'answered' },
    });
  });

  it('resumes at every position, on another replica, repeating nothing (law 5)', async () => {
    const other = await fixture.serve();
    const stream = await say();
    const { turnId, threadId } = ids(stream);
    const taken = await digest.claim(threadId);
    await digest.say(taken, 1, { type: 'status', status: 'thinking' });
    await digest.say(taken, 2, { type: 'delta', text: 'one ' });
    await stream.heard('delta');
    const middle = stream.events.at(-1)?.id as string;
    const resumed = await openStream(`${other.at}/turns/${turnId}/events`, {
      headers: { 'last-event-id': middle },
    });
    await digest.say(taken, 3, { type: 'delta', text: 'two' });
    await digest.end(taken, { text: 'one two' });
    await Promise.all([stream.ended, resumed.ended]);
    expect(resumed.types).toEqual(['delta', 'message', 'done']);

    for (const [i, { id }] of stream.events.entries()) {
      if (id === undefined || id === '') continue;
      const late = await openStream(`${other.at}/turns/${turnId}/events`, {
        headers: { 'last-event-id': id },
      });
      await late.ended;
      const left = stream.events
        .slice(i + 1)
        .filter(({ event }) => event.type === 'message' || event.type === 'done');
      expect(late.events).toEqual(left);
      expect(late.response.status).toBe(left.length === 0 ? 204 : 200);
    }
    const fromStart = await openStream(`${other.at}/turns/${turnId}/events`);
    await fromStart.ended;
    expect(fromStart.types).toEqual(['message', 'done']);
  });

  it('sends reset when a newer fence takes the turn over, and hears the old one no more', async () => {
    const stream = await say();
    const { turnId, threadId } = ids(stream);
    const first = await digest.claim(threadId, 'wrk_first');
    await digest.say(first, 1, { type: 'delta', text: 'lost words' });
    const lost = await stream.heard('delta');
    await digest.expire(threadId);
    const second = await digest.claim(threadId, 'wrk_second');
    expect(second.turn.id).toBe(turnId);
    await digest.say(second, 1, { type: 'delta', text: 'kept words' });
    await stream.heard('delta', 2);
    await digest.say(first, 2, { type: 'delta', text: 'too late' });
    expect(await digest.end(first, { text: 'too late' })).toBe('fenced');
    await digest.end(second, { text: 'kept words' });
    await stream.ended;
    expect(stream.types).toEqual(['status', 'delta', 'reset', 'delta', 'message', 'done']);

    const resumed = await openStream(`${at}/turns/${turnId}/events`, {
      headers: { 'last-event-id': lost.id as string },
    });
    await resumed.ended;
    expect(resumed.types).toEqual(['reset', 'message', 'done']);
  });

  it.each(['failed', 'quarantined'] as const)('ends a %s turn with error and done', async (state) => {
    const stream = await say();
    const taken = await digest.claim(ids(stream).threadId);
    await digest.end(taken, {
      state,
      error: { code: 'model.timeout', message: 'The model took too long.', recoverable: true },
    });
    await stream.ended;
    expect(stream.types).toEqual(['status', 'error', 'done']);
    expect(stream.events.at(-2)?.event).toMatchObject({ code: 'model.timeout', recoverable: true });
    expect(stream.events.at(-1)?.event).toMatchObject({ state });
  });

  it('ends an ignored turn with done only', async () => {
    const stream = await say('');
    await digest.end(await digest.claim(ids(stream).threadId), { state: 'ignored' });
    await stream.ended;
    expect(stream.types).toEqual(['status', 'done']);
    expect(stream.events.at(-1)?.event).toMatchObject({ state: 'ignored' });
  });

  it('cancels a waiting turn at once and signals a running one', async () => {
    const waiting = await say();
    const cancel = async (turnId: string) => {
      const response = await post(`${at}/turns/${turnId}/cancel`, {});
      return { http: response.status, ...cancelledSchema.parse(await response.json()) };
    };
    const { turnId } = ids(waiting);
    const atOnce = { http: 200, turn_id: turnId, status: 'cancelled', state: 'cancelled' };
    expect(await cancel(turnId)).toEqual(atOnce);
    await waiting.ended;
    expect(waiting.types).toEqual(['status', 'done']);

    const heard = Promise.withResolvers<string>();
    const stopListening = await fixture.queues.signals.listen('cancel', heard.resolve);
    const running = await say();
    const taken = await digest.claim(ids(running).threadId);
    expect(await cancel(taken.turn.id)).toMatchObject({ http: 202, status: 'requested', state: 'running' });
    expect(await heard.promise).toBe(taken.turn.id);
    await digest.end(taken, { state: 'cancelled' });
    await running.ended;
    expect(running.types).toEqual(['status', 'done']);
    expect(await cancel(taken.turn.id)).toMatchObject({ http: 200, status: 'ended', state: 'cancelled' });
    await stopListening();
  });

  it('goes on when the reader leaves', async () => {
    const stream = await say();
    const { turnId, threadId } = ids(stream);
    stream.leave();
    await stream.ended;
    await digest.answer(threadId, 'still here');
    const view = await (await fetch(`${at}/turns/${turnId}`)).json();
    expect(view).toMatchObject({ state: 'answered', reply: { text: 'still here' } });
  });

  it('ends the stream even when nobody says that the turn ended (law 1)', async () => {
    const quick = await fixture.serve({ intervals: { pollMs: 50 } });
    const stream = await say('hello', quick.at);
    await digest.end(await digest.claim(ids(stream).threadId), { text: 'quietly', quiet: true });
    await stream.ended;
    expect(stream.types).toEqual(['status', 'message', 'done']);
  });

  it('shows the end that arrives as it is told, and reads Postgres for those who come later', async () => {
    const stream = await say();
    const { turnId, threadId } = ids(stream);
    const taken = await digest.claim(threadId);
    await digest.say(taken, 1, { type: 'delta', text: 'words' });
    await digest.end(taken, { text: 'words of the row', quiet: true });
    await digest.tell(taken, 'words that were told');
    await stream.ended;
    expect(stream.types).toEqual(['status', 'delta', 'message', 'done']);
    expect(stream.events.at(-2)).toMatchObject({
      id: formatEventId({ fence: taken.fence, n: terminalPositions.reply }),
      event: { type: 'message', turn_id: turnId, text: 'words that were told' },
    });
    const late = await openStream(`${at}/turns/${turnId}/events`);
    await late.ended;
    expect(late.events.at(-2)?.event).toMatchObject({ type: 'message', text: 'words of the row' });
  });

  it('ends the streams of every replica by what is told, without their polls', async () => {
    const [one, other] = [
      await fixture.serve({ intervals: { pollMs: 600_000 } }),
      await fixture.serve({ intervals: { pollMs: 600_000 } }),
    ];
    const stream = await say('hello', one.at);
    const { turnId, threadId } = ids(stream);
    const taken = await digest.claim(threadId);
    const resumed = await openStream(`${other.at}/turns/${turnId}/events`);
    await digest.end(taken, { text: 'late words', quiet: true });
    await digest.tell(taken, 'late words');
    await Promise.all([stream.ended, resumed.ended]);
    expect(resumed.types).toEqual(['status', 'message', 'done']);
  });

  it('threat: a stream never shows what is told of another agent (law 12)', async () => {
    const stream = await say();
    const taken = await digest.claim(ids(stream).threadId);
    await digest.tell(taken, 'secret of another agent', { agentId: newId('agent') });
    await digest.say(taken, 900_001, { type: 'delta', text: 'own' });
    await stream.heard('delta');
    await digest.end(taken, { text: 'own words', quiet: true });
    await stream.ended;
    expect(stream.types).toEqual(['status', 'delta', 'message', 'done']);
    expect(stream.events.at(-2)?.event).toMatchObject({ text: 'own words' });
    expect(stream.raw).not.toContain('secret');
  });

  it('threat: an end under a fence that the lane has left behind ends no stream (law 3)', async () => {
    const body = { text: 'hello', thread_id: `room-${backend}-${++room}` };
    for (let turn = 0; turn < 2; turn += 1) {
      const before = await openStream(`${at}/chat`, { body });
      await digest.answer(ids(before).threadId, 'earlier');
      await before.ended;
    }
    const stream = await openStream(`${at}/chat`, { body });
    const taken = await digest.claim(ids(stream).threadId);
    await digest.tell(taken, 'words of a ghost', { fence: taken.fence - 2 });
    await digest.say(taken, 1, { type: 'delta', text: 'own' });
    await stream.heard('delta');
    await digest.end(taken, { text: 'own words' });
    await stream.ended;
    expect(stream.events.at(-2)?.event).toMatchObject({ text: 'own words' });
    expect(stream.raw).not.toContain('ghost');
  });

  it('keeps a slow stream alive, and detaches without ending the turn', async () => {
    const quick = await fixture.serve({ intervals: { keepAliveMs: 20, statusMs: 30, detachMs: 200 } });
    const stream = await say('hello', quick.at);
    const { turnId, threadId } = ids(stream);
    await stream.ended;
    expect(stream.comments.length).toBeGreaterThan(0);
    expect(
      stream.events.some(({ event }) => event.type === 'status' && event.status === 'still_working'),
    ).toBe(true);
    expect(stream.events.at(-1)).toEqual({
      id: undefined,
      event: { type: 'detached', turn_id: turnId, resume: `/turns/${turnId}/events` },
    });
    const resumed = await openStream(`${at}/turns/${turnId}/events`);
    await digest.answer(threadId, 'at last');
    await resumed.ended;
    expect(resumed.types.slice(-2)).toEqual(['message', 'done']);
  });

  it('detaches every stream when it stops', async () => {
    const leaving = await fixture.serve();
    const stream = await say('hello', leaving.at);
    expect(leaving.running()).toEqual(['POST /chat']);
    expect(await leaving.stop(2_000)).toEqual([]);
    await stream.ended;
    expect(stream.types).toEqual(['status', 'detached']);
  });

  it('refuses a position that it never sent, and a turn of nobody', async () => {
    const stream = await say();
    const { turnId } = ids(stream);
    const bad = await fetch(`${at}/turns/${turnId}/events`, { headers: { 'last-event-id': 'yesterday' } });
    expect([bad.status, ((await bad.json()) as { code: string }).code]).toEqual([400, 'stream.position']);
    const unknown = await fetch(`${at}/turns/turn_${'0'.repeat(32)}/events`);
    expect(unknown.status).toBe(404);
    await post(`${at}/turns/${turnId}/cancel`, {});
    await stream.ended;
  });
});
