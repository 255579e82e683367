import { deleteOldContexts } from '@salience/database';
import type { Deps, Run } from './deps.ts';

const dayMs = 86_400_000;
/** Rows in one statement: each may hold a whole prompt. */
const batch = 200;

/**
 * Makes the run that deletes what models saw longer than `days` days of business time ago, over all agents, and the system texts that
 * nothing refers to any more. 0 days: it is kept for ever.
 */
export function createContextRetention({ clock, db }: Pick<Deps, 'clock' | 'db'>, days: number): Run {
  return async (signal, alive) => {
    if (days === 0) return 0;
    let total = 0;
    const before = new Date((await clock.now()).getTime() - days * dayMs);
    for (let deleted = 1; deleted > 0 && !signal.aborted; ) {
      deleted = await deleteOldContexts(db, { before, limit: batch });
      total += deleted;
      alive?.();
    }
    return total;
  };
}
