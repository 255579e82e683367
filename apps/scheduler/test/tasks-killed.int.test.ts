import type { AgentId, Id } from '@salience/contracts';
import type { Database } from '@salience/database';
import { sweepAgendas } from '@salience/database/tasks';
import { linearPlan } from '@salience/tasks';
import {
  backends,
  faultsEnv,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { seededRandom } from '@salience/testing/load';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { workTurn } from './tasks-hands.ts';
import { ask, type LedgerWatch, plantAgents, watchLedger } from './tasks-stage.ts';

const patience = { timeoutMs: 60_000 };
const [backend = 'postgres'] = backends();

let database: TestDatabase;
let queues: TestQueues;
let watch: LedgerWatch;
let agents: AgentId[];
let db: Database;
beforeEach(async () => {
  database = await testDatabase();
  queues = await testQueues(backend, database);
  watch = await watchLedger(database);
  agents = await plantAgents(database, 2);
  db = database.connect('salience_consumer');
});

/** A scheduler that is killed when it passes a point for the `nth` time; without one it lives on. */
async function scheduler(point?: string, nth = 1): Promise<SpawnedApp> {
  const faults = point === undefined ? {} : faultsEnv({ [point]: { action: 'kill', after: nth - 1 } });
  const env = { SALIENCE_TASKS_MS: '50', ...faults };
  // One that dies may do so before it says that it is ready.
  const readyMs = point === undefined ? 120_000 : 0;
  const app = await spawnApp('scheduler', { database, queues, env, readyMs });
  onTestFinished(async () => void (await app.stop()));
  return app;
}

/** A worker that answers whatever waits, until the test is over. */
function worker(): void {
  const digest = database.connect('salience_digest');
  const random = seededRandom(7);
  let going = true;
  const work = (async () => {
    while (going) {
      const worked = await workTurn(database, digest, {
        choose: () => 'answer',
        now: () => Promise.resolve(new Date()),
        random,
      });
      if (!worked) await new Promise(setImmediate);
    }
  })();
  onTestFinished(async () => {
    going = false;
    await work;
  });
}

async function ended(ids: readonly Id<'task'>[]): Promise<boolean> {
  const [row] = await database.admin<{ left: number }>(
    'select count(*)::int as left from salience.tasks where id = any ($1) and ended_at is null',
    [ids],
  );
  return row?.left === 0;
}

it.each(['scheduler.task-planned', 'scheduler.task-moved', 'scheduler.tasks-moved'])(
  'schedulers that are killed at %s, beside others and one after another, lose no task and move none twice (law 4)',
  async (point) => {
    const plan = linearPlan(['Look.', 'Write.']);
    const ids = await Promise.all(
      agents.flatMap((agentId) =>
        Array.from({ length: 8 }, (_, n) => ask(db, agentId, `Number ${n}`, { plan })),
      ),
    );
    worker();
    // Two at once, each at another of its moves; then one alone; then one that lives.
    const dying = await Promise.all([scheduler(point, 2), scheduler(point, 5)]);
    await Promise.all(dying.map((app) => app.exited));
    const alone = await scheduler(point, 3);
    await alone.exited;
    expect(await ended(ids)).toBe(false);
    await scheduler();
    await until(() => ended(ids), { what: 'the end of all tasks', ...patience });
    const moves = await watch.moves();
    for (const id of ids) {
      const states = moves.filter(({ taskId }) => taskId === id).map(({ to }) => to);
      expect(states).toEqual(['scheduled', 'running', 'running', 'completed']);
    }
    const turns = await database.admin<{ source: string; count: number }>(
      'select source, count(*)::int as count from salience.turns group by source order by source',
    );
    expect(turns).toEqual([
      { source: 'report', count: ids.length },
      { source: 'task', count: 2 * ids.length },
    ]);
    expect(await sweepAgendas(database.connect('salience_scheduler'), { whole: true })).toBe(0);
  },
  120_000,
);
