import type { PfcTrust } from '@salience/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  clearThoughts,
  createGoal,
  evaluationInputs,
  type HandChange,
  listGoals,
  listThoughts,
  loadFocus,
  loadHand,
  logAction,
  recordOutcome,
  setFocus,
  setHand,
  takeSynthesis,
} from '../src/doors/pfc.ts';
import { eventsAfter } from '../src/doors/rooms.ts';
import { newId } from '../src/index.ts';
import { after, agentsCalled, attentive, roomOf, start, think } from './pfc.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.database.close());

const move = (event: HandChange, trust: PfcTrust, channel = '10') =>
  setHand(world.consumer, { agentId: world.agentId, channel, event, trust, now: after(5) });
const handIn = async (channel: string) => (await loadHand(world.consumer, world.agentId, channel)).hand;
const told = () =>
  world.database.admin<{ channel: string }>('select channel from salience.hand_deliveries order by channel');
const tellSomebody = () =>
  world.database.admin(
    `update salience.agents set settings = settings || '{"pfc": {"raiseWebhook": "chn_0193000000007000800000000000000a"}}'`,
  );

describe('a hand', () => {
  it('threat: what nobody vouches for counts toward no hand that is told, and does not press one for others', async () => {
    await tellSomebody();
    const unverified = { trust: 'unverified', hand: attentive() } as const;
    await think(world, 'Nice.', unverified);
    await think(world, 'Good.', unverified);
    const own = await think(world, 'So.', { hand: attentive() });
    expect(own.hand).toMatchObject({ state: 'lowered', count: 1 });
    await think(world, 'Who pays?', { ...unverified, type: 'question', channel: '11' });
    const plain = await think(world, 'So.', { hand: attentive(), channel: '11' });
    expect(plain.hand).toMatchObject({ state: 'lowered', count: 1 });
    // What somebody vouches for has begun to count: nobody else adds to it.
    const added = await think(world, 'Who pays?', { ...unverified, type: 'question' });
    expect(added).toMatchObject({ created: true, moved: false, hand: { state: 'lowered', count: 1 } });
    // One message that is told without a key and with one counts once.
    const message = { hand: attentive(), channel: '12', triggerMessageId: '1' };
    await think(world, 'So.', { ...message, trust: 'unverified' });
    expect((await think(world, 'So.', message)).hand).toMatchObject({ count: 1 });
    expect(await told()).toEqual([]);
  });

  it('is told of when it goes up, and not again while it is up', async () => {
    await tellSomebody();
    await think(world, 'Why?', { type: 'question', hand: attentive() });
    await world.database.admin('delete from salience.hand_deliveries');
    await think(world, 'How?', { type: 'question', hand: attentive() });
    expect(await told()).toEqual([]);
  });

  it('threat: that somebody with a key raised is neither taken down, granted nor reset without one', async () => {
    await think(world, 'Why?', { type: 'question', hand: attentive(), triggerMessageId: '1' });
    for (const event of ['lowered', 'floor-given', 'own-message', 'asked'] as const)
      expect(await move(event, 'unverified')).toMatchObject({ moved: false, refused: 'hand.owner' });
    expect(await handIn('10')).toMatchObject({ state: 'raised', version: 1 });
  });

  it('threat: that nobody vouches for is down for whoever has a key, and gives way', async () => {
    expect(await move('floor-given', 'unverified')).toMatchObject({ hand: { state: 'granted' } });
    const shown = await loadHand(world.consumer, world.agentId, '10', { trust: 'owner' });
    expect(shown.hand).toMatchObject({ state: 'lowered', version: 0 });
    await think(world, 'x', { trust: 'unverified', triggerMessageId: '1' });
    const again = { trust: 'owner', triggerMessageId: '2', hand: attentive(), type: 'question' } as const;
    expect((await think(world, 'Why?', again)).hand).toMatchObject({ state: 'raised', version: 3 });
  });

  it('threat: of a room is moved by nobody without a key, and its floor is given by the room alone', async () => {
    const room = await roomOf(world, { agents: [world.agentId] });
    expect(await move('floor-given', 'owner', room)).toMatchObject({ refused: 'floor.room', moved: false });
    await think(world, 'Why?', { type: 'question', hand: attentive(), channel: room });
    expect(await move('lowered', 'unverified', room)).toMatchObject({ refused: 'hand.owner', moved: false });
    await think(world, 'x', { trust: 'unverified', channel: room });
    await clearThoughts(world.consumer, {
      agentId: world.agentId,
      channel: room,
      now: after(1),
      trust: 'unverified',
    });
    expect(await handIn(room)).toMatchObject({ state: 'raised', version: 1 });
  });

  it('of a room that was granted and is no speaker’s is taken down by a moderator', async () => {
    const room = await roomOf(world, { agents: [world.agentId] });
    await think(world, 'Why?', { type: 'question', hand: attentive(), channel: room });
    await world.database.admin("update salience.pfc_hands set state = 'granted' where channel = $1", [room]);
    expect(await move('lowered', 'owner', room)).toMatchObject({ moved: true, hand: { state: 'lowered' } });
    const events = (await eventsAfter(world.consumer, room, 0))?.events;
    expect(events?.at(-1)).toMatchObject({ kind: 'hand', hand: { state: 'lowered' } });
  });

  it('rests only where something was taken', async () => {
    await think(world, 'Why?', { type: 'question', hand: attentive() });
    await think(world, 'x', { trust: 'unverified', channel: '11' });
    const wish = { agentId: world.agentId, now: after(9) };
    await clearThoughts(world.consumer, { ...wish, channel: null, trust: 'unverified' });
    const take = { ...wish, channel: '10', max: 5, clear: true, synthesisId: newId('synthesis') };
    await takeSynthesis(world.consumer, { ...take, trust: 'unverified' });
    expect((await handIn('10')).state).toBe('raised');
    expect((await takeSynthesis(world.consumer, { ...take, trust: 'owner' })).thoughts).toHaveLength(1);
    expect((await handIn('10')).state).toBe('lowered');
    await move('asked', 'owner');
    await takeSynthesis(world.consumer, { ...take, trust: 'owner' });
    expect((await handIn('10')).state).toBe('raised');
  });
});

