import type { AgentId } from '@salience/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listThoughts } from '../src/doors/pfc.ts';
import {
  claimMessage,
  claimOf,
  dropPresence,
  endFloor,
  giveFloor,
  leaveRoom,
  notePresence,
  openReplies,
  postReplies,
  postRoomMessage,
  raiseHuman,
  renewPresence,
  roomState,
} from '../src/doors/rooms.ts';
import { newId } from '../src/index.ts';
import { acceptedOf, after, agentsCalled, heardBy, roomOf, say, start, turnFor } from './pfc.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let agent: AgentId;
let other: AgentId;
beforeEach(async () => {
  world = await createWorld();
  agent = world.agentId;
  [other] = await agentsCalled(world, 'other');
  await roomOf(world, { agents: [agent, other], people: ['lance', 'ada', 'owner'] });
});
afterEach(() => world.database.close());

const workerId = newId('worker');
const room = 'hall';
/** Opens a socket of somebody in the room. */
const opens = (kind: 'agent' | 'human', member: string, socket = `s-${member}`) =>
  notePresence(world.consumer, { sockets: [{ room, kind, member, socket }], workerId, now: start });
const closes = (member: string, now = start) =>
  dropPresence(world.consumer, { sockets: [`s-${member}`], now });
const renew = (now: Date) => renewPresence(world.consumer, { workerId, sockets: [], now });
const end = (who?: { kind: 'agent' | 'human'; member: string }) =>
  endFloor(world.consumer, { room, who, now: after(2) });

async function floor() {
  const state = await roomState(world.consumer, room);
  return {
    speaker: state?.speaker?.member ?? null,
    queue: state?.queue.map(({ member }) => member),
    people: state?.members.filter(({ kind }) => kind === 'human').map(({ member }) => member),
  };
}

/** Gives the agent the floor as the room does: with a turn made of its thoughts. */
async function give(key = 'hall:1') {
  const thoughts = await listThoughts(world.consumer, agent, { limit: 10 });
  const given = await giveFloor(world.consumer, {
    room,
    to: { kind: 'agent', member: agent },
    now: after(1),
    startTurn: {
      agentId: agent,
      threadKey: 'room:hall',
      newThreadId: newId('thread'),
      text: 'You have the floor.',
      source: 'floor',
      key,
      trust: 'user',
      now: after(1),
      quiet: true,
    },
    consume: { synthesisId: newId('synthesis'), thoughtIds: thoughts.map(({ id }) => id) },
  });
  if ('refused' in given) throw new Error(given.refused);
  return given;
}

/** Names the agent in a message, as a person does. */
const ask = (id: string, asked = agent) =>
  say(world, room, 'You?', {
    id,
    heard: [heardBy(asked, { targeted: true, acceptTurn: turnFor(asked, 'You?', id, false) })],
  });
const post = () => postReplies(world.consumer, { now: after(9), hear: () => [] });
const says = (author: AgentId, content: string) =>
  postRoomMessage(world.consumer, {
    room,
    id: content,
    authorKind: 'agent',
    author,
    display: 'A',
    content,
    now: after(3),
    heard: [],
  });
const words = async () => (await roomState(world.consumer, room))?.messages.map(({ content }) => content);

