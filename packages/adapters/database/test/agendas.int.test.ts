import type { AgentId } from '@salience/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database, newId } from '../src/index.ts';
import { createAgent } from '../src/doors/agents.ts';
import { loadDueTasks, loadEndedTasks, moveTask, sweepAgendas, type TaskFound } from '../src/doors/tasks.ts';
import { asRole } from './planted.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let db: Database;
beforeEach(async () => {
  world = await createWorld();
  db = world.database.connect('salience_scheduler');
  // Requests are planted without the turns that asked.
  for (const table of ['act_steps', 'approvals'])
    await world.database.admin(`alter table salience.${table} disable trigger all`);
});
afterEach(() => world.database.close());

const now = new Date();

/** Tasks of an agent in a state, due at a time; those that wait for a person have their request. */
async function plant(
  agentId: AgentId,
  count: number,
  { state = 'scheduled', dueInMs = 0 }: { readonly state?: string; readonly dueInMs?: number } = {},
): Promise<void> {
  const mark = newId('task');
  await world.database.admin(
    `with made as (
       insert into salience.tasks (id, agent_id, source, title, text, from_name, trust, authority, action_class, granted, plan, state, run_at, turn_id, approval_id,
         created_at, ended_at)
       select $1 || '_' || lpad(n::text, 6, '0'), $2, 'mail', 'A title', repeat('words ', 100), 'somebody', 'external', 'external_verified', 'write_local',
         '{"authority": "external_verified", "allowed": [], "until": null, "by": null}',
         '{"steps": [{"kind": "agent", "name": "step-1", "text": "Do it."}], "turns_max": 8, "hours_max": 8}', $3,
         $4::timestamptz + n * interval '1 microsecond', case $3 when 'running' then 'turn_' || n end,
         case $3 when 'awaiting_review' then 'apr_' || $1 || n end, $4, case when $3 in ('completed', 'rejected') then $4::timestamptz end
       from generate_series(1, $5::integer) n returning *
     ), stepped as (
       insert into salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, at)
       select 'run_' || approval_id, 0, agent_id, 'thread', 'run_' || approval_id, 'action', 'asked', created_at from made where approval_id is not null
     )
     insert into salience.approvals (id, agent_id, thread_id, run_id, n, turn_id, tool, arguments, arguments_hash, reason, tier, created_at, expires_at, kind, task_id)
     select approval_id, agent_id, 'thread', 'run_' || approval_id, 0, 'run_' || approval_id, 'message', '{}', 'x', 'x', 'organise', created_at,
       created_at + interval '1 day', 'message', id from made where approval_id is not null`,
    [mark, agentId, state, new Date(now.getTime() + dueInMs), count],
  );
}

async function agents(count: number): Promise<AgentId[]> {
  const operator = world.database.connect('salience_operator');
  const made = Array.from({ length: count }, (_, n) => createAgent(operator, { name: `a${n}`, persona: '' }));
  return (await Promise.all(made)).map(({ id }) => id);
}

async function agendaOf(agentId: AgentId) {
  const [row] = await world.database.admin<{
    running: number;
    open: number;
    concurrent: number;
    due: Date | null;
  }>('select running, open, concurrent, next_at as due from salience.agendas where agent_id = $1', [agentId]);
  return row;
}

const due = (limit = 100, agentsAtOnce = 64): Promise<TaskFound[]> =>
  loadDueTasks(db, { now: new Date(), limit, agents: agentsAtOnce });

/** Begins the first step of a task. */
const begin = ({ id, version }: TaskFound, through = db) =>
  moveTask(through, {
    id,
    version,
    now: new Date(),
    kind: 'begin',
    text: 'Do it.',
    trust: 'external',
    quiet: true,
    step: { n: 0, name: 'step-1', kind: 'agent', attempt: 1 },
  });

