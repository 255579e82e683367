import type { AgentId } from '@salience/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listThoughts } from '../src/doors/pfc.ts';
import {
  endFloor,
  eventsAfter,
  type GivenFloor,
  giveFloor,
  leaveRoom,
  lowerHuman,
  openReplies,
  postReplies,
  postRoomMessage,
  raiseHand,
  raiseHuman,
  roomState,
} from '../src/doors/rooms.ts';
import { newId } from '../src/index.ts';
import { acceptedOf, after, agentsCalled, heardBy, roomOf, say, start } from './pfc.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.database.close());

const floor = async (room = 'hall') => {
  const state = await roomState(world.consumer, room);
  return {
    speaker: state?.speaker?.member ?? null,
    queue: state?.queue.map(
      ({ interrupted, member, tier }) =>
        `${member}${tier === 'emergency' ? '!' : ''}${interrupted ? '~' : ''}`,
    ),
  };
};
const raise = (member: string, tier: 'emergency' | 'normal' = 'normal') =>
  raiseHuman(world.consumer, { room: 'hall', member, tier, now: start });
const next = () => giveFloor(world.consumer, { room: 'hall', to: null, now: start });
const end = () => endFloor(world.consumer, { room: 'hall', now: start });

describe('people', () => {
  beforeEach(() => roomOf(world, { people: ['ada', 'bob', 'cid', 'dan'] }));

  it('wait first come, first served; who raises twice keeps the place', async () => {
    for (const member of ['ada', 'bob', 'cid', 'ada']) await raise(member);
    expect(await floor()).toEqual({ speaker: null, queue: ['ada', 'bob', 'cid'] });
    expect(await next()).toMatchObject({ to: { member: 'ada' } });
    expect(await raise('ada')).toMatchObject({ changed: false });
    await lowerHuman(world.consumer, { room: 'hall', member: 'bob', now: start });
    expect(await floor()).toEqual({ speaker: 'ada', queue: ['cid'] });
    await end();
    expect(await floor()).toEqual({ speaker: null, queue: ['cid'] });
    await next();
    expect(await next()).toEqual({ refused: 'room.queue-empty' });
    expect(await floor()).toEqual({ speaker: null, queue: [] });
    expect(await raise('eve')).toEqual({ refused: 'room.not-member' });
  });

  it('with an emergency take the floor at once; who is interrupted comes first again', async () => {
    await raise('ada');
    await next();
    await raise('bob');
    await raise('cid', 'emergency');
    expect(await floor()).toEqual({ speaker: 'cid', queue: ['ada~', 'bob'] });
    await raise('bob', 'emergency');
    await raise('dan', 'emergency');
    expect(await floor()).toEqual({ speaker: 'cid', queue: ['bob!', 'dan!', 'ada~'] });
    await raise('bob', 'normal');
    await next();
    expect(await floor()).toEqual({ speaker: 'bob', queue: ['dan!', 'ada~'] });
    await next();
    await next();
    expect(await floor()).toEqual({ speaker: 'ada', queue: [] });
  });

  it('of two emergencies at once one speaks and the other is next', async () => {
    await Promise.all([raise('ada', 'emergency'), raise('bob', 'emergency')]);
    const { queue, speaker } = await floor();
    expect([`${String(speaker)}!`, ...(queue ?? [])].toSorted()).toEqual(['ada!', 'bob!']);
  });

  it('leave the floor and the queue when they leave the room', async () => {
    await raise('ada');
    await next();
    await raise('bob');
    for (const member of ['ada', 'bob'])
      await leaveRoom(world.consumer, { room: 'hall', kind: 'human', member, now: start });
    expect(await floor()).toEqual({ speaker: null, queue: [] });
    const stranger = { kind: 'human', member: 'ada' } as const;
    expect(await giveFloor(world.consumer, { room: 'hall', to: stranger, now: start })).toEqual({
      refused: 'room.not-member',
    });
  });
});

