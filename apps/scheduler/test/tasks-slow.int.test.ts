import type { AgentId, ThreadId } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { sweepLanes } from '@salience/database/operations';
import { sweepAgendas } from '@salience/database/tasks';
import { claimLane, commitTurn } from '@salience/database/turns';
import {
  backends,
  type ClockControl,
  clockControl,
  type FaultsByPoint,
  faultsEnv,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { passOver } from '../src/tasks/carry-on.ts';
import { answered } from './tasks-hands.ts';
import { ask, type LedgerWatch, plantAgents, schedulerDeps, watchLedger } from './tasks-stage.ts';

const start = new Date('2030-01-01T12:00:00Z');
const tenMinutes = 600_000;
const patience = { timeoutMs: 90_000 };
/** A busy machine takes its time to start a process. */
const readyMs = 120_000;
const [backend = 'postgres'] = backends();

let database: TestDatabase;
let queues: TestQueues;
let clock: ClockControl;
let watch: LedgerWatch;
let agentId: AgentId;
let db: Database;
beforeEach(async () => {
  database = await testDatabase();
  queues = await testQueues(backend, database);
  clock = clockControl(database);
  watch = await watchLedger(database);
  [agentId] = (await plantAgents(database, 1)) as [AgentId];
  db = database.connect('salience_consumer');
});

/** What became of the only task: its states, its reason, and how its turns went. */
async function told() {
  const moves = await watch.moves();
  const turns = await database.admin<{ source: string; state: string; attempts: number }>(
    "select source, state, attempts from salience.turns where source <> 'report' order by seq",
  );
  const [row] = await database.admin<{ reason: string | null; used: number; lost: number }>(
    `select reason, turns_used as used, (select count(*)::int from salience.lane_takeovers) as lost from salience.tasks`,
  );
  return { states: moves.map(({ to }) => to), turns, ...row };
}

/** Of one that nothing happened to. */
const atOnce = {
  states: ['scheduled', 'running', 'completed'],
  turns: [{ source: 'task', state: 'answered', attempts: 1 }],
  reason: null,
  used: 1,
  lost: 0,
};

async function isOver(): Promise<boolean> {
  const open = await database.admin('select 1 from salience.tasks where ended_at is null');
  return open.length === 0;
}

async function isBegun(): Promise<boolean> {
  const running = await database.admin("select 1 from salience.turns where state = 'running'");
  return running.length > 0;
}

async function app(
  name: 'digest' | 'scheduler',
  { env = {}, faults = {} }: { readonly env?: Record<string, string>; readonly faults?: FaultsByPoint } = {},
): Promise<SpawnedApp> {
  const spawned = await spawnApp(name, {
    database,
    queues,
    env: { SALIENCE_CLOCK: 'shared', ...env, ...faultsEnv(faults) },
    readyMs: isDying(faults) ? 0 : readyMs,
  });
  onTestFinished(async () => void (await spawned.stop()));
  return spawned;
}

/** One that dies may do so before it says that it is ready. */
function isDying(faults: FaultsByPoint): boolean {
  return Object.values(faults).some(({ action }) => action === 'kill');
}

/** Schedulers whose intervals are far shorter than those they are deployed with. */
function schedulers(): Promise<SpawnedApp[]> {
  const env = { SALIENCE_TASKS_MS: '20', SALIENCE_SWEEP_MS: '20', SALIENCE_TICK_MS: '500' };
  return Promise.all([1, 2, 3].map(() => app('scheduler', { env })));
}

/** The lease of a worker that died runs out. */
async function leaseRunsOut(): Promise<void> {
  await database.admin(
    "update salience.lanes set lease_until = clock_timestamp() - interval '1 millisecond' where owner is not null",
  );
}

// Deployed, a turn of ten minutes outlasts 60 leases, 600 looks at the ledger, 1,200 sweeps of lanes and 10 ticks.
describe('a task whose turn takes ten minutes', () => {
  it('is begun once while it outlasts 60 leases, of which the worker that holds it lets none run out (law 4)', async () => {
    const leaseMs = 300;
    const realMs = 60 * leaseMs;
    await clock.set(start, tenMinutes / realMs);
    await ask(db, agentId, 'Take your time.', { now: start });
    const scheduler = schedulerDeps(database, queues);
    const pass = () => passOver(scheduler, { approvalMs: 60_000, random: Math.random });
    await pass();
    const [lane] = await database.admin<{ threadId: ThreadId }>(
      'select thread_id as "threadId" from salience.lanes',
    );
    const of = { agentId, threadId: lane?.threadId as ThreadId };
    const digest = database.connect('salience_digest');
    const claim = async () => claimLane(digest, { ...of, owner: newId('worker'), now: await clock.now() });
    const held = await claim();
    if (held.status !== 'turn') throw new Error(`expected a turn, got ${held.status}`);
    let isEnded = false;
    const found = { claims: new Set<string>(), swept: 0, looks: 0 };
    const holding = async (): Promise<void> => {
      const renew = 'select salience.renew_lane($1, $2, $3, $4)';
      while (!isEnded) await database.admin(renew, [agentId, of.threadId, held.fence, leaseMs]);
    };
    const looking = async (): Promise<void> => {
      while (!isEnded) {
        await pass();
        found.swept += (await sweepLanes(scheduler.db, 500, await clock.now())).length;
        await sweepAgendas(scheduler.db);
        found.claims.add((await claim()).status);
        found.looks += 1;
      }
    };
    const all = [holding(), looking(), looking(), looking()];
    const isLong = async (): Promise<boolean> =>
      found.looks >= 100 && (await clock.now()).getTime() - start.getTime() >= tenMinutes;
    await until(isLong, { what: 'ten minutes to pass', ...patience });
    isEnded = true;
    await Promise.all(all);
    expect([found.swept, ...found.claims]).toEqual([0, 'held']);
    await commitTurn(digest, answered(held, await clock.now(), 'It took me long.'));
    await pass();
    expect(await told()).toEqual(atOnce);
  }, 120_000);

  it('is begun once by three schedulers that look at it a thousand times while a digest works on it (law 4)', async () => {
    // Two leases and more: those of a digest cannot be shortened.
    const realMs = 21_000;
    await clock.set(start, tenMinutes / realMs);
    await Promise.all([
      app('digest', { faults: { 'digest.generating': { action: 'delay', delayMs: realMs } } }),
      schedulers(),
    ]);
    await ask(db, agentId, 'What is the capital of France?', { now: await clock.now() });
    await until(isBegun, { what: 'the turn to be begun', ...patience });
    // Another that has nothing to do.
    await app('digest');
    await until(isOver, { what: 'the end of the task', ...patience });
    expect(await told()).toEqual(atOnce);
  }, 120_000);
});

describe('a task whose worker is killed in the middle of its turn', () => {
  const kill = { 'digest.generating': { action: 'kill' } } as const;

  it('is worked on once more, by another, and begun once', async () => {
    const [dying] = await Promise.all([app('digest', { faults: kill }), schedulers()]);
    await ask(db, agentId, 'What is the capital of France?');
    await dying.exited;
    await leaseRunsOut();
    await app('digest');
    await until(isOver, { what: 'the end of the task', ...patience });
    expect(await told()).toEqual({
      ...atOnce,
      turns: [{ source: 'task', state: 'answered', attempts: 2 }],
      lost: 1,
    });
  }, 120_000);

  it('is dead once it has killed three, with the reason, and begun once', async () => {
    await schedulers();
    await ask(db, agentId, 'What is the capital of France?');
    for (let count = 0; count < 3; count += 1) {
      const dying = await app('digest', { faults: kill });
      await dying.exited;
      await leaseRunsOut();
    }
    await app('digest');
    await until(isOver, { what: 'the end of the task', ...patience });
    expect(await told()).toEqual({
      states: ['scheduled', 'running', 'dead'],
      turns: [{ source: 'task', state: 'quarantined', attempts: 3 }],
      reason: 'quarantined',
      used: 1,
      lost: 3,
    });
    expect(await database.admin('select state, attempt from salience.task_steps')).toEqual([
      { state: 'failed', attempt: 1 },
    ]);
  }, 120_000);
});
