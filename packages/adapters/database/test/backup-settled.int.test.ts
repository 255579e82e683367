import { fireSchedules, onceAt, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireApprovals, loadRun, resolveApproval } from '../src/doors/acting.ts';
import { type Restored } from '../src/doors/backup.ts';
import { requestForgetting, stepForgetting } from '../src/doors/keeping.ts';
import { createSchedule } from '../src/doors/skills.ts';
import { claimLane } from '../src/doors/turns.ts';
import { asked, request, result, save, step } from './acting.ts';
import { backedUp, restored } from './backups.ts';
import { createWorld, type Taken, type World } from './world.ts';

// Law 4: what was under way in a backup went on after it. Nothing of it is done a second time by who was restored.

const hour = 3_600_000;
let world: World;
let target: TestDatabase;
let running: Taken;
let waiting: { turnId: string; threadId: string };
let requested: Awaited<ReturnType<typeof asked>>;
let allowed: Awaited<ReturnType<typeof asked>>;
let forgetting: Awaited<ReturnType<typeof requestForgetting>>;
let done: Restored;
const now = new Date(Date.now() + 24 * hour);

beforeAll(async () => {
  world = await createWorld();
  const { threadId } = await world.accept('Pay Ana', { threadKey: 'pay' });
  running = await world.take(threadId);
  await save(world, running, [
    step(running.turn.id, 0, { state: 'succeeded', result: result() }),
    step(running.turn.id, 1, { state: 'started', attempt: 1 }),
    step(running.turn.id, 2, { state: 'waiting', attempt: 1, retryAt: now.toISOString() }),
    step(running.turn.id, 3),
    step(running.turn.id, 4, { kind: 'plan', state: 'done', call: null }),
  ]);
  waiting = await world.accept('And Tom', { threadKey: 'pay' });
  requested = await asked(world, 'asks', { ...request(0), expiresAt: new Date(now.getTime() + hour) });
  allowed = await asked(world, 'allowed');
  await resolveApproval(world.consumer, {
    agentId: world.agentId,
    approvalId: allowed.approvalId,
    answer: 'approve',
    by: 'test',
    now: new Date(),
  });
  for (const [text, due] of [
    ['rang meanwhile', -hour],
    ['is still to come', hour],
  ] as const)
    await createSchedule(world.consumer, {
      agentId: world.agentId,
      thread: undefined,
      caller: 'test',
      text,
      ...onceAt(new Date(now.getTime() + due)),
      source: 'test',
      trust: 'user',
      now: new Date(),
    });
  forgetting = await requestForgetting(world.consumer, {
    agentId: world.agentId,
    scope: 'thread',
    target: running.turn.thread_id,
    reason: 'wish',
    by: 'test',
    now: new Date(),
  });
  await world.database.admin(
    `insert into salience.drift_agents (agent_id, next_at, fence, owner, lease_until) values ($1, now(), 3, 'w', now() + interval '1 h')`,
    [world.agentId],
  );
  target = await testDatabase();
  done = await restored(target, (await backedUp(world.database)).file, { now });
});
afterAll(async () => {
  await target.close();
  await world.database.close();
});

test('law 5: turns that waited or ran are cancelled, once, and say why', async () => {
  const ended = await target.admin<{ id: string; state: string; code: string; kinds: string[] }>(
    `select t.id, t.state, t.error->>'code' as code, array(select kind from salience.terminal_events e where e.turn_id = t.id) as kinds
     from salience.turns t where t.error is not null order by t.id`,
  );
  const under = [running.turn.id, waiting.turnId];
  expect(ended.filter(({ id }) => under.includes(id))).toEqual(
    under.toSorted().map((id) => ({ id, state: 'cancelled', code: 'turn.restored', kinds: ['cancelled'] })),
  );
  // The continuation of what was allowed waited too.
  expect(done.settled.cancelled.length).toBe(3);
  expect(ended.length).toBe(3);
});

test('no lane has an owner or work, and the next worker takes none over', async () => {
  const digest = target.connect('salience_digest');
  const lease = { agentId: world.agentId, threadId: running.turn.thread_id, owner: 'new', now };
  expect(await claimLane(digest, lease)).toMatchObject({ status: 'released' });
  const held = await target.admin(
    `select 1 from salience.lanes where owner is not null or cursor < tail
     union all select 1 from salience.drift_agents where owner is not null or lease_until is not null`,
  );
  expect(held).toEqual([]);
});

test('law 4: what was planned, begun or to be tried again is unknown, and readable as such', async () => {
  const digest = target.connect('salience_digest');
  const steps = await loadRun(digest, world.agentId, running.turn.id);
  expect(steps.map(({ state }) => state)).toEqual(['succeeded', 'unknown', 'unknown', 'unknown', 'done']);
  expect(steps[1]?.result).toMatchObject({ outcome: 'unknown', trust: 'agent' });
  expect(steps[2]?.retryAt).toBeNull();
});

test('law 4: what was allowed and not yet done when the backup was made is unknown', async () => {
  const digest = target.connect('salience_digest');
  const steps = await loadRun(digest, world.agentId, allowed.taken.turn.id);
  expect(steps.map(({ state }) => state)).toEqual(['unknown']);
  expect(done.settled.unknown).toBe(4);
});

test('law 11: a request for a yes has run out: a yes does nothing, and its thread is told', async () => {
  expect(done.settled.expired).toBe(1);
  const late = await resolveApproval(target.connect('salience_consumer'), {
    agentId: world.agentId,
    approvalId: requested.approvalId,
    answer: 'approve',
    by: 'test',
    now: new Date(now.getTime() + 1),
  });
  expect(late).toMatchObject({ status: 'already', approval: { state: 'expired' } });
  const told = await target.admin(
    `select text from salience.turns where parent_turn_id = $1 and state = 'pending'`,
    [requested.taken.turn.id],
  );
  expect(told).toEqual([{ text: 'No answer in time: mail' }]);
  expect(await expireApprovals(target.connect('salience_scheduler'), { now, limit: 10 })).toEqual([]);
});

test('a reminder that was due meanwhile does not ring and is named; later ones ring', async () => {
  expect(done.settled.missed.map(({ text }) => text)).toEqual(['rang meanwhile']);
  const scheduler = target.connect('salience_scheduler');
  expect(await fireSchedules(scheduler, { now, limit: 10 })).toEqual([]);
  const later = new Date(now.getTime() + 2 * hour);
  expect((await fireSchedules(scheduler, { now: later, limit: 10 })).length).toBe(1);
});

test('a wish to forget that was not through goes on', async () => {
  const consumer = target.connect('salience_consumer');
  const go = () => stepForgetting(consumer, world.agentId, forgetting, { now });
  expect((await go()).state).toBe('deleting');
  let state = await go();
  for (; state.state === 'deleting'; ) state = await go();
  expect(state.state).toBe('watching');
});

test('a browser that was signed in, and heartbeats of processes, stay behind', async () => {
  const left = await target.admin(
    'select 1 from salience.operator_sessions union all select 1 from salience.person_codes union all select 1 from salience.workers',
  );
  expect(left).toEqual([]);
});