describe('an agenda', () => {
  it('counts what is open and what runs, and names a time that is never later than the first that is due', async () => {
    const { agentId } = world;
    await plant(agentId, 2, { dueInMs: 60_000 });
    await plant(agentId, 3, { state: 'awaiting_review' });
    expect(await agendaOf(agentId)).toMatchObject({ running: 0, open: 5, concurrent: 4 });
    expect(await due()).toEqual([]);
    await plant(agentId, 1);
    const [first] = await due();
    expect((await begin(first as TaskFound)).status).toBe('moved');
    expect(await agendaOf(agentId)).toMatchObject({ running: 1, open: 6 });
    expect(await due()).toEqual([]);
    expect((await agendaOf(agentId))?.due?.getTime()).toBeGreaterThan(now.getTime() + 59_000);
    expect(await sweepAgendas(db, { whole: true })).toBe(0);
  });

  it('is not touched by a message that is turned away', async () => {
    await plant(world.agentId, 1, { state: 'rejected' });
    expect(await agendaOf(world.agentId)).toBeUndefined();
  });

  it('that is wrong, or gone, is set right by a sweep, which counts it; without faults it finds none', async () => {
    const [wrong, gone, late, right] = (await agents(4)) as [AgentId, AgentId, AgentId, AgentId];
    for (const agentId of [wrong, gone, late, right]) {
      await plant(agentId, 2, { dueInMs: 60_000 });
      await plant(agentId, 1, { state: 'running' });
      await plant(agentId, 1, { state: 'awaiting_review' });
      await plant(agentId, 5, { state: 'completed' });
    }
    expect(await sweepAgendas(db, { whole: true })).toBe(0);
    const before = await agendaOf(right);
    await world.database.admin('update salience.agendas set running = 4, open = 0 where agent_id = $1', [
      wrong,
    ]);
    await world.database.admin('update salience.agendas set next_at = null where agent_id = $1', [late]);
    expect(await sweepAgendas(db, { whole: false })).toBe(2);
    await world.database.admin('update salience.agendas set open = 0 where agent_id = $1', [wrong]);
    await world.database.admin('delete from salience.agendas where agent_id = $1', [gone]);
    expect(await sweepAgendas(db, { whole: false })).toBe(0);
    expect(await sweepAgendas(db, { whole: true })).toBe(2);
    expect(before).toMatchObject({ running: 1, open: 4, concurrent: 4 });
    for (const agentId of [wrong, gone, late, right])
      expect(await agendaOf(agentId)).toEqual({ ...before, due: expect.any(Date) });
    expect(await sweepAgendas(db, { whole: true })).toBe(0);
  });

  it('that somebody changes just now is left alone by a sweep, which waits for nobody', async () => {
    await plant(world.agentId, 1, { dueInMs: 60_000 });
    await world.database.admin('update salience.agendas set running = 7');
    await asRole(world.database.adminUrl, async (client) => {
      await client.query('begin');
      await client.query('select 1 from salience.agendas for update');
      expect(await sweepAgendas(db, { whole: true })).toBe(0);
      await client.query('commit');
    });
    expect(await sweepAgendas(db, { whole: true })).toBe(1);
  });

  it('follows the settings of its agent with the next sweep, and is not wrong for that', async () => {
    await plant(world.agentId, 1, { dueInMs: 60_000 });
    await world.database.admin(
      `update salience.agents set settings = settings || '{"tasks": {"concurrent": 9}}'`,
    );
    expect(await sweepAgendas(db, { whole: true })).toBe(0);
    expect(await agendaOf(world.agentId)).toMatchObject({ concurrent: 9 });
  });
});

describe('what is begun next', () => {
  it('is of each agent what is due longest, agents first that were served longest ago, however few are looked at', async () => {
    const all = await agents(30);
    for (const agentId of all) await plant(agentId, 3);
    const served = new Map<string, number>();
    // A look takes 4 of 30 agents, and each has a place for all that it has.
    for (let look = 0; look < 15; look += 1)
      for (const task of await due(100, 4)) {
        expect((await begin(task)).status).toBe('moved');
        served.set(task.agent_id, (served.get(task.agent_id) ?? 0) + 1);
      }
    expect(served).toEqual(new Map(all.map((id) => [id, 2])));
  });

  it('is begun in the order of its time by any number of schedulers, and within the places of its agent', async () => {
    const { agentId } = world;
    await plant(agentId, 40);
    const begun: string[] = [];
    const most = { running: 0 };
    const scheduler = async (): Promise<void> => {
      const own = createDatabase({
        url: world.database.urlFor('salience_scheduler'),
        poolMax: 4,
        applicationName: 'test',
      });
      while (begun.length < 40) {
        const found = await loadDueTasks(own, { now: new Date(), limit: 100, agents: 64 });
        await Promise.all(found.toReversed().map((task) => begin(task, own)));
        // A task ends, which frees its place.
        const rows = await world.database.admin<{ id: string; running: number }>(
          `with ended as (select id from salience.tasks where state = 'running' order by random() limit 1 for update skip locked)
           update salience.tasks t set state = 'completed', ended_at = now(), version = version + 1 from ended where t.id = ended.id
           returning t.id, (select running from salience.agendas where agent_id = $1) as running`,
          [agentId],
        );
        for (const { running } of rows) most.running = Math.max(most.running, running);
        const order = await world.database.admin<{ id: string }>(
          // In the order of their transactions.
          'select task_id as id from salience.task_steps order by xmin::text::bigint',
        );
        begun.splice(0, begun.length, ...order.map(({ id }) => id));
      }
      await own.close();
    };
    await Promise.all([scheduler(), scheduler(), scheduler()]);
    expect(begun).toEqual(begun.toSorted());
    expect(most.running).toBeLessThanOrEqual(4);
  });
});

