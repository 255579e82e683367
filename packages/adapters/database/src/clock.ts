import { type Database, query } from './connect.ts';

/** Business time (law 15). Leases and locks never ask it: they use the database's own clock. */
export interface Clock {
  now(): Promise<Date>;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => Promise.resolve(new Date()) };

/**
 * The clock of the shared row, read at each call so that every process agrees at once. For tests and simulations.
 * now = base + (real − set) · rate.
 */
export function createSharedClock(db: Database): Clock {
  return {
    async now() {
      const rows = await query<{ now: Date }>(
        db,
        'shared_clock',
        'select base_at + (clock_timestamp() - set_at) * rate as now from salience.clock where id = 1',
        [],
      );
      return rows[0]?.now ?? new Date();
    },
  };
}

/** Sets the shared clock: from now on business time starts at `at` and runs `rate` times as fast. Operator role. */
export async function setSharedClock(db: Database, at: Date, rate: number): Promise<void> {
  await query(
    db,
    'set_shared_clock',
    'update salience.clock set base_at = $1, set_at = clock_timestamp(), rate = $2 where id = 1',
    [at, rate],
  );
}
