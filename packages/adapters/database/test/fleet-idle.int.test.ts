import { memoryChunkJob, queueNames } from '@salience/contracts';
import { type Backend, backends, testQueues, until } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, newId } from '../src/index.ts';
import { fleetIdle, type QueueDepth } from '../src/doors/drift.ts';
import { createWorld, type World } from './world.ts';

const start = new Date('2030-01-01T12:00:00Z');
const quietMs = 60_000;
const later = new Date(start.getTime() + quietMs);
const empty = queueNames.map(
  (queue): QueueDepth => ({ queue, waiting: 0, active: 0, delayed: 0, oldest_ms: 0 }),
);

let world: World;
let db: Database;
beforeAll(async () => {
  world = await createWorld();
  db = world.database.connect('salience_cognitive_drift');
});
afterAll(() => world.database.close());

const idle = (depths: readonly QueueDepth[] | undefined = empty, now = later) =>
  fleetIdle(db, { now, quietMs, depths });

describe('the rest of the fleet', () => {
  it('is there before anybody ever said anything', async () => {
    expect(await idle()).toEqual({ idle: true, latestTurnId: null });
  });

  it('ends with a turn that waits, goes on being over while a lane works on it, and comes back with the quiet time (law 15)', async () => {
    const { threadId, turnId } = await world.accept('Hello', { now: start });
    expect(await idle()).toEqual({ idle: false, reason: 'turns' });
    const taken = await world.take(threadId);
    expect(await idle()).toEqual({ idle: false, reason: 'lanes' });
    await world.commit(taken, { now: start, takeNext: true });
    expect(await idle(empty, new Date(later.getTime() - 1))).toEqual({ idle: false, reason: 'quiet' });
    expect(await idle()).toEqual({ idle: true, latestTurnId: turnId });
    expect(await idle(empty, new Date(start.getTime() - 1))).toEqual({ idle: false, reason: 'quiet' });
  });

  it.each(queueNames)('is not there while %s has a job that waits, runs or is due', async (queue) => {
    const withOne = (part: Partial<QueueDepth>) =>
      empty.map((one) => (one.queue === queue ? { ...one, ...part } : one));
    expect(await idle(withOne({ waiting: 1 }))).toEqual({ idle: false, reason: 'queues' });
    expect(await idle(withOne({ active: 1 }))).toEqual({ idle: false, reason: 'queues' });
    expect(await idle(withOne({ delayed: 1, oldest_ms: 1 }))).toEqual({ idle: false, reason: 'queues' });
    expect(await idle(withOne({ delayed: 1 }))).toMatchObject({ idle: true });
  });

  it('is never there for a count that could not be read', async () => {
    const uncounted = { idle: false, reason: 'uncounted' };
    expect(await fleetIdle(db, { now: later, quietMs, depths: undefined })).toEqual(uncounted);
    expect(await idle(empty.slice(1))).toEqual(uncounted);
    expect(await idle([])).toEqual(uncounted);
  });
});

describe.each(backends())('with the real queues of %s', (backend: Backend) => {
  it('a job that waits, then runs, then is over: busy, busy, idle', async () => {
    const queues = await testQueues(backend, world.database);
    try {
      const now = async () => idle(await queues.depths());
      expect(await now()).toMatchObject({ idle: true });
      await queues.enqueue(memoryChunkJob, { agentId: world.agentId, threadIds: [newId('thread')] });
      expect(await now()).toEqual({ idle: false, reason: 'queues' });
      let begun = false;
      let end: () => void = () => {};
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      const work = async () => {
        begun = true;
        await over;
        return { kind: 'done' } as const;
      };
      await queues.work(memoryChunkJob, work, { concurrency: 1, onDeadLetter: () => Promise.resolve() });
      await until(() => begun, { what: 'the job to run' });
      expect(await now()).toEqual({ idle: false, reason: 'queues' });
      end();
      await until(async () => (await now()).idle, { what: 'rest' });
    } finally {
      await queues.close();
    }
  });
});
