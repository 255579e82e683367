import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  clearThoughts,
  createGoal,
  evaluationInputs,
  listThoughts,
  loadHand,
  pfcStats,
  setFocus,
  setHand,
  takeSynthesis,
} from '../src/doors/pfc.ts';
import { newId } from '../src/index.ts';
import { after, agentsCalled, attentive, start, think } from './pfc.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.database.close());

const synthesis = (more: Partial<Parameters<typeof takeSynthesis>[1]> = {}) =>
  takeSynthesis(world.consumer, {
    agentId: world.agentId,
    channel: '10',
    max: 50,
    clear: true,
    now: after(60),
    synthesisId: newId('synthesis'),
    ...more,
  });

describe('thoughts', () => {
  it('one for an agent, channel and message, whatever two replicas do at once', async () => {
    const other = world.database.connect('salience_consumer');
    const many = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        think(world, `said ${n % 4}`, {
          db: n % 2 === 0 ? world.consumer : other,
          triggerMessageId: `m${n % 4}`,
          hand: attentive(),
        }),
      ),
    );
    expect(many.filter(({ created }) => created)).toHaveLength(4);
    expect(new Set(many.map(({ row }) => row.id)).size).toBe(4);
    expect(many.filter(({ moved }) => moved)).toHaveLength(1);
    const { hand } = await loadHand(world.consumer, world.agentId, '10');
    expect(hand).toMatchObject({ state: 'raised', count: 4, reason: 'threshold', version: 1 });
  });

  it('the same message in another channel, and to another agent, is another thought', async () => {
    const [other] = await agentsCalled(world, 'other');
    await think(world, 'a', { triggerMessageId: '1' });
    expect((await think(world, 'a', { triggerMessageId: '1', channel: '11' })).created).toBe(true);
    expect((await think(world, 'a', { triggerMessageId: '1', channel: null })).created).toBe(true);
    expect((await think(world, 'a', { triggerMessageId: '1', agentId: other })).created).toBe(true);
    expect((await think(world, 'b', { triggerMessageId: '1' })).row.content).toBe('a');
  });

  it('keeps the words of a heard message once: they are the turn’s', async () => {
    const turn = await world.accept('What do you think about it?', { overheard: true });
    const { row } = await think(world, 'What do you think about it?', {
      triggerContent: 'What do you think about it?',
      turnId: turn.turnId as never,
    });
    expect(row).toMatchObject({
      content: 'What do you think about it?',
      triggerContent: 'What do you think about it?',
      turnId: turn.turnId,
    });
    const stored = await world.database.admin('select content, trigger_content from salience.pfc_monologue');
    expect(stored).toEqual([{ content: null, trigger_content: null }]);
    const [listed] = await listThoughts(world.consumer, world.agentId, { limit: 5 });
    expect(listed?.content).toBe('What do you think about it?');
  });

  it('accepts the turn that hears it in the same transaction, and finds both again', async () => {
    const write = () =>
      think(world, 'heard', {
        triggerMessageId: '7',
        acceptTurn: {
          agentId: world.agentId,
          turnId: newId('turn'),
          newThreadId: newId('thread'),
          threadKey: 'bridge:10',
          caller: 'bridge',
          text: 'heard',
          source: 'bridge',
          trust: 'unverified',
          idempotencyKey: 'bridge:7',
          overheard: true,
          now: start,
        },
      });
    const first = await write();
    const second = await write();
    expect(first.turn).toMatchObject({ status: 'accepted', replayed: false });
    expect(second).toMatchObject({
      created: false,
      turn: { replayed: true },
      row: { id: first.row.id, content: 'heard' },
    });
    const turns = await world.database.admin('select overheard, text from salience.turns');
    expect(turns).toEqual([{ overheard: true, text: 'heard' }]);
  });

  it('threat: a thought that names the turn of another agent has none of its words', async () => {
    const secret = await world.accept('the secret of the default agent');
    const [other] = await agentsCalled(world, 'other');
    const { row } = await think(world, 'mine', { agentId: other, turnId: secret.turnId as never });
    expect(row).toMatchObject({ content: 'mine', turnId: null, triggerContent: null });
  });

  it('threat: what nobody vouches for gives way to what somebody does, and is told to nobody', async () => {
    await world.database.admin(
      `update salience.agents set settings = settings || '{"pfc": {"raiseWebhook": "chn_0193000000007000800000000000000a"}}'`,
    );
    const squatter = await think(world, 'x', {
      triggerMessageId: '1',
      trust: 'unverified',
      type: 'question',
      hand: attentive(),
    });
    expect(squatter).toMatchObject({ created: true, hand: { state: 'raised', version: 1 } });
    expect(await world.database.admin('select 1 from salience.hand_deliveries')).toEqual([]);
    const real = await think(world, 'Why?', { triggerMessageId: '1', type: 'question', hand: attentive() });
    expect(real).toMatchObject({
      created: true,
      row: { id: squatter.row.id, content: 'Why?', trust: 'owner' },
    });
    const told = await world.database.admin('select target, version::int, key from salience.hand_deliveries');
    expect(told).toEqual([
      {
        target: 'webhook:chn_0193000000007000800000000000000a',
        // The one that nobody vouches for went down, and the owner's up.
        version: 3,
        key: `hand:${world.agentId}:10:3`,
      },
    ]);
    expect(await listThoughts(world.consumer, world.agentId, { limit: 5, trust: 'unverified' })).toEqual([]);
  });

  it('are listed the newest first, by channel, type and time', async () => {
    for (const n of [1, 2, 3])
      await think(world, `t${n}`, { now: after(n), type: n === 2 ? 'question' : 'reaction' });
    await think(world, 'elsewhere', { channel: '11', now: after(9) });
    const list = async (query: object) =>
      (await listThoughts(world.consumer, world.agentId, { limit: 10, ...query })).map(
        ({ content }) => content,
      );
    expect(await list({ channel: '10' })).toEqual(['t3', 't2', 't1']);
    expect(await list({})).toEqual(['elsewhere', 't3', 't2', 't1']);
    expect(await list({ type: 'question' })).toEqual(['t2']);
    expect(await list({ since: after(2), channel: '10' })).toEqual(['t3', 't2']);
    expect(await list({ limit: 1 })).toEqual(['elsewhere']);
    expect(await list({ channel: 'none' })).toEqual([]);
  });
});

