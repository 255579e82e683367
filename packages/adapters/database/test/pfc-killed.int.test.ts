import type { AgentId } from '@salience/contracts';
import { until } from '@salience/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteOldPfc, listThoughts, loadHand, setHand, takeSynthesis } from '../src/doors/pfc.ts';
import { eventsAfter, roomState } from '../src/doors/rooms.ts';
import { newId } from '../src/index.ts';
import { after, agentsCalled, attentive, heardBy, roomOf, say, start, think, turnFor } from './pfc.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.database.close());

/** Kills the connection of what is done to a hand, while it waits for the hand, and resolves with the error. */
async function killedAtTheHand(
  channel: string,
  agentId: AgentId,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const client = await world.database.connect('salience_consumer').pool.connect();
  await client.query('begin');
  await client.query("select set_config('app.agent', $1, true)", [agentId]);
  await client.query('select 1 from salience.pfc_hands where channel = $1 for update', [channel]);
  const failed = run().then(
    () => undefined,
    (error: unknown) => error,
  );
  const killed = async () => {
    const rows = await world.database.admin(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };
  await until(killed, { what: 'something that waits for the hand' });
  const error = await failed;
  await client.query('rollback');
  client.release();
  return error;
}

test('a process that dies between a thought and its raise has written neither; both are written once when it comes again', async () => {
  await setHand(world.consumer, { agentId: world.agentId, channel: '10', event: 'asked', now: after(0) });
  await setHand(world.consumer, { agentId: world.agentId, channel: '10', event: 'lowered', now: after(1) });
  const write = () => think(world, 'Why?', { type: 'question', triggerMessageId: '1', hand: attentive() });
  expect(await killedAtTheHand('10', world.agentId, write)).toMatchObject({ code: 'database.unavailable' });
  expect(await listThoughts(world.consumer, world.agentId, { limit: 5 })).toEqual([]);
  expect(await write()).toMatchObject({ created: true, moved: true, hand: { state: 'raised', version: 3 } });
  expect(await write()).toMatchObject({
    created: false,
    moved: false,
    hand: { state: 'raised', version: 3 },
  });
});

test('a process that dies within a message of a room has left nothing of it', async () => {
  const [a, b] = await agentsCalled(world, 'a', 'b');
  const room = await roomOf(world, { agents: [a, b], people: ['lance'] });
  await setHand(world.consumer, { agentId: b, channel: room, event: 'asked', now: after(0) });
  const seq = (await roomState(world.consumer, room))?.seq;
  const post = () =>
    say(world, room, 'Why?', {
      id: '1',
      heard: [a, b].map((agentId) =>
        heardBy(agentId, { acceptTurn: turnFor(agentId, 'Why?', 'room:1', true) }),
      ),
    });
  expect(await killedAtTheHand(room, b, post)).toMatchObject({ code: 'database.unavailable' });
  expect(await roomState(world.consumer, room)).toMatchObject({ seq, messages: [] });
  expect(await world.database.admin('select 1 from salience.turns')).toEqual([]);
  expect((await post()).created).toBe(true);
  expect((await post()).created).toBe(false);
  const raised = (await eventsAfter(world.consumer, room, 0))?.events.filter(
    (event) => event.kind === 'hand',
  );
  expect(raised?.map(({ hand }) => [hand.agentId, hand.state])).toEqual([
    [b, 'raised'],
    [a, 'raised'],
  ]);
});

test('what was overheard and nobody took is deleted after its time, and of what waits the newest of a channel stay', async () => {
  const [other] = await agentsCalled(world, 'other');
  const overheard = { type: 'background', rule: 'focus', channel: 'bridge' } as const;
  await think(world, 'old', { ...overheard, now: after(0) });
  await think(world, 'new', { ...overheard, now: after(20) });
  await think(world, 'mine', { channel: 'bridge', now: after(0) });
  const many = `insert into salience.pfc_monologue (agent_id, channel, content, trust, created_at)
    select $1, $2, 'n' || n, 'owner', $3::timestamptz + n * interval '1 second' from generate_series(1, $4::int) n`;
  await world.database.admin(many, [world.agentId, 'busy', start, 2_003]);
  await world.database.admin(many, [world.agentId, null, start, 2_001]);
  await world.database.admin(many, [other, 'busy', start, 2_000]);
  const scheduler = world.database.connect('salience_scheduler');
  const remove = () => deleteOldPfc(scheduler, { actions: after(0), thoughts: after(10), limit: 3 });
  // The old one, and three beyond the newest, of both places.
  expect([await remove(), await remove(), await remove()]).toEqual([4, 1, 0]);
  const left = async (channel: string) =>
    (await listThoughts(world.consumer, world.agentId, { channel, limit: 3_000 })).map(
      ({ content }) => content,
    );
  expect(await left('bridge')).toEqual(['new', 'mine']);
  expect((await left('busy')).slice(-1)).toEqual(['n4']);
  const counted = await world.database.admin(
    `select channel, min(content) as first, count(*)::int as n from salience.pfc_monologue where channel is null or agent_id = $1 group by channel order by channel`,
    [other],
  );
  expect(counted).toEqual([
    { channel: 'busy', first: 'n1', n: 2_000 },
    { channel: null, first: 'n10', n: 2_000 },
  ]);
});

test('what was consumed is deleted after its time, and what waits stays', async () => {
  await think(world, 'old', { now: after(0) });
  const wish = { agentId: world.agentId, channel: '10', max: 9, clear: true, now: after(10) };
  await takeSynthesis(world.consumer, { ...wish, synthesisId: newId('synthesis') });
  await think(world, 'waits', { now: after(0), hand: attentive() });
  const scheduler = world.database.connect('salience_scheduler');
  const remove = (seconds: number) =>
    deleteOldPfc(scheduler, { actions: after(seconds), thoughts: after(seconds), limit: 100 });
  expect(await remove(10)).toBe(0);
  expect(await remove(11)).toBe(1);
  expect(
    (await listThoughts(world.consumer, world.agentId, { limit: 5 })).map(({ content }) => content),
  ).toEqual(['waits']);
  expect((await loadHand(world.consumer, world.agentId, '10')).hand.count).toBe(1);
});
