import type { AgentId, TurnId } from '@salience/contracts';
import { findTraces, testDatabase } from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestForgetting, stepForgetting } from '../src/doors/keeping.ts';
import { createGoal, listGoals, listThoughts, logAction, setHand } from '../src/doors/pfc.ts';
import { eventsAfter, postRoomMessage, raiseHuman, roomMessages, roomState } from '../src/doors/rooms.ts';
import { previewForgetting } from '../src/forgetting/preview.ts';
import { backedUp, opened, restored } from './backups.ts';
import { acceptedOf, after, agentsCalled, heardBy, roomOf, say, start, think, turnFor } from './pfc.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.database.close());

const act = (action: string, more: { turnId?: TurnId; context?: Record<string, unknown>; now?: Date } = {}) =>
  logAction(world.consumer, {
    agentId: world.agentId,
    action,
    kind: null,
    channel: 'general',
    salience: 0.6,
    decision: 'act',
    matchedGoals: [],
    reasoning: 'Salience 0.60 → act',
    factors: {},
    source: 'act',
    trust: 'owner',
    now: start,
    ...more,
  });

const aim = (goal: string, now = start) =>
  createGoal(world.consumer, world.agentId, { goal, priority: 50, context: null, trust: 'owner', now });

/** Forgets until it is gone. */
async function forget(
  scope: 'item' | 'period' | 'person',
  target: string,
  agentId: AgentId = world.agentId,
): Promise<void> {
  const now = new Date();
  const id = await requestForgetting(world.consumer, {
    agentId,
    scope,
    target,
    reason: 'asked',
    by: 'test',
    now,
  });
  for (let state = ''; state !== 'watching'; )
    ({ state } = await stepForgetting(world.consumer, agentId, id, { now }));
}

