import type { AgentId, Id } from '@salience/contracts';
import type { Database } from '@salience/database';
import { findTask, notePulseEvent, sweepAgendas, tickOf } from '@salience/database/tasks';
import { linearPlan } from '@salience/tasks';
import {
  backends,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  fairnessOf,
  type LedgerWatch,
  mostAtOnce,
  plantAgents,
  startsOf,
  watchLedger,
} from './tasks-stage.ts';

const patience = { timeoutMs: 90_000 };
const concurrent = 4;
const schedulers = 3;

describe.each(backends().slice(0, 1))('with three schedulers and two digests on %s', (backend) => {
  let database: TestDatabase;
  let queues: TestQueues;
  let watch: LedgerWatch;
  let db: Database;
  let agents: AgentId[];
  let fleet: SpawnedApp[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    queues = await testQueues(backend, database);
    watch = await watchLedger(database);
    db = database.connect('salience_consumer');
    agents = await plantAgents(database, 5);
    const apps = ['digest', 'digest', 'scheduler', 'scheduler', 'scheduler'] as const;
    const env = { SALIENCE_TICK_MS: '2000' };
    fleet = await Promise.all(apps.map((app) => spawnApp(app, { database, queues, env, readyMs: 120_000 })));
  }, 180_000);
  afterAll(async () => {
    await Promise.all(fleet.map((app) => app.stop()));
  });

  const anAgent = (): AgentId => agents[0] as AgentId;
  const ended = (agentId: AgentId, id: Id<'task'>) =>
    until(
      async () => {
        const found = await findTask(db, agentId, id);
        return found?.task.endedAt === null ? undefined : found;
      },
      { what: `the end of task ${id}`, ...patience },
    );
  const allEnded = () =>
    until(
      async () => {
        const [left] = await database.admin<{ open: number }>(
          'select count(*)::int as open from salience.tasks where ended_at is null',
        );
        return left?.open === 0;
      },
      { what: 'the end of all tasks', everyMs: 100, ...patience },
    );

  it('a task is begun, answered and completed', async () => {
    const id = await ask(db, anAgent(), 'What is the capital of France?');
    expect(await ended(anAgent(), id)).toMatchObject({
      task: { state: 'completed', turnsUsed: 1 },
      steps: [{ name: 'step-1', state: 'done', attempt: 1 }],
    });
  });

  it('a task goes through its steps one after another, and its end is told', async () => {
    const plan = linearPlan(['Remember that the meeting is on Monday.', 'Say when the meeting is.']);
    const id = await ask(db, anAgent(), '', { plan, title: 'The meeting' });
    const found = await ended(anAgent(), id);
    expect(found?.steps.map(({ name, state }) => [name, state])).toEqual([
      ['step-1', 'done'],
      ['step-2', 'done'],
    ]);
    const turns = await database.admin<{ source: string; text: string }>(
      'select source, text from salience.turns where agent_id = $1 and thread_id = $2 order by seq',
      [anAgent(), found?.task.threadId],
    );
    expect(turns.map(({ source }) => source)).toEqual(['task', 'task', 'report']);
    expect(turns[2]?.text).toContain('Done: ');
    expect(found?.task.result).toBe(found?.steps[1]?.result);
  });

  it('many that are due at once are begun once each, in order of their time, agents taking turns, within their places (law 4)', async () => {
    const before = (await watch.moves()).length;
    const backlog = 40;
    const due = Date.now() + 500;
    // Asked for in an order that is not that of their times.
    const wanted = agents.flatMap((agentId) =>
      Array.from({ length: backlog }, (_, n) => ({ agentId, runAt: new Date(due - ((n * 17) % backlog)) })),
    );
    const ids = await Promise.all(
      wanted.map(({ agentId, runAt }, n) => ask(db, agentId, `What was number ${n} about?`, { runAt })),
    );
    await allEnded();
    const moves = (await watch.moves()).slice(before);
    const starts = startsOf(moves);
    expect(starts.map(({ taskId }) => taskId).toSorted()).toEqual(ids.toSorted());
    const timeOf = new Map(ids.map((id, n) => [id, wanted[n]?.runAt.getTime()]));
    for (const agentId of agents) {
      const times = starts
        .filter((start) => start.agentId === agentId)
        .map(({ taskId }) => timeOf.get(taskId));
      expect(times).toEqual(times.toSorted((a, b) => Number(a) - Number(b)));
    }
    expect(mostAtOnce(moves)).toBe(concurrent);
    const fairness = fairnessOf(moves, { backlog, places: concurrent });
    expect(fairness.bypassed).toBeLessThanOrEqual(schedulers);
    expect(fairness.ratio).toBeLessThan(2);
    const rows = await database.admin<{ state: string; turns: number; begun: number; told: number }>(
      `select t.state, t.turns_used as turns, (select count(*)::int from salience.task_steps s where s.task_id = t.id) as begun,
         (select count(*)::int from salience.turns u where u.thread_id = t.thread_id) as told
       from salience.tasks t where t.id = any ($1)`,
      [ids],
    );
    expect(rows).toEqual(rows.map(() => ({ state: 'completed', turns: 1, begun: 1, told: 1 })));
    expect(await sweepAgendas(database.connect('salience_scheduler'), { whole: true })).toBe(0);
  }, 120_000);

  it('a tick that was asked for is made at once, and says what it found', async () => {
    const askedId = await notePulseEvent(db, { kind: 'tick_asked', at: new Date(), report: {} });
    const answer = await until(() => tickOf(db, askedId), { what: 'the tick', ...patience });
    expect(answer).toMatchObject({
      kind: 'tick',
      askedId,
      report: { agendas: 0, due: 0, ended: 0, begun: 0, errors: 0 },
    });
  });
});
