import { once } from 'node:events';
import { connect } from 'node:net';
import { acceptedSchema, type NoticeEvent, noticeViewSchema, pageSchema } from '@salience/contracts';
import { newId } from '@salience/database';
import { createAgent, createApiKey, findAgent, revokeApiKey } from '@salience/database/agents';
import { startTurn } from '@salience/database/turns';
import { backends, personToken, until } from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type EventStream,
  get,
  openNoticeStream,
  openStream,
  openThreadStream,
  post,
} from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';

describe.each(backends().slice(0, 1))('the notices of an agent on %s', (backend) => {
  let fixture: Fixture;
  let digest: HandDigest;
  let at: string;
  let another: string;
  let room = 0;

  beforeEach(async () => {
    fixture = await startFixture(backend);
    digest = new HandDigest(fixture);
    const intervals = { pollMs: 50 };
    ({ at } = await fixture.serve({ intervals }));
    ({ at: another } = await fixture.serve({ intervals }));
  });

  afterEach(() => fixture.stop());

  /** A thread with one answered turn. */
  const begun = async () => {
    const response = await post(`${at}/messages`, { text: 'hello', thread_id: `room-${++room}` });
    const { thread_id } = acceptedSchema.parse(await response.json());
    await digest.answer(thread_id, 'Hello.');
    return thread_id;
  };
  /** A turn that the agent began by itself, waiting to be run. */
  const started = async (threadId: string, speaker?: string) => {
    const accepted = await startTurn(fixture.database.connect('salience_scheduler'), {
      agentId: fixture.agentId,
      threadId: threadId as Parameters<typeof startTurn>[1]['threadId'],
      text: 'tea',
      source: 'reminder',
      key: newId('schedule'),
      trust: 'user',
      now: new Date(),
      speaker,
    });
    if (accepted.status !== 'accepted') throw new Error(`expected a turn, got ${accepted.status}`);
    return accepted.turnId;
  };
  const told = async (threadId: string, text = 'Tea.', speaker?: string) => {
    const turnId = await started(threadId, speaker);
    await digest.answer(threadId, text);
    return turnId;
  };
  const notices = (stream: EventStream<NoticeEvent>) =>
    stream.events.flatMap(({ event, id }) => (event.type === 'notice' ? [{ ...event, id }] : []));
  const listed = async (query = '') =>
    pageSchema(noticeViewSchema).parse(await (await get(`${at}/notices${query}`)).json()).items;
  const seenAt = async (turnId: string) =>
    (
      await fixture.database.admin<{ seen: Date | null }>(
        'select seen_at as seen from salience.notices where turn_id = $1',
        [turnId],
      )
    )[0]?.seen ?? undefined;
  const seen = (turnId: string) => until(() => seenAt(turnId), { what: 'a seen notice', everyMs: 10 });

  it('law 18: what is told in one thread is heard by whoever listens to the agent, at any replica', async () => {
    const here = await openNoticeStream(`${at}/notices/events`);
    const there = await openNoticeStream(`${another}/notices/events`);
    await here.heard('listening');
    await there.heard('listening');
    const turnId = await told(await begun());
    for (const stream of [here, there]) {
      const { event } = await stream.heard('notice');
      expect(event).toMatchObject({ turn_id: turnId, late: false, reply: { text: 'Tea.' } });
      expect(notices(stream)).toHaveLength(1);
      stream.leave();
    }
  });

  it('tells nothing that somebody asked for', async () => {
    const stream = await openNoticeStream(`${at}/notices/events`);
    await stream.heard('listening');
    const threadId = await begun();
    await told(threadId);
    await stream.heard('notice');
    expect(notices(stream).map(({ source }) => source)).toEqual(['reminder']);
    stream.leave();
  });

  it('law 5: goes on at another replica after the last one, though commits become visible out of order', async () => {
    const [one, two, three] = [await begun(), await begun(), await begun()];
    const first = await openNoticeStream(`${at}/notices/events`);
    await first.heard('listening');
    await told(one, 'One.');
    await first.heard('notice');
    // The second turn's end has an older transaction than the third's, and is committed after it.
    await started(two);
    const taken = await digest.claim(two);
    const slow = await fixture.database.connect('salience_digest').pool.connect();
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    await slow.query('select salience.commit_turns($1::jsonb)', [
      JSON.stringify([
        {
          agentId: fixture.agentId,
          threadId: two,
          turnId: taken.turn.id,
          seq: taken.turn.seq,
          fence: taken.fence,
          now: new Date(),
          state: 'answered',
          reply: { text: 'Two.', trust: 'agent', citations: [], model: 'hand', usage: {} },
          exchange: { id: newId('exchange'), mode: 'RESPOND', traceparent: null },
          takeNext: false,
        },
      ]),
    ]);
    await told(three, 'Three.');
    const { id } = await first.heard('notice');
    first.leave();
    const second = await openNoticeStream(`${another}/notices/events`, { 'last-event-id': id ?? '' });
    await second.heard('listening');
    await slow.query('commit');
    slow.release();
    await second.heard('notice', 2);
    const third = await openNoticeStream(`${at}/notices/events`, { 'last-event-id': id ?? '' });
    await third.heard('notice', 2);
    for (const stream of [second, third]) {
      expect(notices(stream).map(({ reply }) => reply?.text)).toEqual(['Two.', 'Three.']);
      stream.leave();
    }
  });

  it('law 18: what nobody saw comes first and once, and late only where it is', async () => {
    const threadId = await begun();
    const turnId = await told(threadId);
    expect((await listed()).map(({ turn_id }) => turn_id)).toEqual([turnId]);
    const first = await openNoticeStream(`${at}/notices/events?missed=true`);
    const { event } = await first.heard('notice');
    expect(event).toMatchObject({ turn_id: turnId, late: false });
    await seen(turnId);
    await fixture.database.admin(
      "update salience.notices set seen_at = null, created_at = created_at - interval '10 minutes' where turn_id = $1",
      [turnId],
    );
    const late = await openNoticeStream(`${at}/notices/events?missed=true`);
    expect((await late.heard('notice')).event).toMatchObject({ turn_id: turnId, late: true });
    late.leave();
    await seen(turnId);
    const second = await openNoticeStream(`${another}/notices/events?missed=true`);
    await second.heard('listening');
    const next = await told(threadId, 'More tea.');
    await second.heard('notice');
    expect(notices(second).map(({ turn_id }) => turn_id)).toEqual([next]);
    expect(await listed('?state=all')).toHaveLength(2);
    first.leave();
    second.leave();
  });

  it('law 18: a notice that two streams show is seen once, at the first time', async () => {
    const threadId = await begun();
    const thread = await openThreadStream(`${at}/threads/${threadId}/events`);
    await thread.heard('listening');
    const turnId = await told(threadId);
    await thread.heard('turn');
    const first = await seen(turnId);
    thread.leave();
    const agent = await openNoticeStream(`${at}/notices/events`, { 'last-event-id': '3.' });
    await agent.heard('notice');
    const next = await told(threadId);
    await agent.heard('notice', 2);
    await seen(next);
    expect(await seenAt(turnId)).toEqual(first);
    agent.leave();
  });

  it('law 18: the stream of the turn itself makes it seen, as it runs and when it has ended', async () => {
    const threadId = await begun();
    const running = await started(threadId);
    const stream = await openStream(`${at}/turns/${running}/events`);
    await digest.answer(threadId, 'Tea.');
    await stream.heard('done');
    await seen(running);
    const ended = await told(threadId);
    await (await openStream(`${at}/turns/${ended}/events`)).heard('done');
    await seen(ended);
  });

  it('law 18: a client that left before anything was written has seen nothing', async () => {
    const threadId = await begun();
    const turnId = await told(threadId);
    // The server is still looking for what was missed when its client goes.
    const holder = await fixture.database.connect('salience_scheduler').pool.connect();
    await holder.query('begin');
    await holder.query('lock table salience.notices in access exclusive mode');
    const { hostname, port } = new URL(at);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `GET /notices/events?missed=true HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${personToken}\r\n\r\n`,
    );
    const waits = "select from pg_locks where relation = 'salience.notices'::regclass and not granted";
    await until(async () => (await fixture.database.admin(waits)).length > 0, { what: 'the look' });
    socket.resetAndDestroy();
    await once(socket, 'close');
    // A server that answers this has seen the other connection end.
    for (let asked = 0; asked < 2; asked += 1) await get(`${at}/health`);
    await holder.query('rollback');
    holder.release();
    // A stream that is read tells the next one; by then the broken one would have noted what it wrote.
    const heard = await openNoticeStream(`${another}/notices/events`);
    await heard.heard('listening');
    const next = await told(threadId);
    await heard.heard('notice');
    await seen(next);
    // A stream begins a little before now while a transaction of then is open, of whichever database: then it has told this one too.
    const unseen = notices(heard).some(({ turn_id }) => turn_id === turnId) ? [] : [turnId];
    expect((await seenAt(turnId)) === undefined).toBe(unseen.length === 1);
    // A look at the list, and at the headers of a stream, shows nothing to anybody either.
    await fetch(`${at}/notices/events?missed=true`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${personToken}` },
    });
    expect((await listed()).map(({ turn_id }) => turn_id)).toEqual(unseen);
    heard.leave();
  });

  it('threat: law 18: what a process without a token was shown is not seen, by none of the streams', async () => {
    const threadId = await begun();
    const [early, later] = [await told(threadId), await started(threadId)];
    const asNobody = { authorization: '' };
    const streams = [
      await openNoticeStream(`${at}/notices/events?missed=true`, asNobody),
      await openThreadStream(`${at}/threads/${threadId}/events`, { ...asNobody, 'last-event-id': '0' }),
      await openStream(`${at}/turns/${early}/events`, { headers: asNobody }),
      await openStream(`${at}/turns/${later}/events`, { headers: asNobody }),
    ] as const;
    await digest.answer(threadId, 'Tea.');
    const [agent, thread, ended, running] = streams;
    await agent.heard('notice', 2);
    await thread.heard('turn', 3);
    await ended.heard('done');
    await running.heard('done');
    for (const stream of streams) stream.leave();
    // A person's stream notes what it writes in the same way; by then the others would have.
    const persons = await openNoticeStream(`${at}/notices/events`);
    await persons.heard('listening');
    await seen(await told(threadId));
    expect((await listed()).map(({ turn_id }) => turn_id)).toEqual([later, early]);
    expect([await seenAt(early), await seenAt(later)]).toEqual([undefined, undefined]);
    persons.leave();
  });

  it('is for one person where one is named', async () => {
    const threadId = await begun();
    await post(`${at}/people`, { name: 'Ana' });
    await told(threadId, 'For the owner.');
    const anas = await told(threadId, 'For Ana.', 'ANA');
    expect((await listed('?person=ana')).map(({ turn_id }) => turn_id)).toEqual([anas]);
    expect((await listed('?person=owner')).map(({ reply }) => reply?.text)).toEqual(['For the owner.']);
    expect((await get(`${at}/notices?person=bob`)).status).toBe(404);
    const stream = await openNoticeStream(`${at}/notices/events?missed=true&person=Ana`);
    await stream.heard('notice');
    expect(notices(stream).map(({ reply }) => reply?.text)).toEqual(['For Ana.']);
    stream.leave();
  });

  it('comes in pages, newest first', async () => {
    const threadId = await begun();
    const ids = [await told(threadId), await told(threadId), await told(threadId)].reverse();
    const page = pageSchema(noticeViewSchema);
    const first = page.parse(await (await get(`${at}/notices?limit=2`)).json());
    const second = page.parse(await (await get(`${at}/notices?limit=2&cursor=${first.next ?? ''}`)).json());
    expect([...first.items, ...second.items].map(({ turn_id }) => turn_id)).toEqual(ids);
    expect(second.next).toBeNull();
  });

  it('threat: law 12: is of no other agent', async () => {
    const name = `stranger-${backend}`;
    await createAgent(fixture.operatorDb, { name, persona: '' });
    expect(await findAgent(fixture.db, name)).toBeDefined();
    const stream = await openNoticeStream(`${at}/notices/events?missed=true`, { 'x-agent': name });
    await stream.heard('listening');
    const turnId = await told(await begun());
    const own = await openNoticeStream(`${at}/notices/events?missed=true`);
    await own.heard('notice');
    expect(notices(stream)).toEqual([]);
    expect((await (await get(`${at}/notices`, { 'x-agent': name })).json()) as object).toEqual({
      items: [],
      next: null,
    });
    await seen(turnId);
    stream.leave();
    own.leave();
  });

  it('threat: tells the holder of a revoked key no further notice', async () => {
    const server = await fixture.serve({ cacheMs: 0, intervals: { admitMs: 50, pollMs: 50 } });
    const { id, key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'listening');
    const stream = await openNoticeStream(`${server.at}/notices/events`, { authorization: `Bearer ${key}` });
    await stream.heard('listening');
    await revokeApiKey(fixture.operatorDb, id);
    await stream.ended;
    await told(await begun());
    expect(notices(stream)).toEqual([]);
  });

  it.each([
    ['a place that we never sent', { 'last-event-id': 'x' }, '', 400],
    ['an odd query', {}, '?missed=maybe', 422],
    ['an unknown person', {}, '?person=nobody-here', 404],
  ])('refuses %s', async (_what, headers, query, status) => {
    expect((await get(`${at}/notices/events${query}`, headers)).status).toBe(status);
  });

  it('goes on from now after a place of another database', async () => {
    const stream = await openNoticeStream(`${at}/notices/events`, { 'last-event-id': '9000000000000.' });
    await stream.heard('listening');
    await told(await begun());
    await stream.heard('notice');
    stream.leave();
  });
});
