import { fireSchedules, onceAt } from '@salience/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../src/index.ts';
import { loadForChunks } from '../src/doors/remembering.ts';
import { createSchedule } from '../src/doors/skills.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

it('a turn keeps the zone that it is accepted with, and its exchange is read in it', async () => {
  const { threadId } = await world.accept('hello', { zone: 'Asia/Kolkata' });
  const taken = await world.take(threadId);
  expect(taken.turn).toMatchObject({ zone: 'Asia/Kolkata', due_at: null });
  const id = newId('exchange');
  await world.commit(taken, { exchange: { id, mode: 'RESPOND', traceparent: null } });
  const chunker = world.database.connect('salience_memory_chunker');
  expect((await loadForChunks(chunker, world.agentId, [id]))[0]?.exchange.zone).toBe('Asia/Kolkata');
});

it('a turn that goes on from another has its zone, unless it says its own', async () => {
  const { turnId, threadId } = await world.accept('first', { zone: 'Europe/Berlin' });
  await world.commit(await world.take(threadId));
  const parentTurnId = turnId as never;
  await world.accept('on', { threadId, parentTurnId });
  const next = await world.take(threadId);
  expect(next.turn.zone).toBe('Europe/Berlin');
  await world.commit(next);
  await world.accept('on, elsewhere', { threadId, parentTurnId, zone: 'America/New_York' });
  expect((await world.take(threadId)).turn.zone).toBe('America/New_York');
});

it('a reminder comes back in the zone that it was made in, and says when it was due', async () => {
  const now = new Date('2030-03-01T12:00:00Z');
  const dueAt = new Date('2030-03-02T08:00:00Z');
  const made = await createSchedule(world.consumer, {
    agentId: world.agentId,
    thread: 'reminded',
    caller: 'test',
    text: 'call Ana',
    source: 'test',
    trust: 'user',
    ...onceAt(dueAt, 'Europe/Berlin'),
    now,
  });
  expect(made).toMatchObject({ zone: 'Europe/Berlin', dueAt });
  const late = new Date('2030-03-02T11:00:00Z');
  await fireSchedules(world.database.connect('salience_scheduler'), { now: late, limit: 5 });
  const { turn } = await world.take(made!.threadId);
  expect(turn).toMatchObject({ zone: 'Europe/Berlin', source: 'reminder', text: 'call Ana' });
  expect(new Date(turn.due_at!)).toEqual(dueAt);
});
