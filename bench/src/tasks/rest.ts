import type { TestDatabase } from '@salience/testing';
import { cpuBetween, ledgerOf, readCpu, rounded } from '@salience/testing/load';
import { setTimeout as pause } from 'node:timers/promises';
import { type Fleet, pidsOf } from './drain.ts';

/** What a fleet at rest does in some seconds. */
export interface Rest {
  /** Statements, those inside functions included. */
  readonly statements: number;
  /** Entries of indexes and rows that were read, of any table. */
  readonly rows: number;
  /** Of these, entries and rows of tasks. */
  readonly rowsOfWaiting: number;
  readonly cpuMs: Readonly<Record<string, number>>;
}

/** Looks at a fleet for some seconds, after it has come to rest. */
export async function restOf(all: Fleet, seconds: number): Promise<Rest> {
  await pause(5_000);
  const { database, stores } = all;
  const [before, from] = [await rowsOf(database), readCpu(pidsOf(all))];
  const { statements } = await ledgerOf(stores, () => pause(1_000 * seconds));
  const used = cpuBetween(from, readCpu(pidsOf(all)));
  const after = await rowsOf(database);
  return {
    statements,
    rows: after.all - before.all,
    rowsOfWaiting: after.tasks - before.tasks,
    cpuMs: used,
  };
}

async function rowsOf(database: TestDatabase): Promise<{ all: number; tasks: number }> {
  const [row] = await database.admin<{ all: number; tasks: number }>(
    `select coalesce(sum(rows), 0)::float8 as all, coalesce(sum(rows) filter (where name = 'tasks'), 0)::float8 as tasks from (
       select t.relname as name, t.seq_tup_read + coalesce(t.idx_tup_fetch, 0)
         + coalesce((select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0) as rows
       from pg_stat_user_tables t where t.schemaname = 'salience') r`,
  );
  return row ?? { all: 0, tasks: 0 };
}

/** Tasks that wait: four of ten for tomorrow, three for another try tomorrow, three for a person who has a day. */
export async function plantWaiting(
  database: TestDatabase,
  agents: readonly string[],
  count: number,
): Promise<void> {
  // Requests are planted without the turns that asked.
  for (const table of ['act_steps', 'approvals'])
    await database.admin(`alter table salience.${table} disable trigger all`);
  await database.admin(
    `with made as (
       insert into salience.tasks (id, agent_id, source, title, text, from_name, trust, authority, action_class, granted, plan, state, run_at, approval_id, created_at)
       select 'tsk_' || md5('waits ' || n), ($1::text[])[1 + n % cardinality($1::text[])], 'api', 'A task', repeat('words ', 200), 'owner', 'user', 'system', 'write_local',
         '{"authority": "system", "allowed": [], "until": null, "by": null}',
         '{"steps": [{"kind": "agent", "name": "step-1", "text": "Answer the message."}], "turns_max": 8, "hours_max": 8}',
         case when n % 10 < 4 then 'scheduled' when n % 10 < 7 then 'retry_wait' else 'awaiting_review' end, now() + interval '1 day',
         case when n % 10 >= 7 then 'apr_' || n end, now()
       from generate_series(0, $2::integer - 1) n returning *
     ), asked as (
       insert into salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, at)
       select 'run_' || approval_id, 0, agent_id, 'thread', 'run_' || approval_id, 'action', 'asked', created_at from made where approval_id is not null
     )
     insert into salience.approvals (id, agent_id, thread_id, run_id, n, turn_id, tool, arguments, arguments_hash, reason, tier, created_at, expires_at, kind, task_id)
     select approval_id, agent_id, 'thread', 'run_' || approval_id, 0, 'run_' || approval_id, 'message', '{}', 'x', 'x', 'organise', created_at,
       created_at + interval '1 day', 'message', id from made where approval_id is not null`,
    [agents, count],
  );
  await database.admin('vacuum analyze');
}

/** What the waiting ones add, as ratios. */
export function ratioOf(none: Rest, some: Rest): { statements: number; rows: number; cpu: number } {
  const cpu = ({ cpuMs }: Rest): number => (cpuMs['scheduler'] ?? 0) + (cpuMs['postgres'] ?? 0);
  return {
    statements: rounded(some.statements / none.statements),
    rows: rounded(some.rows / none.rows),
    cpu: rounded(cpu(some) / cpu(none)),
  };
}
