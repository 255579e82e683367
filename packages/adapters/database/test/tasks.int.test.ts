import type { Id, Plan, ThreadId, TurnId } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database, newId } from '../src/index.ts';
import { findApproval, resolveApproval } from '../src/doors/acting.ts';
import {
  type AddTask,
  addTask,
  cancelTask,
  findTask,
  loadDueTasks,
  loadEndedTasks,
  moveTask,
  type MoveTask,
  retryTask,
  type TaskFound,
} from '../src/doors/tasks.ts';
import { request, save, step } from './acting.ts';
import { takeMail } from './tasks.ts';
import { createWorld, type Taken, type World } from './world.ts';

let world: World;
let scheduler: Database;
beforeEach(async () => {
  world = await createWorld();
  scheduler = world.database.connect('salience_scheduler');
});
afterEach(() => world.database.close());

const plan: Plan = {
  steps: [
    { kind: 'agent', name: 'look', text: 'Look.' },
    { kind: 'agent', name: 'write', text: 'Write.' },
  ],
  turns_max: 8,
  hours_max: 8,
};

const add = (more: Partial<AddTask> = {}, db: Database = world.consumer) =>
  addTask(db, {
    agentId: world.agentId,
    source: 'api',
    title: 'Something',
    text: 'Something is to be done.',
    fromName: 'owner',
    trust: 'user',
    authority: 'system',
    actionClass: 'write_local',
    grant: { authority: 'system', allowed: [], until: null, by: null },
    plan,
    runAt: new Date(),
    now: new Date(),
    zone: 'UTC',
    idempotencyKey: undefined,
    openMax: 100,
    ...more,
  });

async function aTask(more: Partial<AddTask> = {}): Promise<Id<'task'>> {
  const { task } = await add(more);
  return task?.id as Id<'task'>;
}

const rowOf = async (id: string) => (await findTask(world.consumer, world.agentId, id))?.task;

/** A move of a task from the state in which it is; its first step unless the test says more. */
async function move(id: Id<'task'>, more: Partial<MoveTask> = {}, db: Database = scheduler) {
  const version = more.version ?? (await rowOf(id))?.version ?? 0;
  const first = { n: 0, name: 'look', kind: 'agent', attempt: 1 } as const;
  const begins = { text: 'Look.', trust: 'user', quiet: true, step: first } as const;
  const kind = more.kind ?? 'begin';
  return moveTask(db, { id, version, now: new Date(), kind, ...(kind === 'begin' ? begins : {}), ...more });
}

/** Begins the first step and has a worker take its turn. */
async function working(id: Id<'task'>): Promise<Taken> {
  const { turn } = await move(id);
  return world.take(turn?.threadId as ThreadId);
}

/** The turn of the first step asks whether it may make a call, and is answered with that. */
async function asking(id: Id<'task'>): Promise<{ approvalId: Id<'approval'>; turnId: TurnId }> {
  const taken = await working(id);
  const approval = request(0);
  await save(world, taken, [step(taken.turn.id, 0, { state: 'asked', approvalId: approval.id })], {
    approvals: [approval],
  });
  await world.commit(taken);
  return { approvalId: approval.id, turnId: taken.turn.id };
}

/** Has it stand for what its turn asked for. */
const awaiting = async (id: Id<'task'>): Promise<Id<'approval'>> => {
  const { approvalId } = await asking(id);
  await move(id, { kind: 'review', reason: 'call', approvalId });
  return approvalId;
};

const approve = (approvalId: Id<'approval'>, db: Database = world.consumer) =>
  resolveApproval(db, {
    agentId: world.agentId,
    approvalId,
    answer: 'approve',
    by: 'person',
    now: new Date(),
  });
const cancel = (id: string, db: Database = world.consumer) =>
  cancelTask(db, { agentId: world.agentId, id, now: new Date(), by: 'person' });