describe('hands', () => {
  it('go up at the threshold once, and rest by what resets them', async () => {
    const count = async (n: number) => {
      for (let i = 0; i < n; i += 1) await think(world, 'so', { hand: attentive() });
      return (await loadHand(world.consumer, world.agentId, '10')).hand;
    };
    expect(await count(2)).toMatchObject({ state: 'lowered', count: 2, version: 0 });
    expect(await count(1)).toMatchObject({ state: 'raised', count: 3, version: 1 });
    expect(await count(2)).toMatchObject({ state: 'raised', version: 1 });
    const set = (event: Parameters<typeof setHand>[1]['event']) =>
      setHand(world.consumer, { agentId: world.agentId, channel: '10', event, now: after(1) });
    expect(await set('own-message')).toMatchObject({
      moved: true,
      hand: { state: 'lowered', count: 0, version: 2 },
    });
    expect(await set('own-message')).toMatchObject({ moved: false });
    expect(await set('asked')).toMatchObject({ hand: { state: 'raised', reason: 'asked', version: 3 } });
    expect(await set('floor-given')).toMatchObject({ hand: { state: 'granted', version: 4 } });
    expect(await set('lowered')).toMatchObject({ moved: false, hand: { state: 'granted' } });
    expect(await set('floor-over')).toMatchObject({ hand: { state: 'lowered', raisedAt: null, version: 5 } });
  });

  it('stay down for what is background, and rest when the focus moves', async () => {
    await think(world, 'x', { type: 'background', hand: attentive() });
    await think(world, 'x', { type: 'question', hand: { ...attentive(), focus: 'background' } });
    expect((await loadHand(world.consumer, world.agentId, '10')).hand.version).toBe(0);
    await think(world, 'x', { type: 'question', hand: attentive() });
    await setFocus(world.consumer, { agentId: world.agentId, channel: '10', now: after(1) });
    expect((await loadHand(world.consumer, world.agentId, '10')).hand).toMatchObject({
      state: 'lowered',
      version: 2,
    });
    await think(world, 'x', { type: 'question', hand: attentive() });
    await setFocus(world.consumer, { agentId: world.agentId, channel: '10', now: after(2) });
    expect((await loadHand(world.consumer, world.agentId, '10')).hand.state).toBe('raised');
  });
});

