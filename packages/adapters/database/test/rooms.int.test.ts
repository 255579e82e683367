import type { AgentId, RoomEvent } from '@salience/contracts';
import { roomEventSchema, roomStateSchema } from '@salience/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listThoughts, setHand } from '../src/doors/pfc.ts';
import {
  claimMessage,
  claimOf,
  createRoom,
  deleteOldRoomEvents,
  dropPresence,
  eventsAfter,
  joinRoom,
  leaveRoom,
  listRooms,
  lowerHand,
  notePresence,
  openReplies,
  postReplies,
  postRoomMessage,
  raiseHand,
  renewPresence,
  roomListeners,
  roomMessages,
  roomSeqs,
  roomState,
} from '../src/doors/rooms.ts';
import { newId } from '../src/index.ts';
import {
  acceptedOf,
  after,
  agentsCalled,
  attentive,
  heardBy,
  roomOf,
  say,
  start,
  think,
  turnFor,
} from './pfc.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.database.close());

/** The events of a room, held to their contract: no gap. */
async function eventsOf(room = 'hall'): Promise<readonly RoomEvent[]> {
  const found = await eventsAfter(world.consumer, room, 0);
  const events = (found?.events ?? []).map((event) => roomEventSchema.parse(event));
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, n) => n + 1));
  return events;
}

const handsOf = async (room = 'hall') =>
  (await roomState(world.consumer, room))?.hands.map(({ agentId, state }) => [agentId, state]);

/** The most hands that were up at once, by the events of a room. */
function mostRaised(events: readonly RoomEvent[]): number {
  const up = new Set<string>();
  let most = 0;
  for (const event of events) {
    if (event.kind !== 'hand') continue;
    if (event.hand.state === 'raised') up.add(event.hand.agentId);
    else up.delete(event.hand.agentId);
    most = Math.max(most, up.size);
  }
  return most;
}

