import { setTimeout as pause } from 'node:timers/promises';
import { unremembered, until } from '@salience/testing';
import type { Stores } from '@salience/testing/load';

/** After the last message everything has to come to rest within this, in milliseconds, unless a run is given another limit. */
export const quietMs = 180_000;

/** What is not done yet, by kind: turns, lanes, exchanges without a chunk, stretches without an episode, pieces to be tried again, outbox rows. */
export async function pendingWork(
  stores: Pick<Stores, 'database'>,
): Promise<Readonly<Record<string, number>>> {
  const rows = await stores.database.admin<Record<string, number>>(`select
    (select count(*)::int from salience.turns where state in ('pending', 'running')) as turns,
    (select count(*)::int from salience.lanes where tail > cursor or owner is not null) as lanes,
    ${unremembered('now()')},
    (select count(*)::int from salience.outbox) as outbox`);
  return rows[0] ?? {};
}

/** Waits until nothing is pending anywhere, `limitMs` at most. What does not come to rest is a violation with its numbers. */
export async function comesToRest(
  stores: Pick<Stores, 'database'>,
  say: (line: string) => void,
  limitMs: number = quietMs,
): Promise<string[]> {
  let left: Readonly<Record<string, number>> = {};
  const quiet = async (): Promise<boolean> => {
    left = await pendingWork(stores);
    return Object.values(left).every((count) => count === 0);
  };
  // Twice, some seconds apart: silence ends stretches after the last turn.
  try {
    await until(quiet, { what: 'quiet', timeoutMs: limitMs, everyMs: 250 });
    await pause(4_000);
    await until(quiet, { what: 'quiet', timeoutMs: limitMs, everyMs: 250 });
    return [];
  } catch {
    say(JSON.stringify(left));
    return [`comes to rest: after ${limitMs / 1000} s there is still ${JSON.stringify(left)}`];
  }
}
