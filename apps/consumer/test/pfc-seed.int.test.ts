import { beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '@salience/contracts';
import { backends } from '@salience/testing';
import { type Fixture, startFixture } from './support/fixture.ts';

type Json = Record<string, unknown>;

/** The calls that the description of the PFC prints, in its order, as they are typed there: without a key, at the root. */
describe.each(['', '/pfc'])('the recorded calls of the PFC at %s/', (base) => {
  let fixture: Fixture;
  let at: string;

  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
    ({ at } = await fixture.serve({ serves: 'pfc', cacheMs: 0 }));
  });

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${at}${base}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: (await response.json()) as Json, headers: response.headers };
  };
  const list = async (path: string) => {
    const { body, status } = await call('GET', path);
    expect(status).toBe(200);
    expect(Array.isArray(body)).toBe(true);
    return body as unknown as Json[];
  };
  const defaults = {
    handRaise: { threshold: 3, immediateTypes: ['disagreement', 'question', 'insight'] },
    thoughtTypes: ['reaction', 'question', 'connection', 'disagreement', 'insight', 'background'],
    synthesis: { style: 'structured', maxThoughts: 50 },
  };

  it('GET /health returns status and version', async () => {
    expect(await call('GET', '/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', service: 'pfc', version: '0.2.0' },
    });
  });

  it('GET and PATCH /config: read, and deep-merged one level', async () => {
    expect(await call('GET', '/config')).toMatchObject({ status: 200, body: defaults });
    const patched = await call('PATCH', '/config', { handRaise: { threshold: 5 } });
    expect(patched.status).toBe(200);
    expect(patched.body).toEqual({ ...defaults, handRaise: { ...defaults.handRaise, threshold: 5 } });
    expect((await call('GET', '/config')).body).toEqual(patched.body);
    const back = await call('PATCH', '/config', { handRaise: { threshold: null } });
    expect(back.body).toEqual(defaults);
  });

  it('goals: created, listed by priority, updated, closed, deleted', async () => {
    const made = await call('POST', '/goals', {
      goal: 'Implement internal monologue',
      priority: 80,
      context: 'PFC v0.2',
    });
    expect(made).toMatchObject({
      status: 201,
      body: { goal: 'Implement internal monologue', priority: 80, context: 'PFC v0.2', status: 'active' },
    });
    await call('POST', '/goals', { goal: 'Post summary to #general', priority: 70 });
    expect((await list('/goals')).map(({ priority }) => priority)).toEqual([80, 70]);
    const id = Number(made.body['id']);
    expect(await call('PATCH', `/goals/${id}`, { priority: 95 })).toMatchObject({
      status: 200,
      body: { priority: 95 },
    });
    const closed = await call('PATCH', `/goals/${id}`, { status: 'completed' });
    expect(closed).toMatchObject({ status: 200, body: { id, status: 'completed' } });
    expect(closed.body['completed_at']).toEqual(expect.any(String));
    expect((await list('/goals')).map(({ priority }) => priority)).toEqual([70]);
    expect(await call('DELETE', `/goals/${id}`)).toMatchObject({ status: 200, body: { deleted: true, id } });
    expect((await call('DELETE', `/goals/${id}`)).status).toBe(404);
  });

  it('POST /evaluate, GET /actions and PATCH /actions/:id/outcome', async () => {
    const { body, status } = await call('POST', '/evaluate', {
      action: 'Post summary to #general',
      context: { from: 'Viktor', channel: 'general' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      decision: 'act',
      salience: 0.65,
      matched_goals: [{ priority: 70 }],
      reasoning: 'Salience 0.65 → act',
    });
    const [latest] = await list('/actions?limit=20');
    expect(latest).toMatchObject({
      id: body['action_id'],
      action: 'Post summary to #general',
      context: { from: 'Viktor', channel: 'general' },
      decision: 'act',
      outcome: null,
    });
    const outcome = await call('PATCH', `/actions/${String(body['action_id'])}/outcome`, {
      outcome: 'success',
    });
    expect(outcome).toMatchObject({ status: 200, body: { outcome: 'success', outcome_value: 1 } });
  });

  it('POST and GET /internal: stored, and retrieved with every filter', async () => {
    const thought = {
      channel: '10',
      thought_type: 'question',
      content: 'How does this connect to the memory consolidation work?',
      trigger_message_id: '8850',
      trigger_author: 'Lance',
      trigger_content: 'What do you think about...',
    };
    const made = await call('POST', '/internal', thought);
    expect(made).toMatchObject({ status: 201, body: thought });
    expect(await call('POST', '/internal', thought)).toMatchObject({
      status: 200,
      body: { id: made.body['id'] },
    });
    const found = await list('/internal?channel=10&type=question&since=2026-03-23T00:00:00Z&limit=50');
    expect(found.map(({ id }) => id)).toEqual([made.body['id']]);
    expect(await list('/internal?channel=11')).toEqual([]);
  });

  it('POST /internal/synthesize gives the printed shape, and clears', async () => {
    await call('POST', '/internal', { channel: '10', content: 'Sounds good to me.' });
    await call('POST', '/internal', { channel: '1', content: 'Nice weather.' });
    const { body, status } = await call('POST', '/internal/synthesize', { channel: '10', clear: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      thought_count: 2,
      time_span: { first: expect.any(String), last: expect.any(String) },
      by_type: {
        question: { count: 1, contents: ['How does this connect to the memory consolidation work?'] },
        reaction: { count: 1, contents: ['Sounds good to me.'] },
      },
      thoughts: [{ thought_type: 'question' }, { thought_type: 'reaction' }],
      cleared: true,
    });
    const again = await call('POST', '/synthesize', { channel: '10', clear: false });
    expect(again.body).toMatchObject({
      thought_count: 0,
      time_span: { first: null, last: null },
      by_type: {},
      thoughts: [],
      cleared: false,
    });
  });

  it('GET /stats counts in whole numbers', async () => {
    expect((await call('GET', '/stats')).body).toEqual({
      active_goals: 1,
      total_actions: 1,
      last_24h: [{ decision: 'act', count: 1 }],
      buffered_thoughts: 1,
      thoughts_by_channel: [{ channel: '1', count: 1 }],
    });
  });

  it('DELETE /internal clears one channel, or all', async () => {
    expect((await call('DELETE', '/internal?channel=10')).body).toEqual({ deleted: 0, channel: '10' });
    expect((await call('DELETE', '/internal')).body).toEqual({ deleted: 1, channel: null });
    expect(await list('/internal')).toEqual([]);
  });

  it('no route of turns is there where the PFC runs alone, which nobody would answer', async () => {
    const chat = await fetch(`${at}/chat`, { method: 'POST' });
    expect([chat.status, problemSchema.parse(await chat.json()).code]).toEqual([404, 'route.unknown']);
  });
});
