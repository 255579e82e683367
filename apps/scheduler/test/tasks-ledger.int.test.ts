import type { AgentId } from '@salience/contracts';
import { createDatabase, type Database } from '@salience/database';
import { expireApprovals } from '@salience/database/acting';
import { sweepAgendas } from '@salience/database/tasks';
import type { AppRole } from '@salience/database/schema';
import { isSalienceError } from '@salience/errors';
import { mayMove, retriableStates } from '@salience/tasks';
import { clockControl, type TestDatabase, testDatabase, testQueues, until } from '@salience/testing';
import { seededRandom } from '@salience/testing/load';
import { describe, expect, it } from 'vitest';
import { passOver } from '../src/tasks/carry-on.ts';
import { anyOutcome, anyWord, type Outcome, workTurn } from './tasks-hands.ts';
import { mostAtOnce, plantAgents, schedulerDeps, type SeenMove, watchLedger } from './tasks-stage.ts';

const start = new Date('2030-01-01T12:00:00Z');
const concurrent = 2;
/** What persons do and what comes in, all together. */
const words = 600;

/** Everybody who touches the ledger, each on connections of their own, all at once, until told to stop. */
async function crowd(database: TestDatabase, agents: readonly AgentId[], seed: number) {
  const clock = clockControl(database);
  const queues = await testQueues('postgres', database);
  const random = seededRandom(seed);
  const thrown: unknown[] = [];
  const open: Database[] = [];
  const connect = (role: AppRole): Database => {
    const db = createDatabase({ url: database.urlFor(role), poolMax: 2, applicationName: `crowd-${role}` });
    open.push(db);
    return db;
  };
  let left = words;
  let going = true;
  let calm = false;
  let wrong = 0;
  const { now } = clock;
  const choose = (): Outcome => (calm ? 'answer' : anyOutcome(random));
  const trying = async (once: () => Promise<unknown>): Promise<void> => {
    await once().catch((error: unknown) => thrown.push(error));
    // Or the others of this process would starve.
    await new Promise(setImmediate);
  };
  const repeat = async (once: () => Promise<unknown>): Promise<void> => {
    while (going) await trying(once);
  };
  const scheduler = (): Promise<void> => {
    const deps = schedulerDeps(database, queues, connect('salience_scheduler'));
    return repeat(() => passOver(deps, { approvalMs: 60_000, random }));
  };
  const sweeper = (): Promise<void> => {
    const db = connect('salience_scheduler');
    return repeat(async () => {
      wrong += await sweepAgendas(db, { whole: true });
      await expireApprovals(db, { now: await now(), limit: 20 });
    });
  };
  const digest = (): Promise<void> => {
    const db = connect('salience_digest');
    return repeat(() => workTurn(database, db, { choose, now, random }));
  };
  const person = async (): Promise<void> => {
    const db = connect('salience_consumer');
    for (; left > 0; left -= 1)
      await trying(async () => anyWord(database, db, { agents, now: await now(), random }));
  };
  const hands = [scheduler(), scheduler(), scheduler(), sweeper(), digest(), digest(), digest()];
  const isOver = async (): Promise<boolean> => {
    await clock.advance(300_000);
    const [row] = await database.admin<{ left: number }>(
      `select (select count(*) from salience.tasks where ended_at is null)::int
         + (select count(*) from salience.lanes where has_work)::int as left`,
    );
    return row?.left === 0;
  };
  return {
    /** What was thrown at anybody. */
    thrown,
    /** Agendas that a sweep found wrong, at any moment. */
    wrong: () => wrong,
    /** Persons do what they do, and messages come in, all at once. */
    async talked() {
      await Promise.all([person(), person(), person(), person()]);
    },
    /** Whatever runs from now on is answered; what waits for a person is answered by nobody. */
    async settled() {
      calm = true;
      await until(isOver, { what: 'every task to end', timeoutMs: 60_000, everyMs: 100 });
    },
    async stop() {
      going = false;
      await Promise.all(hands);
      await Promise.all(open.map((db) => db.close()));
    },
  };
}

/** The changes that the ledger may not make: of a state to one that may not follow it, and versions that were skipped or used twice. */
function unlawful(moves: readonly SeenMove[]): SeenMove[] {
  const versions = new Map<string, number>();
  return moves.filter(({ from, taskId, to, version }) => {
    const isNext = version === (versions.get(taskId) ?? 0) + 1;
    versions.set(taskId, version);
    const isRetry = from !== null && retriableStates.has(from) && to === 'scheduled';
    return !isNext || !(isRetry || from === to || mayMove(from ?? 'intake', to));
  });
}

/** What must not be left of work that is over. */
const leftOver = `select (select count(*)::int from salience.tasks where ended_at is null) as open,
  (select count(*)::int from salience.agendas where running <> 0 or open <> 0) as agendas,
  (select count(*)::int from salience.approvals where state = 'pending') as asked,
  (select count(*)::int from salience.task_steps where ended_at is null) as steps,
  (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks`;

describe('whatever schedulers, workers and persons do at once', () => {
  it.each([1, 2, 3, 4])(
    'the ledger moves as it may, each move once, and loses nothing (law 4); seed %i',
    async (seed) => {
      const database = await testDatabase();
      await clockControl(database).set(start, 20);
      const agents = await plantAgents(database, 3, concurrent);
      const watch = await watchLedger(database, { waitMs: 3 });
      const all = await crowd(database, agents, seed);
      await all.talked();
      try {
        await all.settled();
      } finally {
        await all.stop();
      }
      const moves = await watch.moves();
      expect(unlawful(moves)).toEqual([]);
      expect(mostAtOnce(moves)).toBe(concurrent);
      expect(moves.length).toBeGreaterThan(words / 2);
      // Whatever went wrong asks to be tried again.
      expect(all.thrown.filter((error) => !isSalienceError(error) || error.kind !== 'retryable')).toEqual([]);
      expect(all.wrong()).toBe(0);
      expect((await database.admin(leftOver))[0]).toEqual({
        open: 0,
        agendas: 0,
        asked: 0,
        steps: 0,
        deadlocks: 0,
      });
      // Every turn of a step was begun by one move.
      const turns = await database.admin<{ id: string }>(
        "select id from salience.turns where source in ('task', 'triage')",
      );
      const begun = moves.filter(({ to }) => to === 'running').map(({ turnId }) => turnId);
      expect(turns.filter(({ id }) => !begun.includes(id))).toEqual([]);
      expect(await sweepAgendas(database.connect('salience_scheduler'), { whole: true })).toBe(0);
    },
    180_000,
  );
});
