import { replay, shippedPolicy } from '@salience/router';
import { backends, decisionOf } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LaneWorld, laneWorld } from './lane-world.ts';

describe('what is said in fragments goes on with what was asked for', () => {
  let world: LaneWorld;
  beforeAll(async () => {
    world = await laneWorld(backends()[0] ?? 'postgres');
  });

  const conversation = (threadKey: string) => async (text: string) => {
    const turn = await world.say(text, { threadKey });
    const decision = await decisionOf(world.database, turn.id);
    if (decision === undefined) throw new Error(`expected a decision on ${text}`);
    // Law 13: what a fragment goes on with is among the stored numbers.
    expect(replay(decision, shippedPolicy)).toMatchObject({ identical: true, differences: [] });
    const ran = await world.database.admin<{ call: unknown; state: string }>(
      `select concat_ws(' ', call->>'tool', call->'arguments'->>'action') as call, state
       from salience.act_steps where turn_id = $1 and kind = 'action' order by n`,
      [turn.id],
    );
    const did = ran.map(({ call, state }) => `${String(call)} ${state}`);
    return { mode: decision.modeInitial, did, signals: decision.signals, reply: turn.reply?.text ?? '' };
  };
  const itemsOf = async (list: string) => {
    const rows = await world.database.admin<{ item: string }>(
      'select item from salience.list_items where list = $1 and removed_at is null order by item',
      [list],
    );
    return rows.map(({ item }) => item);
  };

  it('a list: the next thing, one in the place of another, and what is no more of it', async () => {
    const say = conversation('list');
    expect(await say('add milk to my shopping list')).toMatchObject({ mode: 'ACT' });
    expect(await say('and eggs')).toMatchObject({ mode: 'ACT', did: ['list add succeeded'] });
    expect(await itemsOf('shopping')).toEqual(['eggs', 'milk']);

    expect(await say('no, butter')).toMatchObject({
      mode: 'ACT',
      did: ['list remove succeeded', 'list add succeeded'],
      signals: { open_request: 1 },
    });
    expect(await itemsOf('shopping')).toEqual(['butter', 'milk']);

    expect(await say('thanks')).toMatchObject({ mode: 'ACKNOWLEDGE', did: [] });
    const later = await say('eggs');
    expect(later.signals).not.toHaveProperty('open_request');
    expect(later.did).toEqual([]);
    expect(await itemsOf('shopping')).toEqual(['butter', 'milk']);
  });

  it('a reminder: the answer to when, and another time', async () => {
    const say = conversation('reminder');
    const waiting = () =>
      world.database.admin<{ text: string; due: string }>(
        `select text, to_char(due_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as due
         from salience.schedules where state = 'active'`,
      );
    expect((await say('remind me to call Anna')).reply).toMatch(/\?|when/i);
    expect(await say('tomorrow at 17:00')).toMatchObject({ mode: 'ACT', did: ['schedule create succeeded'] });
    expect(await waiting()).toEqual([{ text: 'call Anna', due: '2030-03-02 17:00' }]);

    expect(await say('no, at 6')).toMatchObject({
      mode: 'ACT',
      did: ['schedule cancel succeeded', 'schedule create succeeded'],
    });
    expect(await waiting()).toEqual([{ text: 'call Anna', due: '2030-03-02 18:00' }]);
  });

  it('a list: nothing goes off it or on it by what only sounds like a change', async () => {
    const say = conversation('careful');
    await say('add rice to my dinner list');
    for (const text of [
      'no rush',
      'no problem',
      'better now',
      'and a nice day',
      'and soon',
      'no, wrong list',
    ])
      expect((await say(text)).did).toEqual([]);
    expect(await itemsOf('dinner')).toEqual(['rice']);
  });

  it('a list: what shares a word with the new thing makes room for it', async () => {
    const say = conversation('alike');
    await say('add milk to my breakfast list');
    await say('and eggs');
    await say('no, oat milk');
    expect(await itemsOf('breakfast')).toEqual(['eggs', 'oat milk']);
    await say('not eggs, tofu');
    expect(await itemsOf('breakfast')).toEqual(['oat milk', 'tofu']);
  });

  it('a list: the answer to what should be different makes the change', async () => {
    const say = conversation('different');
    await say('add bread to my picnic list');
    expect((await say('no, to my other list')).reply).toBe(
      'I changed nothing on the list. What should be different?',
    );
    expect(await say('not bread')).toMatchObject({ mode: 'ACT', did: ['list remove succeeded'] });
    await say('add almond milk and oat milk to my picnic list');
    expect((await say('no, soy milk')).reply).toContain('"not oat milk, soy milk"');
    await say('not oat milk, soy milk');
    expect(await itemsOf('picnic')).toEqual(['almond milk', 'soy milk']);
  });

  it.each(['17', 'pm', '5pm', 'the second', '17:00'])('which half of the day is meant: %s', async (text) => {
    const say = conversation(`half ${text}`);
    await say('remind me to water the ferns');
    expect((await say('tomorrow at 5')).reply).toContain('17:00?');
    expect(await say(text)).toMatchObject({ did: ['schedule create succeeded'] });
  });

  it('a reminder: what is no answer leaves the question, and what was not changed is said', async () => {
    const say = conversation('left');
    await say('remind me to dust the shelf');
    await say('tomorrow at 5');
    expect((await say('tell me about ferns')).reply).not.toMatch(/reminder|17:00/);

    await say('remind me to ring Bob tomorrow at 9:00');
    expect(await say('no, Carla')).toMatchObject({
      did: [],
      reply: expect.stringContaining('stays as it is'),
    });
    expect(await say('no, at 9 pm')).toMatchObject({
      did: ['schedule cancel succeeded', 'schedule create succeeded'],
    });
    expect((await say('and every Monday')).did).toEqual(['schedule create succeeded']);
  });

  it('an order without a verb is an action, also where nobody can carry it out', async () => {
    const say = conversation('order');
    const first = await say('two lemonades and a large coffee please');
    expect(first).toMatchObject({ mode: 'ACT', did: [], signals: { fragment: 1 } });
    expect(first.reply).not.toBe('');
    expect(await say('and a piece of cake')).toMatchObject({ mode: 'ACT' });
  });

  it('a yes after a question of the agent is its answer; out of the blue it is not', async () => {
    const cold = await conversation('cold')('yes');
    expect(cold.signals).not.toHaveProperty('assent');
    const say = conversation('asked');
    // It asks back what is meant.
    expect((await say('what about it?')).reply).toContain('?');
    expect(await say('ok')).toMatchObject({ mode: 'RESPOND', signals: { agent_asked: 1, assent: 1 } });
  });
});
