import { deleteOldGists } from '@salience/database';
import type { Deps, Run } from './deps.ts';

/** Rows in one statement. */
const batch = 500;

/**
 * Makes the run that deletes what an agent's settings keep for a time only: gists after `retention.gistDays`. What an agent does
 * not set is kept for ever; decay deletes nothing.
 */
export function createMemoryRetention({ clock, db }: Pick<Deps, 'clock' | 'db'>): Run {
  return async (signal, alive) => {
    let total = 0;
    const now = await clock.now();
    for (let deleted = batch; deleted === batch && !signal.aborted; ) {
      deleted = await deleteOldGists(db, now, batch);
      total += deleted;
      alive?.();
    }
    return total;
  };
}