describe('forgetting', () => {
  it('of a turn reaches the thought, the action and the message of a room, and what repeats their words', async () => {
    const [other] = await agentsCalled(world, 'other');
    const room = await roomOf(world, { agents: [world.agentId, other], people: ['lance'] });
    const posted = await say(world, room, 'Zanzibarine waits there.', {
      heard: [
        heardBy(world.agentId, { acceptTurn: turnFor(world.agentId, 'Zanzibarine waits there.', 'k', true) }),
        heardBy(other),
      ],
    });
    const turn = acceptedOf(posted.heard.find(({ agentId }) => agentId === world.agentId)?.turn);
    await world.commit(await world.take(turn.threadId), { state: 'ignored', reply: null });
    await act('Tell of it', { turnId: turn.turnId });
    await act('Write to her', { context: { about: 'Zanzibarine' } });
    await aim('Meet Zanzibarine');
    await aim('Sleep');
    await think(world, 'Zanzibarine, a thought of its own');
    await forget('item', turn.turnId);
    const found = await findTraces(world.database, 'zanzibarine');
    // What another agent thought is its own to forget.
    expect(found).toEqual([expect.objectContaining({ column: 'salience.pfc_monologue.content', rows: 1 })]);
    expect((await listThoughts(world.consumer, other, { limit: 5 })).map(({ content }) => content)).toEqual([
      'Zanzibarine waits there.',
    ]);
    expect((await listGoals(world.consumer, world.agentId)).map(({ goal }) => goal)).toEqual(['Sleep']);
    expect(await roomMessages(world.consumer, room, { limit: 5 })).toMatchObject([
      { content: '[forgotten]', author: '[forgotten]' },
    ]);
    const events = (await eventsAfter(world.consumer, room, 0))?.events;
    expect(events?.at(-1)).toMatchObject({ kind: 'forgotten' });
    await forget('person', 'lance', other);
    expect(await findTraces(world.database, 'zanzibarine')).toEqual([]);
  });

  it('of a person reaches what they said without a turn, and who they are in rooms', async () => {
    const room = await roomOf(world, { agents: [world.agentId], people: ['quirinella', 'lance'] });
    await say(world, room, 'I like plums.', {
      author: 'quirinella',
      heard: [heardBy(world.agentId)],
      now: after(1),
    });
    await say(world, room, 'Hello.', { id: 'hello', heard: [] });
    await raiseHuman(world.consumer, { room, member: 'quirinella', tier: 'emergency', now: after(2) });
    await think(world, 'Plums?', { triggerAuthor: 'Quirinella', triggerMessageId: '9' });
    await setHand(world.consumer, {
      agentId: world.agentId,
      channel: 'dm-quirinella',
      event: 'asked',
      now: after(3),
    });
    const preview = await previewForgetting(world.consumer, {
      agentId: world.agentId,
      scope: 'person',
      target: 'quirinella',
      now: new Date(),
    });
    expect(preview.counts).toMatchObject({ monologue: 2 });
    await forget('person', 'quirinella');
    expect(await findTraces(world.database, 'quirinella')).toEqual([]);
    expect(await findTraces(world.database, 'plums')).toEqual([]);
    const state = await roomState(world.consumer, room);
    expect(state).toMatchObject({ speaker: null, queue: [] });
    expect(state?.messages.map(({ content }) => content)).toEqual(['[forgotten]', 'Hello.']);
    const kinds = (await eventsAfter(world.consumer, room, 0))?.events.map(({ kind }) => kind);
    expect(kinds).toContain('gone');
    expect(kinds?.at(-1)).toBe('forgotten');
  });

  it('of a period reaches what was thought, done and aimed at in it', async () => {
    await think(world, 'within', { now: after(10) });
    await think(world, 'outside', { now: after(100) });
    await act('within', { now: after(10) });
    await aim('within', after(10));
    await aim('outside', after(100));
    await forget('period', `${start.toISOString()}/${after(50).toISOString()}`);
    expect(
      (await listThoughts(world.consumer, world.agentId, { limit: 5 })).map(({ content }) => content),
    ).toEqual(['outside']);
    expect((await listGoals(world.consumer, world.agentId)).map(({ goal }) => goal)).toEqual(['outside']);
    expect(await world.database.admin('select 1 from salience.pfc_action_log')).toEqual([]);
  });

  it('of a period reaches what the agent itself posted in rooms with its key', async () => {
    const room = await roomOf(world, { agents: [world.agentId], people: ['lance'] });
    const post = (id: string, content: string, now: Date) =>
      postRoomMessage(world.consumer, {
        room,
        id,
        authorKind: 'agent',
        author: world.agentId,
        display: 'default',
        content,
        now,
        heard: [],
      });
    await post('1', 'I met Zanzibarine.', after(10));
    await post('2', 'It rains.', after(100));
    // No word of it is looked for elsewhere.
    await post('4', 'It was not what it was.', after(12));
    await aim('Meet Zanzibarine', after(100));
    await say(world, room, 'Hello.', { now: after(11), id: '3' });
    await forget('period', `${start.toISOString()}/${after(50).toISOString()}`);
    const messages = await roomMessages(world.consumer, room, { limit: 5 });
    expect(messages?.map(({ content }) => content)).toEqual([
      'Hello.',
      '[forgotten]',
      'It rains.',
      '[forgotten]',
    ]);
    expect(await findTraces(world.database, 'zanzibarine')).toEqual([]);
    const events = (await eventsAfter(world.consumer, room, 0))?.events;
    expect(events?.map(({ kind }) => kind)).toContain('forgotten');
  });

  it('of a turn reaches the message of a room whose thought is kept no more, by its words', async () => {
    const room = await roomOf(world, { agents: [world.agentId], people: ['mia'] });
    // No word of it is looked for elsewhere.
    const text = 'It was not what it was.';
    const posted = await say(world, room, text, {
      author: 'mia',
      heard: [heardBy(world.agentId, { acceptTurn: turnFor(world.agentId, text, 'k', true) })],
    });
    const turn = acceptedOf(posted.heard[0]?.turn);
    await world.commit(await world.take(turn.threadId), { state: 'ignored', reply: null });
    await world.database.admin('delete from salience.pfc_monologue');
    await forget('item', turn.turnId);
    expect(await roomMessages(world.consumer, room, { limit: 5 })).toMatchObject([
      { content: '[forgotten]' },
    ]);
  });

  it('is done again after a restore of an earlier backup', async () => {
    const { id } = await aim('Meet Zanzibarine');
    await aim('Sleep');
    const earlier = await backedUp(world.database);
    await forget('item', `pfc_goals:${id}`);
    const later = await backedUp(world.database);
    const target = await testDatabase();
    await restored(target, earlier.file, { openLater: opened(later.file) });
    const goals = await target.admin('select goal from salience.pfc_goals');
    await target.close();
    expect(goals).toEqual([{ goal: 'Sleep' }]);
  });
});