describe('a message of a room', () => {
  it('is one message, one thought an agent and one turn each, however often it comes', async () => {
    const agents = await agentsCalled(world, 'a', 'b', 'c');
    const room = await roomOf(world, { agents, people: ['lance'] });
    const other = world.database.connect('salience_consumer');
    const heard = () =>
      agents.map((agentId, n) =>
        heardBy(agentId, {
          acceptTurn: turnFor(agentId, 'Why is it so?', 'room:1', n > 0),
          targeted: n === 0,
        }),
      );
    const posts = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        say(world, room, 'Why is it so?', {
          id: '8850',
          db: n % 2 === 0 ? world.consumer : other,
          heard: heard(),
        }),
      ),
    );
    expect(posts.filter(({ created }) => created)).toHaveLength(1);
    const made = posts.find(({ created }) => created);
    expect(made?.heard.map(({ created, turn }) => [created, turn?.status])).toEqual([
      [true, 'accepted'],
      [true, 'accepted'],
      [true, 'accepted'],
    ]);
    const counted = await world.database.admin(
      `select (select count(*)::int from salience.room_messages) as messages, (select count(*)::int from salience.pfc_monologue) as thoughts,
         (select count(*)::int from salience.turns) as turns, (select count(*)::int from salience.turns where overheard) as overheard,
         (select count(*)::int from salience.room_turns) as targeted,
         (select count(*)::int from salience.pfc_monologue where content is null) as borrowed`,
    );
    expect(counted).toEqual([{ messages: 1, thoughts: 3, turns: 3, overheard: 2, targeted: 1, borrowed: 3 }]);
    const events = await eventsOf();
    expect(events.filter(({ kind }) => kind === 'message')).toHaveLength(1);
    const [thought] = await listThoughts(world.consumer, agents[2], { limit: 5 });
    expect(thought).toMatchObject({ channel: 'hall', content: 'Why is it so?', triggerMessageId: '8850' });
    // Whoever is asked answers; the others bid for two places.
    expect(await handsOf()).toEqual(
      expect.arrayContaining([
        [agents[1], 'raised'],
        [agents[2], 'raised'],
      ]),
    );
  });

  it('keeps the words of a thought whose turn was refused', async () => {
    const [agent] = await agentsCalled(world, 'a');
    const room = await roomOf(world, { agents: [agent], people: ['lance'] });
    const turn = turnFor(agent, 'hello', 'k', false);
    const posted = await say(world, room, 'hello', {
      heard: [heardBy(agent, { targeted: true, acceptTurn: turn && { ...turn, threadId: newId('thread') } })],
    });
    expect(posted.heard).toMatchObject([{ created: true, turn: { status: 'no_thread' } }]);
    const [thought] = await listThoughts(world.consumer, agent, { limit: 5 });
    expect(thought).toMatchObject({ content: 'hello', turnId: null });
    expect(await openReplies(world.consumer)).toBe(0);
  });

  it('threat: nobody writes in, claims or raises a hand in a room without being in it, nor hears with another’s turn', async () => {
    const [inside, outside] = await agentsCalled(world, 'a', 'b');
    const room = await roomOf(world, { agents: [inside], people: ['lance'] });
    const post = {
      room,
      id: '1',
      authorKind: 'human',
      author: 'eve',
      display: 'Eve',
      content: 'x',
      now: start,
      heard: [],
    } as const;
    expect(await postRoomMessage(world.consumer, post)).toEqual({ refused: 'room.not-member' });
    expect(await postRoomMessage(world.consumer, { ...post, room: 'no' })).toEqual({
      refused: 'room.unknown',
    });
    expect(await raiseHand(world.consumer, { room, agentId: outside, now: start })).toEqual({
      refused: 'room.not-member',
    });
    const claim = { room, messageId: '1', agentId: outside, now: start };
    expect(await claimMessage(world.consumer, claim)).toEqual({ refused: 'room.not-member' });
    const heard = await say(world, room, 'x', { heard: [heardBy(outside)] });
    expect(heard.heard).toEqual([]);
    const forged = say(world, room, 'y', {
      heard: [heardBy(inside, { acceptTurn: turnFor(outside, 'y', 'k', false) })],
    });
    await expect(forged).rejects.toMatchObject({ code: 'database.failed' });
    expect((await roomMessages(world.consumer, room, { limit: 9 }))?.map(({ content }) => content)).toEqual([
      'x',
    ]);
  });

  it('threat: what nobody vouches for takes no place in a room', async () => {
    const [agent] = await agentsCalled(world, 'a');
    const room = await roomOf(world, { agents: [agent], people: ['lance'] });
    const alone = await think(world, 'Why?', {
      agentId: agent,
      channel: room,
      type: 'question',
      trust: 'unverified',
      hand: attentive(),
    });
    expect(alone).toMatchObject({ created: true, hand: null, moved: false });
    await say(world, room, 'Why?', { heard: [heardBy(agent, { trust: 'unverified' })] });
    expect(await handsOf()).toEqual([]);
    const vouched = await think(world, 'Why?', {
      agentId: agent,
      channel: room,
      type: 'question',
      hand: attentive(),
    });
    expect(vouched).toMatchObject({ moved: true, hand: { state: 'raised' } });
  });
});

