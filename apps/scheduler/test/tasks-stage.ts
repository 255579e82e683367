import type { AgentId, Id, TaskState } from '@salience/contracts';
import { createSharedClock, type Database } from '@salience/database';
import { createAgent } from '@salience/database/agents';
import { addTask, type AddTask } from '@salience/database/tasks';
import { singlePlan } from '@salience/tasks';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import type { TestDatabase, TestQueues } from '@salience/testing';
import type { Deps } from '../src/deps.ts';

/** A change of a task's row as the ledger was seen to write it, in the order of its agent. */
export interface SeenMove {
  readonly seq: number;
  readonly taskId: Id<'task'>;
  readonly agentId: AgentId;
  /** Null: the row was made. */
  readonly from: TaskState | null;
  readonly to: TaskState;
  readonly version: number;
  readonly turnId: string | null;
  readonly cancelled: boolean;
}

/** What a test sees of the ledger. */
export interface LedgerWatch {
  /** Every change so far. */
  moves(): Promise<SeenMove[]>;
}

/**
 * Has every change of a task noted where it is made. What begins or ends a task holds its agenda then, so among these the numbers of one agent follow the order
 * of the commits. `waitMs`: each change dawdles for up to so long with its locks held, so that others run into it.
 */
export async function watchLedger(database: TestDatabase, { waitMs = 0 } = {}): Promise<LedgerWatch> {
  await database.admin(`create schema watch;
    create table watch.moves (seq bigserial primary key, task_id text, agent_id text, was text, is_now text, version bigint, turn_id text, cancelled boolean);
    create function watch.note() returns trigger language plpgsql security definer as $$
    begin
      insert into watch.moves (task_id, agent_id, was, is_now, version, turn_id, cancelled)
      values (new.id, new.agent_id, case when tg_op = 'UPDATE' then old.state end, new.state, new.version, new.turn_id, new.cancel_requested_at is not null);
      perform pg_sleep(random() * ${waitMs} / 1000.0);
      return null;
    end $$;
    create trigger zz_watch after insert or update on salience.tasks for each row execute function watch.note();`);
  return {
    moves: () =>
      database.admin<SeenMove & Record<string, unknown>>(
        `select seq::int, task_id as "taskId", agent_id as "agentId", was as "from", is_now as "to", version::int, turn_id as "turnId", cancelled
         from watch.moves order by seq`,
      ),
  };
}

/** Agents that have nothing yet. */
export async function plantAgents(
  database: TestDatabase,
  count: number,
  concurrent?: number,
): Promise<AgentId[]> {
  const operator = database.connect('salience_operator');
  const settings = concurrent === undefined ? {} : { tasks: { concurrent } };
  const ids: AgentId[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await createAgent(operator, { name: `worker-${n}`, persona: 'Helpful.', settings })).id);
  return ids;
}

/** A task as a person asks for it; due now unless the test says more. */
export async function ask(
  db: Database,
  agentId: AgentId,
  text: string,
  more: Partial<AddTask> = {},
): Promise<Id<'task'>> {
  const now = more.now ?? new Date();
  const { task } = await addTask(db, {
    agentId,
    source: 'api',
    title: text.slice(0, 60),
    text,
    fromName: 'owner',
    trust: 'user',
    authority: 'system',
    actionClass: 'code_or_computer',
    grant: { authority: 'system', allowed: [], until: null, by: null },
    plan: singlePlan('Answer the message.'),
    runAt: now,
    now,
    zone: 'UTC',
    idempotencyKey: undefined,
    openMax: 100_000,
    ...more,
  });
  if (task === null) throw new Error('expected the task to be added');
  return task.id;
}

/** What a scheduler that runs in the test is made of; it ticks by the shared clock. */
export function schedulerDeps(
  database: TestDatabase,
  queues: TestQueues,
  db: Database = database.connect('salience_scheduler'),
): Deps {
  return {
    clock: createSharedClock(db),
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    queues,
  };
}

/** The starts of first turns, in their order. */
export function startsOf(moves: readonly SeenMove[]): SeenMove[] {
  return moves.filter(({ from, to }) => (from === 'scheduled' || from === 'retry_wait') && to === 'running');
}

/** The most tasks of one agent that ran at once when one of them began; a person's answer has one go on whatever runs beside it. */
export function mostAtOnce(moves: readonly SeenMove[]): number {
  const running = new Map<string, number>();
  let most = 0;
  for (const { agentId, from, to } of moves) {
    const now = (running.get(agentId) ?? 0) + Number(to === 'running') - Number(from === 'running');
    running.set(agentId, now);
    if (to === 'running' && from !== 'awaiting_review' && from !== 'running') most = Math.max(most, now);
  }
  return most;
}

/** How evenly agents were served that had `backlog` tasks each, all due at once, and `places` of them. */
export interface Fairness {
  /** While one had a free place and work for it: the most starts that any other got before it got its next. */
  readonly bypassed: number;
  /** The most that one was ahead of another in starts while both had work waiting. */
  readonly apart: number;
  /** The most starts of one for each start of another, once each had begun half of its tasks. */
  readonly ratio: number;
}

/** Reads from the moves of agents how evenly they were served. */
export function fairnessOf(
  moves: readonly SeenMove[],
  { backlog, places }: { readonly backlog: number; readonly places: number },
): Fairness {
  const agents = [...new Set(moves.map(({ agentId }) => agentId))];
  const begun = new Map(agents.map((id) => [id, 0]));
  const running = new Map(agents.map((id) => [id, 0]));
  /** Of each that waits, what the others got since. */
  const others = new Map(agents.map((id) => [id, new Map<string, number>()]));
  const most = { bypassed: 0, apart: 0, ratio: 1 };
  const waits = (id: string): boolean => countOf(begun, id) < backlog && countOf(running, id) < places;
  for (const { agentId, from, to } of moves) {
    const begins = from !== 'running' && to === 'running';
    if (!begins && from !== 'running') continue;
    if (begins) {
      begun.set(agentId, countOf(begun, agentId) + 1);
      for (const other of agents) {
        const got = others.get(other);
        if (other === agentId || got === undefined || !waits(other)) continue;
        got.set(agentId, countOf(got, agentId) + 1);
        most.bypassed = Math.max(most.bypassed, countOf(got, agentId));
      }
      others.set(agentId, new Map());
      const counts = [...begun.values()].filter((count) => count < backlog);
      const [least, greatest] = [Math.min(...counts), Math.max(...counts)];
      if (counts.length > 1) most.apart = Math.max(most.apart, greatest - least);
      if (counts.length > 1 && 2 * least >= backlog) most.ratio = Math.max(most.ratio, greatest / least);
    }
    running.set(agentId, countOf(running, agentId) + Number(begins) - Number(from === 'running'));
  }
  return most;
}

function countOf(counts: ReadonlyMap<string, number>, id: string): number {
  return counts.get(id) ?? 0;
}
