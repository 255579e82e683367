import { setSharedClock } from '@salience/database';
import type { TestDatabase } from './test-database.ts';

/** Sets business time (law 15) for every process that runs with SALIENCE_CLOCK=shared on the database. */
export interface ClockControl {
  /** From now on business time starts at `at` and runs `rate` times as fast as real time (default 1; 0 stands still). */
  set(at: Date, rate?: number): Promise<void>;
  /** Moves business time on by `ms`; the rate stays. Resolves with the new time. */
  advance(ms: number): Promise<Date>;
  now(): Promise<Date>;
}

/** The clock of a test database. */
export function clockControl(database: TestDatabase): ClockControl {
  const operator = database.connect('salience_operator');
  const read = async (): Promise<{ now: Date; rate: number }> => {
    const rows = await database.admin<{ now: Date; rate: number }>(
      'select base_at + (clock_timestamp() - set_at) * rate as now, rate from salience.clock where id = 1',
    );
    return rows[0] as { now: Date; rate: number };
  };
  return {
    set: (at, rate = 1) => setSharedClock(operator, at, rate),
    async advance(ms) {
      const { now, rate } = await read();
      const later = new Date(now.getTime() + ms);
      await setSharedClock(operator, later, rate);
      return later;
    },
    now: async () => (await read()).now,
  };
}
