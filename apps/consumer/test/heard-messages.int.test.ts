import { createAgent, createApiKey } from '@salience/database/agents';
import { asPerson, backends, personToken, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './support/fixture.ts';
import { connectRoom } from './support/room-desk.ts';

type Json = Readonly<Record<string, unknown>>;

describe('a message that is heard', () => {
  let fixture: Fixture;
  let at: string;

  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
    ({ at } = await fixture.serve({ cacheMs: 0, turnLimits: {}, switchboard: {} }));
  });

  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(at + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  /** An agent with these settings, called by its own key. */
  const agentWith = async (name: string, settings: object) => {
    const { id } = await createAgent(fixture.operatorDb, { name, persona: 'p' });
    await fixture.database.admin('update salience.agents set settings = $2 where id = $1', [
      id,
      JSON.stringify(settings),
    ]);
    const { key } = await createApiKey(fixture.operatorDb, id, 'mine');
    const as = { authorization: `Bearer ${key}` };
    return {
      id,
      hear: (more: Json) =>
        call('POST', '/pfc/messages', as, {
          channel: '10',
          author: 'Lance',
          content: 'Nice weather.',
          ...more,
        }),
      raise: () => call('POST', '/internal', as, { channel: '10', content: 'x', thought_type: 'question' }),
      hand: async () => (await call('GET', '/pfc/hand?channel=10', as)).body,
      thoughts: async () => (await call('GET', '/internal?channel=10', as)).body as unknown as Json[],
    };
  };
  const turnsOf = (agentId: string) =>
    fixture.database.admin<{ text: string; overheard: boolean; state: string }>(
      'select text, overheard, state from salience.turns where agent_id = $1 order by seq',
      [agentId],
    );

  it.each(['reject', 'interrupt', 'merge', 'steer'] as const)(
    'law 2: a mention is answered in its turn while the channel’s thread is busy, also where the agent’s policy is %s',
    async (midRun) => {
      const agent = await agentWith(`busy-${midRun}`, { midRun });
      const first = await agent.hear({ id: '1', content: 'It is late.', with_memory: true });
      expect(first.body['turn_id']).toMatch(/^turn_/);
      for (const id of ['2', '3']) {
        const asked = await agent.hear({ id, content: `@me, number ${id}?`, mentioned: true });
        expect(asked).toMatchObject({ status: 201, body: { turn_id: expect.stringMatching(/^turn_/) } });
      }
      const turns = await turnsOf(agent.id);
      expect(turns).toEqual([
        { text: 'It is late.', overheard: true, state: 'pending' },
        { text: '@me, number 2?', overheard: false, state: 'pending' },
        { text: '@me, number 3?', overheard: false, state: 'pending' },
      ]);
      const shared = await fixture.database.admin(
        'select 1 from salience.turns where agent_id = $1 and (mergeable or steering)',
        [agent.id],
      );
      expect(shared).toEqual([]);
    },
  );

  it('law 2: thought, turn and the rest of the hand are one transaction, of which a process that dies leaves nothing', async () => {
    const agent = await agentWith('killed', {});
    await agent.raise();
    expect(await agent.hand()).toMatchObject({ state: 'raised' });
    const holder = await fixture.database.connect('salience_consumer').pool.connect();
    await holder.query('begin');
    await holder.query("select set_config('app.agent', $1, true)", [agent.id]);
    await holder.query("select 1 from salience.pfc_hands where channel = '10' for update");
    const message = { id: 'asked', content: 'What is it?', targeted: true };
    const died = agent.hear(message);
    await until(
      async () => {
        const killed = await fixture.database.admin(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return killed.length > 0;
      },
      { what: 'the message that waits for the hand' },
    );
    expect((await died).status).toBe(503);
    await holder.query('rollback');
    holder.release();
    expect(await turnsOf(agent.id)).toEqual([]);
    expect((await agent.thoughts()).map(({ content }) => content)).toEqual(['x']);
    const again = await agent.hear(message);
    expect(again).toMatchObject({ status: 201, body: { created: true, hand: { state: 'lowered' } } });
    expect(await agent.hand()).toMatchObject({ state: 'lowered' });
    // What is raised since then stays: the message changes nothing once more.
    await agent.raise();
    expect((await agent.hear(message)).status).toBe(200);
    expect(await agent.hand()).toMatchObject({ state: 'raised' });
  });

  it('the hand goes down with the turn that answers, not with a message whose turn is refused', async () => {
    const agent = await agentWith('limited', { limits: { openTurns: 1 } });
    await agent.hear({ id: '1', content: 'What is new?', targeted: true });
    await agent.raise();
    const refused = await agent.hear({ id: '2', content: 'And now?', targeted: true });
    expect(refused.status).toBe(429);
    expect(await agent.hand()).toMatchObject({ state: 'raised' });
    await fixture.database.admin('update salience.agents set settings = $2 where id = $1', [agent.id, '{}']);
    const taken = await agent.hear({ id: '2', content: 'And now?', targeted: true });
    expect(taken.body['turn_id']).toMatch(/^turn_/);
    expect(await agent.hand()).toMatchObject({ state: 'lowered' });
  });

  it('in a room, an agent that is asked beyond its limits raises its hand, and the answer of the post says so', async () => {
    const agent = await agentWith('viktor', { limits: { openTurns: 1 }, midRun: 'reject' });
    const other = await agentWith('sarah', {});
    const room = { id: 'hall', name: 'Hall', agents: ['viktor', 'sarah'] };
    expect(await call('POST', '/rooms', asPerson, room)).toMatchObject({ status: 201 });
    const socket = await connectRoom(at, { apiKey: personToken });
    expect(await socket.ask('join_channel', { channelId: 'hall' })).toMatchObject({ ok: true });
    const post = (id: string, content: string) =>
      call('POST', '/rooms/hall/messages', asPerson, { id, content });
    const first = await post('m1', '@viktor what do you think?');
    expect(first.status).toBe(201);
    expect(first.body).not.toHaveProperty('unanswered');
    const second = await post('m2', '@viktor and what do you think now?');
    expect(second).toMatchObject({ status: 201, body: { id: 'm2', unanswered: [agent.id] } });
    expect((await turnsOf(agent.id)).filter(({ overheard }) => !overheard)).toHaveLength(1);
    const bySocket = { channelId: 'hall', id: 'm3', content: '@viktor once more?' };
    expect(await socket.ask('post_message', bySocket)).toMatchObject({ id: 'm3', unanswered: [agent.id] });
    const { body } = await call('GET', '/rooms/hall', asPerson);
    expect(body['hands']).toContainEqual(expect.objectContaining({ agentId: agent.id, state: 'raised' }));
    // One with no limit answers, and needs no hand.
    const third = await post('m4', '@sarah what about you?');
    expect(third.body).not.toHaveProperty('unanswered');
    expect((await turnsOf(other.id)).at(-1)).toMatchObject({ overheard: false });
  });
});
