import { acceptSaid, type SpawnedApp, type TestDatabase, until } from '@salience/testing';
import { cpuBetween, readCpu, rounded, type Stores } from '@salience/testing/load';

/** What is measured. */
export interface Fleet {
  readonly database: TestDatabase;
  readonly fleet: readonly SpawnedApp[];
  readonly stores: Stores;
}

const places = 4;
const patience = { timeoutMs: 1_800_000, everyMs: 100 };

/** Agents like the default one. */
export async function plantAgents(database: TestDatabase, count: number): Promise<string[]> {
  const rows = await database.admin<{ id: string }>(
    `insert into salience.agents (id, name, persona, settings)
     select 'agt_' || md5('worker ' || n), 'worker-' || n, persona, settings from salience.agents, generate_series(1, $1::integer) n
     where name = 'default' returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** The processes of a fleet by kind. */
export function pidsOf({ fleet, stores }: Fleet): Record<string, number | number[]> {
  const of = (name: string): number[] => fleet.filter(({ app }) => app === name).map(({ pid }) => pid);
  return { scheduler: of('scheduler'), digest: of('digest'), ...stores.pids() };
}

/** Seconds and processor time of some work. */
async function timed(all: Fleet, work: () => Promise<void>, count: number) {
  const before = readCpu(pidsOf(all));
  const from = performance.now();
  await work();
  const seconds = (performance.now() - from) / 1_000;
  const used = cpuBetween(before, readCpu(pidsOf(all)));
  const cpuMs = Object.fromEntries(Object.entries(used).map(([name, ms]) => [name, rounded(ms / count)]));
  return { seconds: rounded(seconds), perS: rounded(count / seconds), cpuMs };
}

/** Drains tasks between two floors. */
export async function drain(all: Fleet, agents: readonly string[], count: number) {
  await turns(all, agents, Math.min(200, count), 'warm');
  const first = await timed(all, () => turns(all, agents, count, 'before'), count);
  await plantTasks(all.database, agents, count);
  const tasks = await timed(all, () => allEnded(all.database), count);
  const second = await timed(all, () => turns(all, agents, count, 'after'), count);
  const seen = await begunOf(all.database, count);
  const floorS = (first.seconds + second.seconds) / 2;
  const ratio = rounded(tasks.seconds / floorS);
  const cpuRatio = rounded((2 * sumOf(tasks.cpuMs)) / (sumOf(first.cpuMs) + sumOf(second.cpuMs)));
  const holds =
    seen.twice === 0 &&
    seen.outOfOrder === 0 &&
    seen.atOnce <= places &&
    seen.completed === count &&
    ratio <= 2;
  return {
    agents: agents.length,
    tasks: { count, ...tasks, ...seen },
    turns: [first, second],
    ratio,
    cpuRatio,
    holds,
  };
}

function sumOf(by: Readonly<Record<string, number>>): number {
  return Object.values(by).reduce((sum, ms) => sum + ms, 0);
}

/** Plain turns, each in a thread of its own: accepted at once, found by the sweep of lanes, answered. */
async function turns(
  { database }: Fleet,
  agents: readonly string[],
  count: number,
  mark: string,
): Promise<void> {
  const consumer = database.connect('salience_consumer');
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      acceptSaid(consumer, `What was number ${n} of them about?`, {
        agentId: agents[n % agents.length] as never,
        threadKey: `${mark} ${n}`,
      }),
    ),
  );
  await until(
    async () => {
      const [row] = await database.admin<{ left: number }>(
        'select count(*)::int as left from salience.lanes where has_work',
      );
      return row?.left === 0;
    },
    { what: 'the turns', ...patience },
  );
}

/** Tasks that are all due at once, those of each agent a millisecond apart. */
async function plantTasks(database: TestDatabase, agents: readonly string[], count: number): Promise<void> {
  await database.admin(
    `insert into salience.tasks (id, agent_id, source, title, text, from_name, trust, authority, action_class, granted, plan, state, reason, run_at, created_at)
     select 'tsk_' || md5('bench ' || n), ($1::text[])[1 + n % cardinality($1::text[])], 'api', 'A task', 'What was number ' || n || ' of them about?', 'owner', 'user', 'system',
       'code_or_computer', '{"authority": "system", "allowed": [], "until": null, "by": null}',
       '{"steps": [{"kind": "agent", "name": "step-1", "text": "Answer the message."}], "turns_max": 8, "hours_max": 8}', 'scheduled', 'asked-for',
       now() - (n / cardinality($1::text[])) * interval '1 millisecond', now()
     from generate_series(0, $2::integer - 1) n`,
    [agents, count],
  );
}

async function allEnded(database: TestDatabase): Promise<void> {
  await until(
    async () => {
      const [row] = await database.admin<{ left: number }>(
        'select count(*)::int as left from salience.tasks where ended_at is null',
      );
      return row?.left === 0;
    },
    { what: 'the tasks', ...patience },
  );
}

/** How the tasks were begun: by the turns that began them. */
async function begunOf(database: TestDatabase, count: number) {
  const rows = await database.admin<{
    agent: string;
    due: Date;
    at: Date;
    ended: Date;
    state: string;
    turns: number;
  }>(
    `select t.agent_id as agent, t.run_at as due, u.accepted_at as at, t.ended_at as ended, t.state,
       (select count(*)::int from salience.turns w where w.thread_id = t.thread_id) as turns
     from salience.tasks t left join salience.turns u on u.id = t.turn_id order by u.accepted_at, t.run_at`,
  );
  const times = new Map<string, number>();
  const begun = new Map<string, number>();
  const each = new Map([...Map.groupBy(rows, ({ agent }) => agent)].map(([agent, of]) => [agent, of.length]));
  let [outOfOrder, apart] = [0, 0];
  for (const { agent, due } of rows) {
    if (due.getTime() < (times.get(agent) ?? 0)) outOfOrder += 1;
    times.set(agent, due.getTime());
    begun.set(agent, (begun.get(agent) ?? 0) + 1);
    const waiting = [...each]
      .filter(([id, all]) => (begun.get(id) ?? 0) < all)
      .map(([id]) => begun.get(id) ?? 0);
    if (waiting.length > 1) apart = Math.max(apart, Math.max(...waiting) - Math.min(...waiting));
  }
  const atOnce = Math.max(
    ...rows.map(
      ({ agent, at }) => rows.filter((one) => one.agent === agent && one.at <= at && one.ended > at).length,
    ),
  );
  return {
    completed: rows.filter(({ state }) => state === 'completed').length,
    twice: rows.filter(({ turns: found }) => found !== 1).length + Math.abs(rows.length - count),
    outOfOrder,
    atOnce,
    /** The most that one agent was ahead of another in starts while both had more. */
    apart,
  };
}