/** The same from as many connections at once. */
async function atOnce<R>(
  count: number,
  run: (db: Database, n: number) => Promise<R>,
  role = 'salience_scheduler' as const,
) {
  const open = Array.from({ length: count }, () =>
    createDatabase({ url: world.database.urlFor(role), poolMax: 1, applicationName: 'test' }),
  );
  try {
    return await Promise.all(open.map(run));
  } finally {
    await Promise.all(open.map((db) => db.close()));
  }
}

const turnsOf = (source: string) =>
  world.database.admin<{ state: string }>('select state from salience.turns where source = $1 order by seq', [
    source,
  ]);

describe('a move', () => {
  it('that several schedulers planned from the same version is made by one (law 4)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await aTask();
      const made = await atOnce(3, (db) => move(id, { version: 1 }, db));
      expect(made.map(({ status }) => status).toSorted()).toEqual(['moved', 'passed', 'passed']);
      expect(await rowOf(id)).toMatchObject({ state: 'running', version: 2, turnsUsed: 1 });
      await cancel(id);
      await move(id, { kind: 'reject', reason: 'cancelled' });
    }
    expect(await turnsOf('task')).toHaveLength(10);
  });

  it('takes a place, and no more begin than the agent has places, however many try', async () => {
    const ids = await Promise.all(Array.from({ length: 9 }, () => aTask()));
    const made = await atOnce(9, (db, n) => move(ids[n] as Id<'task'>, {}, db));
    expect(made.filter(({ status }) => status === 'moved')).toHaveLength(4);
    expect(made.filter(({ status }) => status === 'full')).toHaveLength(5);
    expect(await turnsOf('task')).toHaveLength(4);
  });

  it('that cannot be committed is told, and puts off what waits, so that those behind it are served', async () => {
    const broken = await aTask({ runAt: new Date(Date.now() - 60_000) });
    const next = await aTask();
    await world.database.admin(`update salience.tasks set thread_id = 'thr_nowhere' where id = $1`, [broken]);
    const due = async (): Promise<TaskFound[]> =>
      loadDueTasks(scheduler, { now: new Date(), limit: 10, agents: 10 });
    expect((await due()).map(({ id }) => id)).toEqual([broken]);
    const now = new Date();
    await expect(move(broken, { now })).rejects.toMatchObject({ code: 'database.failed', kind: 'bug' });
    const runAt = new Date(now.getTime() + 60_000);
    expect(await rowOf(broken)).toMatchObject({ state: 'scheduled', version: 2, runAt });
    expect(await turnsOf('task')).toEqual([]);
    expect((await due()).map(({ id }) => id)).toEqual([next]);
  });

  it('of one that runs and cannot go on changes nothing', async () => {
    const id = await aTask();
    await working(id);
    const before = await rowOf(id);
    const wrong = { n: 1, name: 'write', kind: 'nothing' as 'agent', attempt: 1 };
    await expect(move(id, { step: wrong })).rejects.toMatchObject({ code: 'database.failed' });
    expect(await rowOf(id)).toEqual(before);
  });

  it('is looked for where the turn has ended, the longest ended first, and where it is gone', async () => {
    const [first, second, third] = [await aTask(), await aTask(), await aTask()];
    const [one, two] = [await working(first), await working(second)];
    await working(third);
    await world.commit(two, { now: new Date(Date.now() - 5_000) });
    await world.commit(one);
    const found = async (): Promise<string[]> =>
      (await loadEndedTasks(scheduler, { limit: 10 })).map(({ id }) => id);
    expect(await found()).toEqual([second, first]);
    await world.database.admin(`update salience.tasks set turn_id = 'turn_gone' where id = $1`, [third]);
    expect(await found()).toEqual([third, second, first]);
  });

  it('and an answer to what its turn asked for cannot lock each other out (law 4)', async () => {
    for (let round = 0; round < 15; round += 1) {
      const id = await aTask();
      const { approvalId } = await asking(id);
      const version = (await rowOf(id))?.version ?? 0;
      const report = { text: 'May I?', trust: 'agent' } as const;
      await atOnce(3, async (db, n) => {
        if (n === 0) await move(id, { kind: 'review', reason: 'call', approvalId, report, version }, db);
        else if (n === 1) await approve(approvalId, db);
        else await cancel(id, db);
      });
      const row = await rowOf(id);
      expect(['rejected', 'running']).toContain(row?.state);
      expect(row?.cancelRequestedAt).not.toBeNull();
      await move(id, { kind: 'reject', reason: 'cancelled' });
    }
    const [counted] = await world.database.admin<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    expect(counted?.deadlocks).toBe(0);
  });
});

