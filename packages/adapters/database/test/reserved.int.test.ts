import { newId } from '@salience/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '../src/index.ts';
import { beat } from '../src/doors/operations.ts';
import { beginMemory, renewMemory } from '../src/doors/remembering.ts';
import { renewLane } from '../src/doors/turns.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

/** An app whose every shared connection is held by work that waits for something. */
async function whileAllAreHeld(app: Database, run: () => Promise<void>): Promise<void> {
  const { max } = app.pool.options;
  const held = await Promise.all(Array.from({ length: max }, () => app.pool.connect()));
  try {
    await run();
  } finally {
    for (const client of held) client.release();
  }
}

function connect(role: 'salience_digest' | 'salience_memory_chunker'): Database {
  return createDatabase({ url: world.database.urlFor(role), applicationName: `test-${role}` });
}

it('a lane is kept and a worker is seen while all other connections are held', async () => {
  const { threadId } = await world.accept('keep this lane');
  const { fence } = await world.take(threadId);
  const app = connect('salience_digest');
  await whileAllAreHeld(app, async () => {
    expect(await renewLane(app, { agentId: world.agentId, threadId, fence })).toMatchObject({ held: true });
    const id = newId('worker');
    await beat(app, {
      id,
      app: 'digest',
      pid: 1,
      host: 'here',
      version: 'test',
      state: 'ready',
      capacity: 1,
      running: [],
      jobsDone: 0,
      jobsFailed: 0,
    });
    expect(await world.database.admin('select id from salience.workers where id = $1', [id])).toEqual([
      { id },
    ]);
  });
  await app.close();
});

it('a batch of memory keeps its lease while all other connections are held', async () => {
  const app = connect('salience_memory_chunker');
  const lease = await beginMemory(app, {
    agentId: world.agentId,
    kind: 'chunk',
    owner: newId('worker'),
    threadIds: [],
    now: new Date(),
    leaseMs: 10_000,
  });
  if (lease === undefined) throw new Error('expected the lease');
  await whileAllAreHeld(app, async () => {
    expect(await renewMemory(app, lease, 10_000)).toBe(true);
  });
  await app.close();
});