describe('a synthesis', () => {
  it('takes exactly what it returns: what is thought meanwhile, and what is older than its newest, stays', async () => {
    for (const n of [1, 2, 3, 4]) await think(world, `t${n}`, { now: after(n), triggerMessageId: `m${n}` });
    const taken = await synthesis({ max: 3 });
    expect(taken.thoughts.map(({ content }) => content)).toEqual(['t2', 't3', 't4']);
    expect(taken.totalBuffered).toBe(4);
    expect(taken.synthesisId).toMatch(/^syn_/);
    expect((await think(world, 't4', { triggerMessageId: 'm4' })).created).toBe(false);
    const left = await listThoughts(world.consumer, world.agentId, { limit: 10 });
    expect(left.map(({ content }) => content)).toEqual(['t1']);
    const kept = await world.database.admin('select count(*)::int as n from salience.pfc_monologue');
    expect(kept).toEqual([{ n: 4 }]);
  });

  it('with ids a synthesis is of these alone, and only these leave the buffer', async () => {
    for (let n = 0; n < 4; n += 1) await think(world, `i${n}`, { now: after(n) });
    const ids = (await synthesis({ clear: false })).thoughts.map(({ id }) => id);
    const [first, , third] = ids;
    const wanted = [first, third, 999_999] as number[];
    expect((await synthesis({ ids: wanted, clear: false })).thoughts.map(({ id }) => id)).toEqual([
      first,
      third,
    ]);
    expect((await synthesis({ ids: wanted })).thoughts.map(({ id }) => id)).toEqual([first, third]);
    expect((await synthesis({ ids: wanted })).thoughts).toEqual([]);
    expect((await synthesis({ ids, channel: 'another' })).thoughts).toEqual([]);
    expect((await synthesis({ clear: false })).thoughts.map(({ id }) => id)).toEqual([ids[1], ids[3]]);
  });

  it('of two at once one gets all and the other none', async () => {
    const other = world.database.connect('salience_consumer');
    for (let round = 0; round < 5; round += 1) {
      for (let n = 0; n < 20; n += 1) await think(world, `t${n}`, { now: after(n) });
      const both = await Promise.all(
        [world.consumer, other].map((db) =>
          takeSynthesis(db, {
            agentId: world.agentId,
            channel: '10',
            max: 50,
            clear: true,
            now: after(60),
            synthesisId: newId('synthesis'),
          }),
        ),
      );
      expect(new Set(both.map(({ thoughts }) => thoughts.length))).toEqual(new Set([0, 20]));
    }
  });

  it('without clear takes nothing, and of trust alone what is asked for', async () => {
    await think(world, 'mine');
    await think(world, 'theirs', { trust: 'unverified' });
    expect((await synthesis({ clear: false })).thoughts).toHaveLength(2);
    expect((await synthesis({ clear: true, trust: 'owner' })).thoughts.map(({ content }) => content)).toEqual(
      ['mine'],
    );
    expect((await synthesis({ clear: false, channel: null })).thoughts.map(({ content }) => content)).toEqual(
      ['theirs'],
    );
  });

  it('clearing empties the words and keeps the message known', async () => {
    await think(world, 'word', {
      triggerMessageId: '1',
      triggerAuthor: 'Ana',
      hand: attentive(),
      type: 'insight',
    });
    await think(world, 'other', { channel: '11' });
    const clear = (channel: string | null) =>
      clearThoughts(world.consumer, { agentId: world.agentId, channel, now: after(1) });
    expect(await clear('10')).toBe(1);
    expect(await clear('10')).toBe(0);
    expect((await loadHand(world.consumer, world.agentId, '10')).hand.state).toBe('lowered');
    const stored = await world.database.admin(
      "select content, trigger_author from salience.pfc_monologue where trigger_message_id = '1'",
    );
    expect(stored).toEqual([{ content: '', trigger_author: null }]);
    expect(await clear(null)).toBe(1);
  });
});

it('counts in whole numbers, of one agent', async () => {
  const [other] = await agentsCalled(world, 'other');
  const goal = { goal: 'g', priority: 1, context: null, trust: 'owner', now: start } as const;
  await createGoal(world.consumer, world.agentId, goal);
  await createGoal(world.consumer, other, goal);
  await think(world, 'a', { agentId: other });
  await think(world, 'a');
  await think(world, 'b');
  await think(world, 'c', { channel: null });
  expect(await pfcStats(world.consumer, world.agentId, { now: start })).toEqual({
    activeGoals: 1,
    totalActions: 0,
    last24h: [],
    bufferedThoughts: 3,
    thoughtsByChannel: [
      { channel: '10', count: 2 },
      { channel: null, count: 1 },
    ],
  });
  expect(await evaluationInputs(world.consumer, world.agentId, { now: start })).toMatchObject({
    goals: [{ goal: 'g' }],
    recent: [],
    outcomes: [],
  });
});