describe('a task that is cancelled', () => {
  it('while it waits for a person ends at once, and what it asked for cannot be allowed any more', async () => {
    const id = await aTask();
    const approvalId = await awaiting(id);
    expect(await cancel(id)).toMatchObject({
      status: 'cancelled',
      task: { state: 'rejected', reason: 'cancelled' },
    });
    expect(await approve(approvalId)).toMatchObject({ status: 'already', continuation: null });
    expect(await findApproval(world.consumer, world.agentId, approvalId)).toMatchObject({
      state: 'refused',
      resolvedBy: 'person',
    });
    expect(await turnsOf('approval')).toEqual([]);
    const [asked] = await world.database.admin('select state from salience.act_steps');
    expect(asked).toEqual({ state: 'denied' });
    expect(await world.database.admin('select state from salience.task_steps')).toEqual([
      { state: 'failed' },
    ]);
    expect(await cancel(id)).toMatchObject({ status: 'ended' });
  });

  it('between the end of its turn and the look at what that asked for does not do it either', async () => {
    const id = await aTask();
    const { approvalId, turnId } = await asking(id);
    expect(await cancel(id)).toMatchObject({ status: 'requested', turnId });
    expect(await approve(approvalId)).toMatchObject({ status: 'already', continuation: null });
    expect(await turnsOf('approval')).toEqual([]);
  });

  it('while its turn waits has that cancelled, and while it runs has it asked to stop', async () => {
    const [waits, runs] = [await aTask(), await aTask()];
    await move(waits);
    const taken = await working(runs);
    expect(await cancel(waits)).toMatchObject({ status: 'requested' });
    expect(await cancel(runs)).toMatchObject({ status: 'requested', turnId: taken.turn.id });
    const ended = await loadEndedTasks(scheduler, { limit: 10 });
    expect(ended.map(({ id, steps }) => [id, steps[0]?.turn?.state])).toEqual([[waits, 'cancelled']]);
  });

  it('while it moves on is cancelled all the same, in the state that it has come to', async () => {
    for (let round = 0; round < 15; round += 1) {
      const id = await aTask();
      await atOnce(2, async (db, n) =>
        n === 0 ? void (await move(id, { version: 1 }, db)) : void (await cancel(id, db)),
      );
      const [row] = await world.database.admin<{ ends: string }>(
        `select concat_ws(' ', t.state, 'turn', coalesce(u.state, 'none'), 'wished', t.cancel_requested_at is not null) as ends
         from salience.tasks t left join salience.turns u on u.id = t.turn_id where t.id = $1`,
        [id],
      );
      // A turn that was begun just before is not left to run for nobody.
      expect(['running turn cancelled wished t', 'rejected turn none wished t']).toContain(row?.ends);
      await move(id, { kind: 'reject', reason: 'cancelled' });
    }
  });

  it('is told from one that nobody has', async () => {
    expect(await cancel(newId('task'))).toEqual({ status: 'missing', task: null });
  });
});