describe('a focus', () => {
  const focus = (channel: string | null, trust: PfcTrust) =>
    setFocus(world.consumer, { agentId: world.agentId, channel, trust, now: after(1) });

  it('threat: that was set with a key is not taken away without one, and leads into no room', async () => {
    const room = await roomOf(world, { agents: [world.agentId] });
    expect(await focus(room, 'unverified')).toEqual({ refused: 'focus.owner' });
    expect(await focus('10', 'owner')).toEqual({ changed: true });
    expect(await focus(null, 'unverified')).toEqual({ refused: 'focus.owner' });
    expect(await focus('11', 'unverified')).toEqual({ refused: 'focus.owner' });
    expect(await focus('10', 'unverified')).toEqual({ changed: false });
    expect(await loadFocus(world.consumer, world.agentId)).toMatchObject({ channel: '10', trust: 'owner' });
  });

  it('without a key is for callers without one, and gives way', async () => {
    expect(await focus('10', 'unverified')).toEqual({ changed: true });
    expect(await loadFocus(world.consumer, world.agentId)).toMatchObject({ trust: 'unverified' });
    expect(await focus('10', 'owner')).toEqual({ changed: false });
    expect(await loadFocus(world.consumer, world.agentId)).toMatchObject({ channel: '10', trust: 'owner' });
  });
});

