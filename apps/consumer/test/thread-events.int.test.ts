import { beforeAll, describe, expect, it } from 'vitest';
import { acceptedSchema, type ThreadEvent } from '@salience/contracts';
import { createAgent, createApiKey, revokeApiKey } from '@salience/database/agents';
import { backends, fireSchedules } from '@salience/testing';
import { type EventStream, get, openThreadStream, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';

describe.each(backends().slice(0, 1))('the stream of a thread on %s', (backend) => {
  let fixture: Fixture;
  let digest: HandDigest;
  let at: string;
  let another: string;
  let room = 0;

  beforeAll(async () => {
    fixture = await startFixture(backend);
    digest = new HandDigest(fixture);
    const intervals = { pollMs: 50 };
    ({ at } = await fixture.serve({ intervals }));
    ({ at: another } = await fixture.serve({ intervals }));
  });

  const key = () => `heard-${backend}-${++room}`;
  const say = async (thread: string, text: string) =>
    acceptedSchema.parse(await (await post(`${at}/messages`, { text, thread_id: thread })).json());
  /** A thread with one answered turn. */
  const begun = async () => {
    const { thread_id } = await say(key(), 'hello');
    await digest.answer(thread_id, 'Hello.');
    return thread_id;
  };

  /** The turns that a stream told so far. */
  const told = (stream: EventStream<ThreadEvent>) =>
    stream.events.flatMap(({ event, id }) => (event.type === 'turn' ? [{ ...event, id }] : []));

  it('law 18: tells a turn that nobody of its listeners began', async () => {
    const threadId = await begun();
    const here = await openThreadStream(`${at}/threads/${threadId}/events`);
    const there = await openThreadStream(`${another}/threads/${threadId}/events`);
    expect(await here.heard('listening')).toMatchObject({
      id: '1',
      event: { thread_id: threadId, after: 1 },
    });
    const now = new Date();
    await post(`${at}/schedules`, {
      text: 'Water the plants.',
      due_at: now.toISOString(),
      thread_id: threadId,
    });
    await fireSchedules(fixture.database.connect('salience_scheduler'), { now, limit: 1 });
    const taken = await digest.answer(threadId, 'Water the plants.');
    for (const stream of [here, there]) {
      const { event, id } = await stream.heard('turn');
      expect(event).toMatchObject({
        turn_id: taken.turn.id,
        source: 'reminder',
        state: 'answered',
        reply: { text: 'Water the plants.' },
      });
      expect(id).toBe('2');
      stream.leave();
    }
  });

  it('law 5: tells each turn once and in order, from the last one on, at any replica', async () => {
    const threadId = await begun();
    for (const text of ['two', 'three']) {
      await say(threadId, text);
      await digest.answer(threadId, `${text}.`);
    }
    const first = await openThreadStream(`${at}/threads/${threadId}/events?after=0`);
    await first.heard('turn', 3);
    expect(told(first).map(({ id }) => id)).toEqual(['1', '2', '3']);
    first.leave();
    await say(threadId, 'four');
    await digest.answer(threadId, 'Four.');
    const second = await openThreadStream(`${another}/threads/${threadId}/events`, { 'last-event-id': '2' });
    await second.heard('turn', 2);
    expect(told(second).map(({ reply }) => reply?.text)).toEqual(['three.', 'Four.']);
    second.leave();
  });

  it('tells more turns than one read brings', async () => {
    const threadId = await begun();
    for (let n = 0; n < 60; n += 1) {
      const { turn_id } = await say(threadId, `n${n}`);
      expect((await post(`${at}/turns/${turn_id}/cancel`, {})).status).toBe(200);
    }
    const stream = await openThreadStream(`${at}/threads/${threadId}/events?after=0`);
    await stream.heard('turn', 61);
    expect(told(stream).map(({ id }) => Number(id))).toEqual(Array.from({ length: 61 }, (_, n) => n + 1));
    stream.leave();
  });

  it('law 3: tells a turn that was cancelled while it waited after the one before it', async () => {
    const threadId = await begun();
    const stream = await openThreadStream(`${at}/threads/${threadId}/events`);
    await say(threadId, 'first');
    const taken = await digest.claim(threadId);
    const { turn_id } = await say(threadId, 'never mind');
    await post(`${at}/turns/${turn_id}/cancel`, {});
    await digest.end(taken, { text: 'First.' });
    await stream.heard('turn', 2);
    expect(told(stream).map(({ id, state }) => [id, state])).toEqual([
      ['2', 'answered'],
      ['3', 'cancelled'],
    ]);
    stream.leave();
  });

  it('threat: law 12: is of no other agent', async () => {
    const threadId = await begun();
    await createAgent(fixture.operatorDb, { name: `stranger-${backend}`, persona: '' });
    const response = await get(`${at}/threads/${threadId}/events`, { 'x-agent': `stranger-${backend}` });
    expect(response.status).toBe(404);
  });

  it('threat: tells the holder of a revoked key nothing more', async () => {
    const server = await fixture.serve({ cacheMs: 0, intervals: { admitMs: 50, pollMs: 50 } });
    const threadId = await begun();
    const { id, key: agentKey } = await createApiKey(fixture.operatorDb, fixture.agentId, 'listening');
    const headers = { authorization: `Bearer ${agentKey}` };
    const stream = await openThreadStream(`${server.at}/threads/${threadId}/events`, headers);
    await stream.heard('listening');
    await revokeApiKey(fixture.operatorDb, id);
    await stream.ended;
    expect(told(stream)).toEqual([]);
  });

  it.each([
    ['a place that we never sent', { 'last-event-id': '3-7' }, '', 400],
    ['a place before the first', {}, '?after=-1', 422],
  ])('refuses %s', async (_what, headers, query, status) => {
    const threadId = await begun();
    expect((await get(`${at}/threads/${threadId}/events${query}`, headers)).status).toBe(status);
  });

  it('ends when its server stops, so that another goes on', async () => {
    const server = await fixture.serve({ intervals: { pollMs: 50 } });
    const threadId = await begun();
    const stream = await openThreadStream(`${server.at}/threads/${threadId}/events`);
    await server.stop(5_000);
    await stream.ended;
    expect(told(stream)).toEqual([]);
  });
});