describe('hands of a room', () => {
  it('go up by their bids, never more than the limit, and follow when a place is free', async () => {
    const agents = await agentsCalled(world, 'a', 'b', 'c', 'd');
    const [a, b, c, d] = agents;
    const room = await roomOf(world, { agents, people: ['lance'] });
    const heard = [
      heardBy(a, { bid: 0.2 }),
      heardBy(b, { bid: 0.9 }),
      heardBy(c, { bid: 0.5 }),
      heardBy(d, { bid: 0.5 }),
    ];
    await say(world, room, 'Why?', { heard, now: after(1) });
    const inTurn = [b, c, d].toSorted();
    expect(inTurn).toHaveLength(3);
    const states = Object.fromEntries((await handsOf()) ?? []);
    expect(states[b]).toBe('raised');
    expect(states[a]).toBe('waiting');
    // Of two equal bids the first agent by id.
    const [first, second] = [c, d].toSorted() as [AgentId, AgentId];
    expect([states[first], states[second]]).toEqual(['raised', 'waiting']);
    await lowerHand(world.consumer, { room, agentId: b, now: after(2) });
    expect(Object.fromEntries((await handsOf()) ?? [])).toEqual({
      [first]: 'raised',
      [second]: 'raised',
      [a]: 'waiting',
    });
    await leaveRoom(world.consumer, { room, kind: 'agent', member: first, now: after(3) });
    expect(Object.fromEntries((await handsOf()) ?? [])).toEqual({ [a]: 'raised', [second]: 'raised' });
    const moves = (await eventsOf()).filter((event) => event.kind === 'hand');
    const ofA = moves.filter(({ hand }) => hand.agentId === a);
    expect(ofA.map(({ hand }) => [hand.state, hand.version])).toEqual([
      ['waiting', 1],
      ['raised', 2],
    ]);
    expect(mostRaised(moves)).toBe(2);
  });

  it('of many raises at once on two replicas never more than the limit, each transition once', async () => {
    const agents = await agentsCalled(world, 'a', 'b', 'c', 'd', 'e', 'f');
    const room = await roomOf(world, { agents, handsMax: 2 });
    const other = world.database.connect('salience_consumer');
    const dbs = [world.consumer, other];
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        agents.map((agentId, n) =>
          raiseHand(dbs[n % 2] ?? other, { room, agentId, bid: n / 10, now: after(round) }),
        ),
      );
      const raised = ((await handsOf()) ?? []).filter(([, state]) => state === 'raised');
      expect(raised).toHaveLength(2);
      await Promise.all(
        agents.map((agentId, n) => lowerHand(dbs[n % 2] ?? other, { room, agentId, now: after(round) })),
      );
      expect(await handsOf()).toEqual([]);
    }
    const moves = (await eventsOf()).filter((event) => event.kind === 'hand');
    expect(mostRaised(moves)).toBe(2);
    const versions = await world.database.admin<{ versions: number }>(
      'select sum(version)::int as versions from salience.pfc_hands',
    );
    expect(versions[0]?.versions).toBe(moves.length);
  });

  it('rest by the agent’s own message; a channel of the same name elsewhere is another one', async () => {
    const [agent, outside] = await agentsCalled(world, 'a', 'b');
    const room = await roomOf(world, { agents: [agent] });
    await setHand(world.consumer, { agentId: outside, channel: room, event: 'asked', now: start });
    await setHand(world.consumer, { agentId: agent, channel: room, event: 'asked', now: start });
    expect(await handsOf()).toEqual([[agent, 'raised']]);
    const message = {
      room,
      id: '1',
      authorKind: 'agent',
      author: agent,
      display: 'A',
      content: 'x',
      now: after(1),
      heard: [],
    } as const;
    await postRoomMessage(world.consumer, message);
    expect(await handsOf()).toEqual([]);
    const rows = await world.database.admin('select state from salience.pfc_hands where agent_id = $1', [
      outside,
    ]);
    expect(rows).toEqual([{ state: 'raised' }]);
  });
});

