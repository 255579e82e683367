import { afterEach, beforeEach, expect, it } from 'vitest';
import { listApprovals } from '../src/doors/acting.ts';
import { moveTask } from '../src/doors/tasks.ts';
import { request, save, step } from './acting.ts';
import { askFor, beginStep, endStep, taskRow } from './tasks.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.database.close());

it('every call that the turn of a task has asked for is listed with that task once the task waits for it', async () => {
  const id = await askFor(world, 'The bills');
  const taken = await beginStep(world, id, 0, 'Do it.');
  const asked = [request(0), request(1)];
  await save(
    world,
    taken,
    asked.map((one, n) => step(taken.turn.id, n, { state: 'asked', approvalId: one.id })),
    { approvals: asked },
  );
  await endStep(world, taken);
  const { version } = await taskRow(world, id);
  const moved = await moveTask(world.database.connect('salience_scheduler'), {
    id,
    version,
    now: new Date(),
    kind: 'review',
    reason: 'call',
    approvalId: asked[0]?.id as never,
    turnOfRun: taken.turn.id,
  });
  expect(moved.status).toBe('moved');
  const listed = await listApprovals(world.consumer, world.agentId, { limit: 10, state: 'pending' });
  expect(listed.map(({ kind, taskId }) => [kind, taskId])).toEqual([
    ['call', id],
    ['call', id],
  ]);
});
