import process from 'node:process';
import { inspect } from 'node:util';
import type { TestDatabase } from '@salience/testing';

/** Below the time limit of a test, so that what stands still is told before the test is ended. */
const stillMs = 20_000;

/** The result of `work`. While it takes too long, what the connections of its database do is written to standard error, once. */
export async function tellIfStill<T>(
  what: string,
  work: Promise<T>,
  database: Pick<TestDatabase, 'admin' | 'name'>,
): Promise<T> {
  const timer = setTimeout(() => {
    const doing = database.admin(
      `select application_name, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by, pid,
         (now() - state_change)::text as since, left(query, 300) as query
       from pg_stat_activity where datname = $1`,
      [database.name],
    );
    const tell = (said: unknown): void =>
      void process.stderr.write(`${what} stands still: ${inspect(said, { depth: 3 })}\n`);
    doing.then(tell, tell);
  }, stillMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