describe('an agent whose own socket is in the room', () => {
  it('is given the floor without a turn of ours, and its thoughts stay its own', async () => {
    await say(world, room, 'Why?', { heard: [heardBy(agent)] });
    await opens('agent', agent);
    expect(await give()).toMatchObject({ changed: true, turn: null });
    expect((await floor()).speaker).toBe(agent);
    expect(await listThoughts(world.consumer, agent, { limit: 5 })).toHaveLength(1);
    expect(await openReplies(world.consumer)).toBe(0);
    await says(agent, 'by myself');
    expect((await floor()).speaker).toBeNull();
  });

  it('hears that it is named, and answers itself: the answer is its own before everybody else’s', async () => {
    await opens('agent', agent);
    const { heard } = await ask('m1');
    expect(heard).toMatchObject([{ created: true, turn: { status: 'accepted' } }]);
    const turns = await world.database.admin('select overheard from salience.turns');
    expect(turns).toEqual([{ overheard: true }]);
    expect(await openReplies(world.consumer)).toBe(0);
    const claim = (agentId: AgentId) =>
      claimMessage(world.consumer, { room, messageId: 'm1', agentId, now: start });
    expect(await claim(other)).toEqual({ claimed: false, agentId: agent });
    expect(await claim(agent)).toEqual({ claimed: true, agentId: agent });
    // As soon as it is gone, we answer for it.
    await closes(agent);
    await ask('m2');
    expect(await openReplies(world.consumer)).toBe(1);
  });

  it('that claims a message answers it, and our turn does not', async () => {
    const { heard } = await ask('m1');
    const claim = { room, messageId: 'm1', agentId: agent, now: start };
    expect(await claimMessage(world.consumer, claim)).toEqual({ claimed: true, agentId: agent });
    await world.commit(await world.take(acceptedOf(heard[0]?.turn).threadId));
    expect(await post()).toEqual([]);
    expect(await words()).toEqual(['You?']);
  });

  it('loses the floor when it has been away for half a minute', async () => {
    await opens('agent', agent);
    await give();
    await closes(agent);
    await renew(after(29));
    expect((await floor()).speaker).toBe(agent);
    expect(await renew(after(30))).toEqual([room]);
    expect((await floor()).speaker).toBeNull();
  });
});

describe('the floor of an agent', () => {
  it.each([
    ['is ended', () => end()],
    [
      'is taken by an emergency',
      () => raiseHuman(world.consumer, { room, member: 'owner', tier: 'emergency', now: after(2) }),
    ],
    [
      'is given to somebody else',
      () => giveFloor(world.consumer, { room, to: { kind: 'human', member: 'ada' }, now: after(2) }),
    ],
  ])('and what it was about to say are over when it %s', async (_what, stops) => {
    const given = await give();
    await stops();
    expect(await openReplies(world.consumer)).toBe(0);
    await world.commit(await world.take(acceptedOf(given.turn).threadId));
    expect(await post()).toEqual([]);
    expect(await words()).toEqual([]);
  });

  it('ends between looking for answers and posting one, and nothing is posted', async () => {
    const given = await give();
    const { threadId } = acceptedOf(given.turn);
    await world.commit(await world.take(threadId));
    const hear = async () => {
      await end();
      return [];
    };
    expect(await postReplies(world.consumer, { now: after(9), hear })).toEqual([]);
    expect(await words()).toEqual([]);
  });

  it('is not ended by its answer to a message that was for it', async () => {
    const { heard } = await ask('m1');
    const given = await give();
    await world.commit(await world.take(acceptedOf(heard[0]?.turn).threadId));
    expect(await post()).toMatchObject([{ message: { content: 're: You?' } }]);
    expect((await floor()).speaker).toBe(agent);
    await world.commit(await world.take(acceptedOf(given.turn).threadId));
    expect(await post()).toMatchObject([{ message: { content: 're: You have the floor.' } }]);
    expect((await floor()).speaker).toBeNull();
  });

  it('is ended by nobody who has not got it', async () => {
    await give();
    expect(await end({ kind: 'agent', member: other })).toEqual({ refused: 'room.not-speaking' });
    expect(await end({ kind: 'human', member: agent })).toEqual({ refused: 'room.not-speaking' });
    expect((await floor()).speaker).toBe(agent);
    expect(await end({ kind: 'agent', member: agent })).toMatchObject({ changed: true });
  });

  it('threat: what was forgotten is not said in a room, and no turn of another agent speaks for it', async () => {
    const given = await give();
    const { threadId, turnId } = acceptedOf(given.turn);
    await world.commit(await world.take(threadId));
    await world.database.admin('update salience.turns set forgotten_at = now() where id = $1', [turnId]);
    expect(await post()).toEqual([]);
    expect(await words()).toEqual([]);
    const { turnId: another } = await world.accept('mine');
    await world.database.admin(
      `select salience.note_room_turn(jsonb_build_object('turnId', $1::text, 'room', 'hall', 'agentId', $2::text, 'why', 'target', 'now', now()))`,
      [another, other],
    );
    const rows = await world.database.admin('select 1 from salience.room_turns where agent_id = $1', [other]);
    expect(rows).toEqual([]);
  });
});

