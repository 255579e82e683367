import { type ClockControl, clockControl, type TestDatabase, until } from '@salience/testing';
import type { LivedWorld } from '@salience/testing/personas';
import type { LearningFleet } from './fleet.ts';

/** The first day of a run. */
const start = new Date('2030-01-01T00:00:00Z');
const dayMs = 86_400_000;
const patienceMs = 120_000;

/** The day of an instant, from 0. */
export function dayOf(at: Date): number {
  return Math.floor((at.getTime() - start.getTime()) / dayMs);
}

/** An agent's fleet to live in, on business time that everybody shares. */
export interface LearningWorld extends LivedWorld {
  readonly clock: ClockControl;
}

/**
 * Makes it; it is the beginning of the first day. A day ends when what was said in it has been read for labels and the regulator has done
 * its cycle.
 */
export async function startWorld(database: TestDatabase, fleet: LearningFleet): Promise<LearningWorld> {
  const clock = clockControl(database);
  await clock.set(start, 1);
  const passTo = async (ms: number): Promise<number> => {
    const now = (await clock.now()).getTime() - start.getTime();
    if (now >= ms) return now;
    return (await clock.advance(ms - now)).getTime() - start.getTime();
  };
  return {
    clock,
    say: (said) => fleet.say(said),
    async passTo(ms) {
      if (ms % dayMs !== 0) return passTo(ms);
      await labelled(database);
      const now = await passTo(ms);
      await regulated(database, clock, new Date(start.getTime() + ms));
      return now;
    },
  };
}

/** Resolves when every turn was looked at by what labels. */
async function labelled(database: TestDatabase): Promise<void> {
  await until(
    async () => {
      const [row] = await database.admin<{ read: boolean }>(
        `select coalesce((select m.read_to = e.written_xid || ':' || e.exchange_id
           from salience.learning_marks m where m.job = 'labels'), false) as read
         from salience.turn_ends e order by e.written_xid desc, e.exchange_id desc limit 1`,
      );
      return row?.read ?? true;
    },
    { what: 'every message to be read for labels', timeoutMs: patienceMs, everyMs: 20 },
  );
}

/** Resolves when the regulator has done a cycle since an instant. The clock is put on to where it is due. */
async function regulated(database: TestDatabase, clock: ClockControl, since: Date): Promise<void> {
  const [last] = await database.admin<{ at: Date | null }>(
    `select greatest((select max(moved_at) from salience.learning_marks where job = 'regulate'),
       (select max(cycled_at) from salience.policy_heads)) as at`,
  );
  const dueIn = (last?.at?.getTime() ?? 0) + dayMs + 1 - (await clock.now()).getTime();
  if (dueIn > 0) await clock.advance(dueIn);
  await until(
    async () =>
      (
        await database.admin(
          "select 1 from salience.learning_marks where job = 'regulate' and moved_at >= $1",
          [since],
        )
      ).length > 0,
    { what: `the cycle of ${since.toISOString()}`, timeoutMs: patienceMs, everyMs: 20 },
  );
}
