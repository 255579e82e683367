import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '@salience/contracts';
import { createDatabase } from '@salience/database';
import { createApiKey } from '@salience/database/agents';
import type { GoalLikeness } from '@salience/recall';
import { backends } from '@salience/testing';
import { rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

type Json = Record<string, unknown>;
const json = { 'content-type': 'application/json' };

describe('the API of the PFC', () => {
  let fixture: Fixture;
  let at: string;
  let other: string;
  let key: string;

  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
    ({ at } = await fixture.serve({ cacheMs: 0 }));
    ({ at: other } = await fixture.serve({ cacheMs: 0 }));
    ({ key } = await createApiKey(fixture.operatorDb, fixture.agentId, 'mine'));
  });

  const call = async (method: string, path: string, body?: unknown, from = at) => {
    const response = await fetch(from + path, {
      method,
      headers: { ...json, authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
  };
  const list = async (path: string) => (await call('GET', path)).body as unknown as Json[];
  const channel = (): string => `room-${randomUUID().slice(0, 8)}`;
  const said = (more: Json) => ({ id: randomUUID(), author: 'Lance', content: 'Nice weather.', ...more });
  const hear = (more: Json, from = at) => call('POST', '/pfc/messages', said(more), from);
  const hand = async (of: string) => (await call('GET', `/pfc/hand?channel=${of}`)).body;

  it.each([
    ['POST', '/goals', {}, 'goal'],
    ['POST', '/goals', { goal: '  ' }, 'goal'],
    ['POST', '/goals', { goal: 'x'.repeat(2_001) }, 'goal'],
    ['POST', '/goals', { goal: 'x', priority: 101 }, 'priority'],
    ['POST', '/goals', { goal: 'x', priority: 1.5 }, 'priority'],
    ['POST', '/goals', { goal: 'x', context: 7 }, 'context'],
    ['PATCH', '/goals/1', {}, undefined],
    ['PATCH', '/goals/1', { goal: '' }, 'goal'],
    ['PATCH', '/goals/1', { status: 'closed' }, 'status'],
    ['PATCH', '/goals/one', { priority: 1 }, 'goal'],
    ['DELETE', '/goals/1.5', undefined, 'goal'],
    ['GET', '/goals?status=closed', undefined, 'status'],
    ['POST', '/evaluate', {}, 'action'],
    ['POST', '/evaluate', { action: '' }, 'action'],
    ['POST', '/evaluate', { action: 'x'.repeat(4_001) }, 'action'],
    ['POST', '/evaluate', { action: 'x', context: 'text' }, 'context'],
    ['GET', '/actions?limit=0', undefined, 'limit'],
    ['GET', '/actions?limit=201', undefined, 'limit'],
    ['GET', '/actions?limit=many', undefined, 'limit'],
    ['PATCH', '/actions/1/outcome', {}, 'outcome'],
    ['PATCH', '/actions/x/outcome', { outcome: 'success' }, 'action'],
    ['PATCH', '/actions/1/outcome', { outcome: 'success', value: 2 }, 'value'],
    ['POST', '/internal', {}, 'content'],
    ['POST', '/internal', { content: ' ' }, 'content'],
    ['POST', '/internal', { content: 'x'.repeat(20_001) }, 'content'],
    ['POST', '/internal', { content: 'x', thought_type: 'x'.repeat(65) }, 'thought_type'],
    ['POST', '/internal', { content: 'x', channel: { id: 10 } }, 'channel'],
    ['GET', '/internal?limit=501', undefined, 'limit'],
    ['GET', '/internal?since=yesterday', undefined, 'since'],
    ['POST', '/internal/synthesize', { channel: '10', clear: 'yes' }, 'clear'],
    ['PATCH', '/config', [], undefined],
    ['PATCH', '/config', { handRaise: { threshold: 0 } }, 'handRaise.threshold'],
    ['PATCH', '/config', { handRaise: { immediateTypes: 'question' } }, 'handRaise.immediateTypes'],
    ['PATCH', '/config', { thoughtTypes: [''] }, 'thoughtTypes.0'],
    ['PATCH', '/config', { synthesis: { maxThoughts: 10_001 } }, 'synthesis.maxThoughts'],
    ['PUT', '/pfc/focus', {}, 'channel'],
    ['POST', '/pfc/floor', { channel: '10' }, 'granted'],
    ['GET', '/pfc/hand', undefined, 'channel'],
    ['POST', '/pfc/messages', { channel: '10', content: 'hi' }, 'id'],
  ])('bad input is a typed 400: %s %s, %#', async (method, path, body, field) => {
    const { body: answer, headers, status } = await call(method, path, body);
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8']);
    const problem = problemSchema.parse(answer);
    expect(problem.error).toEqual({
      code: problem.code,
      message: problem.detail,
      ...(field === undefined ? {} : { field }),
    });
  });

  it('malformed JSON is 400, a body that is too large 413, another method 405 with Allow, what is not there 404', async () => {
    const headers = { ...json, authorization: `Bearer ${key}` };
    const malformed = await rawRequest(`${at}/goals`, { method: 'POST', headers, body: '{"goal":' });
    expect([malformed.status, problemSchema.parse(JSON.parse(malformed.body)).error?.code]).toEqual([
      400,
      'body.malformed',
    ]);
    const large = await rawRequest(`${at}/internal`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ content: 'x'.repeat(300_000) }),
    });
    expect([large.status, problemSchema.parse(JSON.parse(large.body)).code]).toEqual([413, 'body.too-large']);
    const method = await call('PUT', '/goals', {});
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, POST']);
    for (const [verb, path, body] of [
      ['PATCH', '/goals/999999', { priority: 1 }],
      ['DELETE', '/goals/999999', undefined],
      ['PATCH', '/actions/999999/outcome', { outcome: 'success' }],
      ['GET', '/goals/1/2', undefined],
    ] as const)
      expect([path, (await call(verb, path, body)).status]).toEqual([path, 404]);
    for (const [verb, path, code] of [
      ['GET', '/pfc/nothing', 'route.unknown'],
      ['PATCH', '/pfc/goals/1/2', 'route.unknown'],
      ['POST', '/health', 'method.unknown'],
      ['POST', '/pfc/health', 'method.unknown'],
    ] as const)
      expect([path, (await call(verb, path)).body['error']]).toMatchObject([path, { code }]);
  });

  it('channels and ids may be numbers, as a Bridge has them', async () => {
    const thought = { channel: 4711, content: 'Nice.', trigger_message_id: 8850, trigger_author: 7 };
    const { body } = await call('POST', '/internal', thought);
    expect(body).toMatchObject({ channel: '4711', trigger_message_id: '8850', trigger_author: '7' });
    expect(
      (await call('POST', '/internal', { ...thought, channel: '4711', trigger_message_id: '8850' })).status,
    ).toBe(200);
  });

  it('question (c): of several rules disagreement wins, then insight, question and connection; which one fired is told', async () => {
    const typeOf = async (content: string) =>
      (await call('POST', '/internal', { content })).body['thought_type'];
    expect(await typeOf('I disagree. What if we cached it, how does it relate?')).toBe('disagreement');
    expect(await typeOf('What if we cached it?')).toBe('insight');
    expect(await typeOf('How is that a connection?')).toBe('question');
    expect(await typeOf('This relates to the cache.')).toBe('connection');
    const { body } = await call('POST', '/internal', { content: 'Nice.', thought_type: 'hunch' });
    expect(body).toMatchObject({ thought_type: 'hunch', rule: 'given' });
  });

  it('question (d): what neither presses nor is background counts, and raises the hand at the third, once', async () => {
    const room = channel();
    await call('PUT', '/pfc/focus', { channel: room });
    await hear({ channel: room });
    await call('POST', '/internal', { channel: room, content: 'x', thought_type: 'hunch' });
    await call('POST', '/internal', { channel: room, content: 'x', thought_type: 'background' });
    expect(await hand(room)).toMatchObject({ state: 'lowered', count: 2, version: 0 });
    await hear({ channel: room });
    expect(await hand(room)).toMatchObject({ state: 'raised', reason: 'threshold', version: 1 });
    await hear({ channel: room });
    expect(await hand(room)).toMatchObject({ state: 'raised', version: 1 });
    expect((await call('DELETE', `/pfc/hand?channel=${room}`)).body).toMatchObject({
      state: 'lowered',
      count: 0,
      version: 2,
    });
  });

  it('question (e): a mention without a voice session is thought about in full, and makes a turn', async () => {
    await call('PUT', '/pfc/focus', { channel: null });
    const room = channel();
    const heard = await hear({ channel: room, content: 'How would you do it, @Ada?', mentioned: true });
    expect(heard).toMatchObject({
      status: 201,
      body: { thought: { thought_type: 'question' }, created: true },
    });
    // It answers at once, so there is nothing to raise a hand for; where nobody here answers there is.
    expect(heard.body['hand']).toMatchObject({ state: 'lowered' });
    expect(heard.body['turn_id']).toMatch(/^turn_/);
    const elsewhere = await hear({
      channel: room,
      content: 'And you, @Ada?',
      mentioned: true,
      answer: false,
    });
    expect(elsewhere.body).toMatchObject({ turn_id: null, hand: { state: 'raised', reason: 'question' } });
    const unnamed = await hear({ channel: room, content: 'How would you do it?' });
    expect(unnamed.body).toMatchObject({
      thought: { thought_type: 'background', rule: 'focus' },
      turn_id: null,
    });
  });

  it('a synthesis of named thoughts takes out these alone', async () => {
    const room = channel();
    const written = [];
    for (const content of ['one', 'two', 'three'])
      written.push((await call('POST', '/internal', { channel: room, content })).body['id']);
    const wanted = { channel: room, clear: true, thought_ids: written.slice(0, 2) };
    const taken = await call('POST', '/internal/synthesize', wanted);
    expect(taken.body).toMatchObject({
      thought_count: 2,
      thoughts: [{ content: 'one' }, { content: 'two' }],
    });
    expect(await list(`/internal?channel=${room}`)).toMatchObject([{ content: 'three' }]);
    expect((await call('POST', '/internal/synthesize', { ...wanted, thought_ids: [] })).status).toBe(400);
  });

  it('question (f): an unknown channel has an empty synthesis; none at all is refused', async () => {
    const { body, status } = await call('POST', '/internal/synthesize', { channel: channel() });
    expect([status, body['thought_count'], body['thoughts']]).toEqual([200, 0, []]);
    expect((await call('POST', '/internal/synthesize', {})).status).toBe(400);
  });

  it('question (g): without any goal an action is to be considered, at 0.30; who asked makes it one to do', async () => {
    const plain = await call('POST', '/evaluate', { action: 'Water the flowers' });
    expect(plain.body).toMatchObject({ salience: 0.3, decision: 'consider', matched_goals: [] });
    const asked = await call('POST', '/evaluate', {
      action: 'Paint the fence',
      context: { addressed: true },
    });
    expect(asked.body).toMatchObject({ salience: 0.5, decision: 'act' });
    const [considered] = await list('/actions?limit=2').then((rows) => rows.slice(1));
    expect(considered).toMatchObject({ hold: 'held', held_until: expect.any(String) });
    const again = await call('POST', '/evaluate', { action: 'Water the flowers' });
    expect(again.body['decision']).toBe('skip');
  });

  it('a goal counts by what it means too where the model is there, and the factors say so', async () => {
    const told: unknown[] = [];
    const likeness: GoalLikeness = async (action, goals) => {
      told.push(action);
      return action.startsWith('Post') ? new Map(goals.map(({ id }) => [id, 0.5])) : undefined;
    };
    const { at: reading } = await fixture.serve({ cacheMs: 0, likeness });
    const { body: goal } = await call('POST', '/goals', { goal: 'Announce the release', priority: 100 });
    const by = async (from: string, action: string) =>
      (await call('POST', '/evaluate', { action, context: { channel: 'news' } }, from)).body as Json & {
        factors: Json;
      };
    const meant = await by(reading, 'Post the launch notes');
    expect(meant).toMatchObject({ salience: 0.5, decision: 'act', factors: { goal: 0.4, similarity: 0.5 } });
    expect(meant['matched_goals']).toEqual([expect.objectContaining({ id: goal['id'], overlap: 0.4 })]);
    // The model fails there, and here is none.
    for (const from of [reading, at]) {
      const { factors } = await by(from, `Tell what is new ${from}`);
      expect([factors['goal'], 'similarity' in factors]).toEqual([0, false]);
    }
    expect(told).toEqual(['Post the launch notes', `Tell what is new ${reading}`]);
    await call('DELETE', `/goals/${String(goal['id'])}`);
  });

  it('question (i): settings live in Postgres with a revision, and another replica goes by them', async () => {
    const audited = () =>
      fixture.database.admin("select 1 from salience.audit_log where action = 'pfc.config'");
    const earlier = (await audited()).length;
    const before = await call('GET', '/config', undefined, other);
    const changed = await call('PATCH', '/config', { handRaise: { threshold: 1 } });
    const after = await call('GET', '/config', undefined, other);
    expect(after.body).toEqual(changed.body);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const room = channel();
    await call('PUT', '/pfc/focus', { channel: room });
    const heard = await hear({ channel: room }, other);
    expect(heard.body['hand']).toMatchObject({ state: 'raised', reason: 'threshold' });
    // Nothing that differs: no revision is made of it.
    const same = await call('PATCH', '/config', {});
    expect(same.headers.get('etag')).toBe(after.headers.get('etag'));
    await call('PATCH', '/config', { handRaise: null });
    expect((await audited()).length - earlier).toBe(3);
  });

  it('question (j): what is for the agent is thought about too, takes its hand down and makes one turn, whose words are stored once', async () => {
    const room = channel();
    const words = `How about ${randomUUID()}?`;
    await call('POST', '/internal', { channel: room, content: 'x', thought_type: 'question' });
    expect(await hand(room)).toMatchObject({ state: 'raised' });
    const message = said({ channel: room, content: words, targeted: true });
    const first = await call('POST', '/pfc/messages', message);
    expect(first).toMatchObject({
      status: 201,
      body: { thought: { content: words, thought_type: 'question' } },
    });
    expect(first.body['hand']).toMatchObject({ state: 'lowered' });
    const again = await call('POST', '/pfc/messages', message, other);
    expect(again).toMatchObject({ status: 200, body: { created: false, turn_id: first.body['turn_id'] } });
    const kept = await fixture.database.admin(
      'select m.content, m.trigger_content, t.text, t.source, t.overheard from salience.pfc_monologue m join salience.turns t on t.id = m.turn_id where m.channel = $1',
      [room],
    );
    expect(kept).toEqual([
      { content: null, trigger_content: null, text: words, source: 'bridge', overheard: false },
    ]);
  });

  it('what is not for the agent makes no turn, or one that is only heard', async () => {
    const room = channel();
    expect((await hear({ channel: room })).body['turn_id']).toBeNull();
    const remembered = await hear({ channel: room, with_memory: true });
    const id = remembered.body['turn_id'];
    expect(await fixture.database.admin('select overheard from salience.turns where id = $1', [id])).toEqual([
      { overheard: true },
    ]);
    const byAgent = await hear({ channel: room, mentioned: true, author_is_agent: true });
    expect(byAgent.body).toMatchObject({ turn_id: null, thought: { thought_type: 'reaction' } });
  });

  it('a message of the agent’s own takes the hand down, and is not stored', async () => {
    const room = channel();
    await call('POST', '/internal', { channel: room, content: 'x', thought_type: 'insight' });
    const own = await hear({ channel: room, self: true });
    expect(own).toMatchObject({
      status: 200,
      body: { thought: null, hand: { state: 'lowered' }, created: false },
    });
    expect(await list(`/internal?channel=${room}`)).toHaveLength(1);
  });

  it('what cannot be undone is worth less; a message of a clock that is ahead was said now', async () => {
    const judged = async (reversible: boolean) =>
      (await call('POST', '/evaluate', { action: `Pay ${channel()}`, context: { reversible } })).body;
    const [bold, careful] = [await judged(false), await judged(true)];
    expect(Number(careful['salience']) - Number(bold['salience'])).toBeCloseTo(0.1);
    const { body } = await hear({ channel: channel(), targeted: true, at: '2999-01-01T00:00:00Z' });
    const ahead = await fixture.database.admin(
      "select 1 from salience.turns where id = $1 and said_at < '2900-01-01'",
      [body['turn_id']],
    );
    expect(ahead).toHaveLength(1);
  });

  it('changes of settings that come at once are all made', async () => {
    const patches = Array.from({ length: 40 }, (_, n) =>
      call('PATCH', '/config', { more: { [`key${n}`]: n } }, n % 2 === 0 ? at : other),
    );
    const statuses = (await Promise.all(patches)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 40 }, () => 200));
    expect(Object.keys((await call('GET', '/config')).body['more'] as Json)).toHaveLength(40);
    await call('PATCH', '/config', { more: null });
  });

  it('the floor is told from outside: granted, then over', async () => {
    const room = channel();
    await call('POST', '/internal', { channel: room, content: 'x', thought_type: 'insight' });
    const given = await call('POST', '/pfc/floor', { channel: room, granted: true });
    expect(given.body).toMatchObject({ state: 'granted' });
    expect((await call('POST', '/pfc/floor', { channel: room, granted: false })).body).toMatchObject({
      state: 'lowered',
    });
  });

  it('of two replicas that hear the same message one writes the thought, and the hand goes up once', async () => {
    const room = channel();
    await call('PUT', '/pfc/focus', { channel: room });
    const message = said({ channel: room, content: 'How does it work?' });
    const heard = await Promise.all(
      Array.from({ length: 12 }, (_, n) => call('POST', '/pfc/messages', message, n % 2 === 0 ? at : other)),
    );
    expect(heard.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await list(`/internal?channel=${room}`)).toHaveLength(1);
    expect(await hand(room)).toMatchObject({ state: 'raised', version: 1 });
  });

  it('of two that synthesize with clear one gets the thoughts; what comes meanwhile stays', async () => {
    const room = channel();
    for (const content of ['a', 'b', 'c']) await call('POST', '/internal', { channel: room, content });
    const made = await Promise.all(
      [at, other].map((from) => call('POST', '/synthesize', { channel: room, clear: true }, from)),
    );
    expect(made.map(({ body }) => Number(body['thought_count'])).toSorted((a, b) => a - b)).toEqual([0, 3]);
    await call('POST', '/internal', { channel: room, content: 'd' });
    expect(await list(`/internal?channel=${room}`)).toHaveLength(1);
  });

  it('the newest thoughts are returned, and the others stay where they are', async () => {
    const room = channel();
    await call('PATCH', '/config', { synthesis: { maxThoughts: 2, style: 'narrative' } });
    for (const content of ['a', 'b', 'c']) await call('POST', '/internal', { channel: room, content });
    const { body } = await call('POST', '/internal/synthesize', { channel: room, clear: true });
    expect(body).toMatchObject({ thought_count: 2, total_buffered: 3, truncated: true, dropped: 0 });
    expect((body['thoughts'] as Json[]).map(({ content }) => content)).toEqual(['b', 'c']);
    expect((await list(`/internal?channel=${room}`)).map(({ content }) => content)).toEqual(['a']);
    await call('PATCH', '/config', { synthesis: null });
  });

  it('an outcome is kept, another takes its place, and later actions are judged by it', async () => {
    const { body: first } = await call('POST', '/evaluate', { action: 'Archive old tickets' });
    const path = `/actions/${String(first['action_id'])}/outcome`;
    await call('PATCH', path, { outcome: 'success', notes: 'all of them' });
    const second = await call('PATCH', path, { outcome: 'failure' });
    expect(second.body).toMatchObject({ outcome: 'failure', outcome_notes: null, outcome_value: -1 });
    const [row] = await fixture.database.admin<{ outcomes: Json[] }>(
      'select outcomes from salience.pfc_action_log where id = $1',
      [first['action_id']],
    );
    expect(row?.outcomes).toMatchObject([{ outcome: 'success', notes: 'all of them' }]);
    const { body: later } = await call('POST', '/evaluate', { action: 'Archive new invoices' });
    expect((later['factors'] as Json)['learned']).toBeLessThan(0);
  });

  it('law 1: while Postgres is away the answer is 503, never an empty list; the process is alive, and the PFC says that it cannot work', async () => {
    const target = new URL(fixture.database.urlFor('salience_consumer'));
    const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) });
    target.hostname = '127.0.0.1';
    target.port = String(proxy.port);
    const db = createDatabase({
      url: target.href,
      applicationName: 'test-pfc',
      poolMax: 2,
      onIdleError: () => {},
    });
    const { at: away } = await fixture.serve({ db, cacheMs: 60_000 });
    expect((await fetch(`${away}/goals`)).status).toBe(200);
    proxy.cut();
    for (const path of ['/goals', '/actions', '/internal', '/stats', '/config']) {
      const response = await fetch(away + path);
      const problem = problemSchema.parse(await response.json());
      expect([path, response.status, problem.error?.code]).toEqual([path, 503, 'database.unavailable']);
    }
    const live = await fetch(`${away}/health`);
    expect([live.status, await live.json()]).toMatchObject([200, { live: true, status: 'degraded' }]);
    expect((await fetch(`${away}/pfc/health`)).status).toBe(503);
    await db.close();
    await proxy.close();
  });
});