describe('an agent', () => {
  let agent: AgentId;
  let other: AgentId;
  beforeEach(async () => {
    agent = world.agentId;
    [other] = await agentsCalled(world, 'other');
    await roomOf(world, { agents: [agent, other], people: ['lance'], handsMax: 1 });
  });

  /** Gives the agent the floor with a turn of its thoughts. */
  async function give(): Promise<GivenFloor> {
    const thoughts = await listThoughts(world.consumer, agent, { limit: 10 });
    const given = await giveFloor(world.consumer, {
      room: 'hall',
      to: { kind: 'agent', member: agent },
      now: after(1),
      startTurn: {
        agentId: agent,
        threadKey: 'room:hall',
        newThreadId: newId('thread'),
        text: 'You have the floor.',
        source: 'floor',
        key: 'hall:1',
        trust: 'user',
        now: after(1),
        quiet: true,
      },
      consume: { synthesisId: newId('synthesis'), thoughtIds: thoughts.map(({ id }) => id) },
    });
    if ('refused' in given) throw new Error(given.refused);
    return given;
  }

  it('that has the floor says one message, and a place is free for who waits', async () => {
    await say(world, 'hall', 'Why?', { heard: [heardBy(agent, { bid: 0.9 }), heardBy(other)] });
    const given = await give();
    expect(given).toMatchObject({ changed: true, turn: { status: 'accepted' } });
    expect(await listThoughts(world.consumer, agent, { limit: 10 })).toEqual([]);
    const hands = (await roomState(world.consumer, 'hall'))?.hands;
    expect(hands?.map(({ agentId, state }) => [agentId, state])).toEqual([
      [agent, 'granted'],
      [other, 'raised'],
    ]);
    expect(await give()).toMatchObject({ changed: false, turn: null });
    await world.commit(await world.take(acceptedOf(given.turn).threadId));
    const posted = await postReplies(world.consumer, { now: after(2), hear: () => [] });
    expect(posted).toMatchObject([{ created: true, message: { content: 're: You have the floor.' } }]);
    expect(await floor()).toEqual({ speaker: null, queue: [] });
    const moves = (await eventsAfter(world.consumer, 'hall', 0))?.events.filter(
      (event) => event.kind === 'hand',
    );
    const ofAgent = moves?.filter(({ hand }) => hand.agentId === agent).map(({ hand }) => hand.state);
    expect(ofAgent).toEqual(['raised', 'granted', 'lowered']);
  });

  it('that says its message itself has said it', async () => {
    const given = await give();
    await postRoomMessage(world.consumer, {
      room: 'hall',
      id: '1',
      authorKind: 'agent',
      author: agent,
      display: 'Me',
      content: 'by myself',
      now: after(2),
      heard: [],
    });
    expect(await floor()).toEqual({ speaker: null, queue: [] });
    expect(await openReplies(world.consumer)).toBe(0);
    await world.commit(await world.take(acceptedOf(given.turn).threadId));
    expect(await postReplies(world.consumer, { now: after(3), hear: () => [] })).toEqual([]);
  });

  it('with nothing to say loses the floor', async () => {
    const given = await give();
    const taken = await world.take(acceptedOf(given.turn).threadId);
    await world.commit(taken, { state: 'ignored', reply: null });
    expect(await postReplies(world.consumer, { now: after(3), hear: () => [] })).toEqual([]);
    expect(await floor()).toEqual({ speaker: null, queue: [] });
  });

  it('is interrupted by an emergency, and two moderators at once leave one speaker', async () => {
    await raiseHand(world.consumer, { room: 'hall', agentId: agent, now: start });
    await Promise.all(
      [agent, other].map((member) =>
        giveFloor(world.consumer, { room: 'hall', to: { kind: 'agent', member }, now: start }),
      ),
    );
    const state = await roomState(world.consumer, 'hall');
    expect(state?.hands.filter(({ state }) => state === 'granted').map(({ agentId }) => agentId)).toEqual([
      state?.speaker?.member,
    ]);
    await raise('lance', 'emergency');
    expect(await floor()).toEqual({ speaker: 'lance', queue: [] });
    expect((await roomState(world.consumer, 'hall'))?.hands).toEqual([]);
  });
});