describe('a room', () => {
  it('shows everything, event by event and at once, and says when events are gone', async () => {
    const [agent] = await agentsCalled(world, 'a');
    const room = await roomOf(world, { agents: [agent], people: ['lance'] });
    expect(await createRoom(world.consumer, { id: room, name: 'x', kind: 'text', now: start })).toEqual({
      refused: 'room.exists',
    });
    await say(world, room, 'Why?', { heard: [heardBy(agent)], id: '1', now: after(1) });
    const state = roomStateSchema.parse(await roomState(world.consumer, room));
    expect(state).toMatchObject({
      id: 'hall',
      seq: 4,
      speaker: null,
      messages: [{ seq: 1, id: '1', content: 'Why?', author: 'lance' }],
      hands: [{ agentId: agent, state: 'raised' }],
    });
    expect(state.members.map(({ member, present }) => [member, present])).toEqual([
      [agent, false],
      ['lance', false],
    ]);
    expect((await eventsOf()).map(({ kind }) => kind)).toEqual(['joined', 'joined', 'message', 'hand']);
    expect(await eventsAfter(world.consumer, room, 3, 1)).toMatchObject({
      seq: 4,
      reset: false,
      events: [{ kind: 'hand' }],
    });
    expect(await eventsAfter(world.consumer, room, 4)).toEqual({ seq: 4, reset: false, events: [] });
    expect(await roomSeqs(world.consumer, [room, 'no'])).toEqual([{ room, seq: 4 }]);
    expect(await listRooms(world.consumer, { agentId: agent })).toMatchObject([
      { id: room, members: 2, raised: 1, present: 0 },
    ]);
    expect(await roomListeners(world.consumer, room)).toMatchObject([
      { agentId: agent, name: 'a', focus: null, goals: [] },
    ]);
    const scheduler = world.database.connect('salience_scheduler');
    expect(await deleteOldRoomEvents(scheduler, after(1), 100)).toBe(2);
    expect(await eventsAfter(world.consumer, room, 0)).toMatchObject({ reset: true });
    expect(await eventsAfter(world.consumer, room, 2)).toMatchObject({ reset: false });
    expect(await eventsAfter(world.consumer, 'no', 0)).toBeUndefined();
    expect(await roomState(world.consumer, 'no')).toBeUndefined();
  });

  it('knows who is there while their replica lives', async () => {
    const room = await roomOf(world, { people: ['lance'] });
    const workerId = newId('worker');
    const lance = { room, kind: 'human', member: 'lance' } as const;
    const note = (socket: string) =>
      notePresence(world.consumer, { sockets: [{ ...lance, socket }], workerId, now: start });
    expect(await note('s1')).toEqual([room]);
    expect(await note('s2')).toEqual([]);
    const eve = { room, kind: 'human', member: 'eve', socket: 's3' } as const;
    expect(await notePresence(world.consumer, { sockets: [eve], workerId, now: start })).toEqual([]);
    const there = async () => (await roomState(world.consumer, room))?.members.map(({ present }) => present);
    expect(await there()).toEqual([true]);
    expect(await dropPresence(world.consumer, { sockets: ['s1'], now: start })).toEqual([]);
    expect(await dropPresence(world.consumer, { sockets: ['s2'], room, now: start })).toEqual([room]);
    expect(await there()).toEqual([false]);
    await note('s4');
    await world.database.admin(
      "update salience.room_presence set seen_at = clock_timestamp() - interval '31 seconds'",
    );
    expect(await there()).toEqual([false]);
    const other = newId('worker');
    expect(await renewPresence(world.consumer, { workerId: other, sockets: [], now: start })).toEqual([room]);
    expect(await renewPresence(world.consumer, { workerId: other, sockets: [], now: start })).toEqual([]);
    const kinds = (await eventsOf()).filter((event) => event.kind === 'presence');
    expect(kinds.map(({ present }) => present)).toEqual([true, false, true, false]);
  });

  it('gives the answer to a message to the first that asks, and to whom it was for before everybody', async () => {
    const [a, b] = await agentsCalled(world, 'a', 'b');
    const room = await roomOf(world, { agents: [a, b], people: ['lance'] });
    await say(world, room, 'to all', { id: '1', heard: [heardBy(a), heardBy(b)] });
    const claims = await Promise.all(
      [a, b, a, b].map((agentId) =>
        claimMessage(world.consumer, { room, messageId: '1', agentId, now: start }),
      ),
    );
    expect(claims.filter((claim) => 'claimed' in claim && claim.claimed)).toHaveLength(2);
    expect(new Set(claims.map((claim) => 'agentId' in claim && claim.agentId)).size).toBe(1);
    const toB = heardBy(b, { targeted: true, acceptTurn: turnFor(b, 'b?', 'k', false) });
    await say(world, room, 'b?', { id: '2', heard: [heardBy(a), toB] });
    const refused = await claimMessage(world.consumer, {
      room: null,
      messageId: '2',
      agentId: a,
      now: start,
    });
    expect(refused).toEqual({ claimed: false, agentId: b });
    expect(await claimOf(world.consumer, room, '2')).toBe(b);
    expect(await claimOf(world.consumer, null, '3')).toBeNull();
  });

  it('posts the answer of a turn once, heard by the others', async () => {
    const [a, b] = await agentsCalled(world, 'a', 'b');
    const room = await roomOf(world, { agents: [a, b], people: ['lance'] });
    const target = heardBy(world.agentId, {
      targeted: true,
      acceptTurn: turnFor(world.agentId, 'You?', 'k', false),
    });
    await joinRoom(world.consumer, { room, kind: 'agent', member: world.agentId, display: 'Me', now: start });
    const posted = await say(world, room, 'You?', { heard: [target] });
    const turn = posted.heard[0]?.turn;
    expect(turn).toMatchObject({ status: 'accepted' });
    const post = () => postReplies(world.consumer, { now: after(5), hear: () => [heardBy(a), heardBy(b)] });
    expect(await post()).toEqual([]);
    expect(await openReplies(world.consumer)).toBe(1);
    await world.commit(await world.take(acceptedOf(turn).threadId));
    const both = (await Promise.all([post(), post(), post()])).flat();
    expect(both.filter(({ created }) => created)).toMatchObject([
      { message: { authorKind: 'agent', author: world.agentId, display: 'Me', content: 're: You?' } },
    ]);
    expect(await openReplies(world.consumer)).toBe(0);
    expect(await post()).toEqual([]);
    expect(await listThoughts(world.consumer, a, { limit: 5 })).toMatchObject([{ content: 're: You?' }]);
  });
});