describe('people who go', () => {
  it('keep floor and place for half a minute; a guest is no member after that', async () => {
    for (const member of ['lance', 'ada', 'owner']) await opens('human', member);
    await raiseHuman(world.consumer, { room, member: 'lance', tier: 'normal', now: start });
    await giveFloor(world.consumer, { room, to: null, now: start });
    for (const member of ['ada', 'owner'])
      await raiseHuman(world.consumer, { room, member, tier: 'normal', now: start });
    for (const member of ['lance', 'ada', 'owner']) await closes(member, start);
    await renew(after(29));
    expect(await floor()).toMatchObject({ speaker: 'lance', queue: ['ada', 'owner'] });
    // Who is back in time keeps it.
    await opens('human', 'ada');
    await renew(after(31));
    expect(await floor()).toEqual({ speaker: null, queue: ['ada'], people: ['ada', 'owner'] });
  });

  it('were never there: who asks by a route alone keeps the place', async () => {
    await raiseHuman(world.consumer, { room, member: 'owner', tier: 'normal', now: start });
    await renew(after(300));
    expect((await floor()).queue).toEqual(['owner']);
  });

  it('are there while their replica is, also when it slept', async () => {
    await opens('human', 'ada');
    await opens('human', 'lance');
    await world.database.admin(
      "update salience.room_presence set seen_at = clock_timestamp() - interval '31 seconds'",
    );
    const sockets = ['s-ada'];
    expect(await renewPresence(world.consumer, { workerId, sockets, now: after(1) })).toEqual([]);
    expect(await renew(after(1))).toEqual([room]);
    await renew(after(60));
    expect((await floor()).people).toEqual(['ada', 'owner']);
  });

  it('leave by the last of their sockets', async () => {
    await opens('human', 'ada', 's-ada');
    await opens('human', 'ada', 's-ada-2');
    const leaves = () =>
      leaveRoom(world.consumer, { room, kind: 'human', member: 'ada', unlessPresent: true, now: after(1) });
    await closes('ada');
    expect(await leaves()).toMatchObject({ changed: false });
    expect((await floor()).people).toContain('ada');
    await dropPresence(world.consumer, { sockets: ['s-ada-2'], now: after(1) });
    expect(await leaves()).toMatchObject({ changed: true });
    expect((await floor()).people).not.toContain('ada');
  });
});

it('an emergency that waits has the floor when the one before it ends or leaves', async () => {
  const emergency = (member: string) =>
    raiseHuman(world.consumer, { room, member, tier: 'emergency', now: start });
  for (const member of ['owner', 'ada', 'lance']) await emergency(member);
  await end();
  expect(await floor()).toMatchObject({ speaker: 'ada', queue: ['lance'] });
  await leaveRoom(world.consumer, { room, kind: 'human', member: 'ada', now: start });
  expect(await floor()).toMatchObject({ speaker: 'lance', queue: [] });
  await end();
  expect((await floor()).speaker).toBeNull();
});

it('a message that is not there is claimed by nobody', async () => {
  const claim = (of: string | null) =>
    claimMessage(world.consumer, { room: of, messageId: 'none', agentId: agent, now: start });
  expect(await claim(room)).toEqual({ refused: 'message.unknown' });
  expect(await claim(null)).toEqual({ refused: 'message.unknown' });
  expect(await claimOf(world.consumer, room, 'none')).toBeNull();
});