describe('a task that is over', () => {
  it('goes on only if it failed or is dead, with its time and turns anew', async () => {
    const id = await aTask();
    await working(id);
    expect(await retryTask(world.consumer, { agentId: world.agentId, id, now: new Date() })).toMatchObject({
      status: 'refused',
      task: { state: 'running' },
    });
    await move(id, { kind: 'dead', reason: 'attempts' });
    expect(await retryTask(world.consumer, { agentId: world.agentId, id, now: new Date() })).toMatchObject({
      status: 'scheduled',
      task: { state: 'scheduled', reason: 'asked-again', turns_used: 0, started_at: null },
    });
  });

  it('has nothing asked any more', async () => {
    const id = await aTask();
    const { approvalId } = await asking(id);
    await move(id, { kind: 'dead', reason: 'quarantined' });
    expect(await approve(approvalId)).toMatchObject({ status: 'already', continuation: null });
    expect(await findApproval(world.consumer, world.agentId, approvalId)).toMatchObject({
      resolvedBy: 'task-ended',
    });
  });
});

describe('adding tasks', () => {
  it('makes no more than the agent may have open, however many are added at once', async () => {
    const made = await atOnce(
      12,
      (db) => add({ openMax: 5 }, db),
      'salience_consumer' as 'salience_scheduler',
    );
    expect(made.filter(({ status }) => status === 'added')).toHaveLength(5);
    expect(made.filter(({ status }) => status === 'full')).toHaveLength(7);
  });

  it('makes one for a key, also where another of it is the last that the agent may have (law 4)', async () => {
    const made = await atOnce(
      8,
      (db) => add({ idempotencyKey: 'the same', openMax: 1 }, db),
      'salience_consumer' as 'salience_scheduler',
    );
    expect(new Set(made.map(({ task }) => task?.id)).size).toBe(1);
    expect(made.filter(({ status }) => status === 'known')).toHaveLength(7);
  });
});

describe('the places of an agent', () => {
  const eve = { from: 'eve@x.org', text: 'One more.' };
  const many = async (count: number, at: number, more: object): Promise<string[]> => {
    const came: string[] = [];
    for (let uid = at; uid < at + count; uid += 1) {
      const subject = `${uid}`;
      const { authorisation, reason } = await takeMail(world, { ...eve, subject, uid, ...more });
      came.push(`${authorisation} ${reason}`);
    }
    return came;
  };

  it('threat: a sender cannot take more than a tenth of them, nor an inlet more than half', async () => {
    const came = await many(12, 1, {});
    expect(new Set(came.slice(0, 10))).toEqual(new Set(['allow verified']));
    expect(came.slice(10)).toEqual(['reject rate-limited', 'reject rate-limited']);
    await expect(many(1, 20, { refuse: true })).rejects.toThrow('full');
    for (let n = 0; n < 4; n += 1) await many(10, 100 + n * 10, { from: `eve${n}@x.org` });
    await expect(many(1, 200, { from: 'bo@x.org' })).rejects.toThrow('full');
  });

  it('threat: strangers leave the last tenth of them to the owner', async () => {
    for (let n = 0; n < 18; n += 1) await add({ openMax: 20 });
    await expect(many(1, 1, { openMax: 20 })).rejects.toThrow('full');
    expect(await many(1, 1, { openMax: 20, authority: 'owner_verified' })).toEqual(['allow verified']);
  });
});

it('whatever a server says that asks to be tried again is no reason to put a task off', async () => {
  const id = await aTask();
  const slow = createDatabase({
    url: world.database.urlFor('salience_scheduler'),
    poolMax: 1,
    applicationName: 'test',
  });
  await slow.pool.query("set lock_timeout = '20ms'");
  const holder = await world.database.connect('salience_consumer').pool.connect();
  try {
    await holder.query('begin');
    await holder.query("select set_config('app.agent', $1, true)", [world.agentId]);
    await holder.query('select 1 from salience.agendas where agent_id = $1 for update', [world.agentId]);
    const error = await move(id, {}, slow).catch((thrown: unknown) => thrown);
    expect(isSalienceError(error) && error.kind).toBe('retryable');
  } finally {
    await holder.query('rollback');
    holder.release();
    await slow.close();
  }
  expect(await rowOf(id)).toMatchObject({ state: 'scheduled', version: 1 });
});