describe('what nobody vouches for', () => {
  it('threat: gives way when there is too much of it, and takes nothing of the owner’s along', async () => {
    await think(world, 'mine');
    const plant = `insert into salience.pfc_monologue (agent_id, thought_type, content, trust, created_at)
      select $1, 'reaction', 'flood', 'unverified', $2 from generate_series(1, 1500)`;
    await world.database.admin(plant, [world.agentId, start]);
    for (let n = 0; n < 20; n += 1) await think(world, `latest ${n}`, { trust: 'unverified' });
    const counts = async (table: string) => {
      const [row] = await world.database.admin<{ owner: number; other: number }>(
        `select count(*) filter (where trust = 'owner')::int as owner, count(*) filter (where trust <> 'owner')::int as other from salience.${table}`,
      );
      return row;
    };
    const thoughts = await counts('pfc_monologue');
    expect(thoughts?.owner).toBe(1);
    expect(thoughts?.other).toBeLessThanOrEqual(1_020);
    const listed = await listThoughts(world.consumer, world.agentId, { limit: 50 });
    expect(listed.map(({ content }) => content)).toContain('latest 19');
    const goal = { priority: 1, context: null, now: start };
    await createGoal(world.consumer, world.agentId, { ...goal, goal: 'mine', trust: 'owner' });
    for (let n = 0; n < 203; n += 1)
      await createGoal(world.consumer, world.agentId, { ...goal, goal: `g${n}`, trust: 'unverified' });
    expect(await counts('pfc_goals')).toEqual({ owner: 1, other: 200 });
    expect(await listGoals(world.consumer, world.agentId)).not.toContainEqual(
      expect.objectContaining({ goal: 'g0' }),
    );
  });

  it('threat: whoever takes over the consumer deletes of these rows no others', async () => {
    await think(world, 'mine', { hand: attentive() });
    await think(world, 'theirs', { trust: 'unverified', hand: attentive(), channel: '11' });
    const client = await world.database.connect('salience_consumer').pool.connect();
    await client.query("select set_config('app.agent', $1, false)", [world.agentId]);
    await client.query('delete from salience.pfc_monologue');
    await client.query('delete from salience.pfc_hands');
    client.release(true);
    const left = await world.database.admin('select content from salience.pfc_monologue');
    expect(left).toEqual([{ content: 'mine' }]);
    expect(await world.database.admin('select channel from salience.pfc_hands')).toEqual([{ channel: '10' }]);
  });

  it('an outcome of it teaches the owner nothing', async () => {
    const action = await logAction(world.consumer, considered('Call Ana'));
    await recordOutcome(world.consumer, world.agentId, action.id, {
      outcome: 'failure',
      notes: null,
      value: -1,
      trust: 'unverified',
      now: after(1),
    });
    const inputs = (trust?: PfcTrust) =>
      evaluationInputs(world.consumer, world.agentId, { now: after(2), ...(trust && { trust }) });
    expect((await inputs()).outcomes).toHaveLength(1);
    expect((await inputs('owner')).outcomes).toEqual([]);
  });

  it('threat: a thought has no words of another agent’s turn, whoever the database lets see it', async () => {
    const secret = await world.accept('the secret of the default agent');
    const [other] = await agentsCalled(world, 'other');
    const thought = { agentId: other, content: 'mine', type: 'reaction', trust: 'owner', now: start };
    const rows = await world.database.admin<{ kept: { row: object } }>(
      'select salience.keep_thought($1::jsonb, $2, null) as kept',
      [JSON.stringify(thought), secret.turnId],
    );
    expect(rows[0]?.kept.row).toMatchObject({ content: 'mine', turnId: null, triggerContent: null });
  });
});

const considered = (action: string) => ({
  agentId: world.agentId,
  action,
  kind: null,
  channel: '10',
  salience: 0.4,
  decision: 'consider' as const,
  matchedGoals: [],
  reasoning: '',
  factors: {},
  source: 'api' as const,
  trust: 'owner' as const,
  heldUntil: after(3_600),
  now: after(0),
});

describe('two at once', () => {
  const ends = new Set<() => Promise<void>>();
  afterEach(async () => {
    for (const end of ends) await end();
  });

  /** Calls a function in a transaction that is open until `end`, or until the test is over. */
  async function opened(name: string, body: object) {
    const client = await world.database.connect('salience_consumer').pool.connect();
    await client.query('begin');
    await client.query(`select salience.${name}($1::jsonb)`, [JSON.stringify(body)]);
    const end = async () => {
      ends.delete(end);
      await client.query('commit');
      client.release();
    };
    ends.add(end);
    return end;
  }
  const waits = async () => {
    const waiting = () =>
      world.database.admin(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
    await expect.poll(waiting, { timeout: 20_000 }).not.toEqual([]);
  };
  const taking = (channel: string | null) => ({
    agentId: world.agentId,
    channel,
    max: 2,
    clear: true,
    now: after(60),
    synthesisId: newId('synthesis'),
  });

  it('that clear one channel: the second gets none, not even what the first left', async () => {
    for (let n = 0; n < 4; n += 1) await think(world, `t${n}`, { now: after(n) });
    const end = await opened('take_synthesis', taking('10'));
    expect((await takeSynthesis(world.consumer, taking('10'))).thoughts).toEqual([]);
    await end();
  });

  it('that clear one channel and all: no thought is taken twice', async () => {
    for (let n = 0; n < 2; n += 1) await think(world, `t${n}`, { now: after(n) });
    const end = await opened('take_synthesis', taking('10'));
    const second = takeSynthesis(world.consumer, taking(null));
    await waits();
    await end();
    expect((await second).thoughts).toEqual([]);
  });

  it('that consider the same: one is held and the other goes into it', async () => {
    const end = await opened('log_action', considered('Call Ana'));
    const second = logAction(world.consumer, considered('Call Ana'));
    await waits();
    await end();
    expect((await second).hold).toBe('merged');
  });
});