/** What a session reads of tables and their indexes while it does something: rows by table. */
async function readsOf(session: Database, run: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async (): Promise<Record<string, number>> => {
    await session.pool.query('select pg_stat_force_next_flush()');
    await session.pool.query('select 1');
    const rows = await world.database.admin<{ name: string; rows: number }>(
      `select t.relname as name, (t.seq_tup_read + coalesce(t.idx_tup_fetch, 0) + coalesce((select sum(i.idx_tup_read)
         from pg_stat_user_indexes i where i.relid = t.relid), 0))::int as rows
       from pg_stat_user_tables t, pg_stat_clear_snapshot() where t.schemaname = 'salience'`,
    );
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
  };
  const before = await read();
  await run();
  const after = await read();
  return Object.fromEntries(
    Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  );
}

/** Vacuums until no dead row is left. A row that another session may still see stays, and autovacuum is such a session while it analyses. */
async function vacuumAgendas(): Promise<void> {
  for (let dead = 1; dead > 0; ) {
    await world.database.admin('vacuum salience.agendas');
    const [left] = await world.database.admin<{ dead: number }>(
      `select n_dead_tup::int as dead from pg_stat_user_tables where schemaname = 'salience' and relname = 'agendas'`,
    );
    dead = left?.dead ?? 0;
  }
}

it('ten looks at a ledger with 10,000 waiting tasks and 10,000 ended ones read no row of either, and sweeps one of each agent', async () => {
  const all = await agents(10);
  for (const agentId of all) {
    await plant(agentId, 400, { dueInMs: 86_400_000 });
    await plant(agentId, 300, { dueInMs: 86_400_000, state: 'retry_wait' });
    await plant(agentId, 300, { state: 'awaiting_review' });
    await plant(agentId, 1_000, { state: 'completed' });
  }
  // What planting left behind of the agendas is no row that a look reads.
  await vacuumAgendas();
  await world.database.admin('analyze');
  const session = createDatabase({
    // What others read on a pooler's connection would be counted here.
    url: world.database.directUrlFor('salience_scheduler'),
    poolMax: 1,
    applicationName: 'test',
  });
  const look = async (): Promise<number> => {
    const ended = await loadEndedTasks(session, { limit: 100 });
    const found = await loadDueTasks(session, { now: new Date(), limit: 100, agents: 64 });
    return ended.length + found.length;
  };
  // The first ones on a connection make plans, and look at the ends of indexes for that.
  for (let n = 0; n < 10; n += 1) expect(await look()).toBe(0);
  const reads = await readsOf(session, async () => {
    for (let n = 0; n < 10; n += 1) await look();
  });
  const { agendas, approvals, act_steps: steps, lanes, task_steps: taskSteps, tasks, threads, turns } = reads;
  expect({ agendas, approvals, steps, lanes, taskSteps, tasks, threads, turns }).toEqual({
    agendas: 0,
    approvals: 0,
    steps: 0,
    lanes: 0,
    taskSteps: 0,
    tasks: 0,
    threads: 0,
    turns: 0,
  });
  // The safety sweep looks at the first of each agent that waits, and at nothing else of them.
  const sweeps = await readsOf(session, async () => {
    for (let n = 0; n < 10; n += 1) expect(await sweepAgendas(session, { whole: false })).toBe(0);
  });
  expect(sweeps['approvals']).toBe(0);
  expect(sweeps['tasks']).toBeLessThanOrEqual(2 * 10 * all.length);
  // One that comes due is found, and it alone is read; so is the next of its agent once it has begun, which waits for tomorrow.
  await plant(all[0] as AgentId, 1);
  const one = await readsOf(session, async () => expect(await look()).toBe(1));
  const [task] = await due();
  await begin(task as TaskFound);
  const next = await readsOf(session, async () => expect(await look()).toBe(0));
  const few = 10;
  expect([one['tasks'], next['tasks']].map((rows) => rows !== undefined && rows <= few)).toEqual([
    true,
    true,
  ]);
  expect((await agendaOf(all[0] as AgentId))?.due?.getTime()).toBeGreaterThan(now.getTime() + 80_000_000);
  await session.close();
}, 60_000);
