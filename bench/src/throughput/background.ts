import { setTimeout as pause } from 'node:timers/promises';
import type { TestDatabase } from '@salience/testing';

const waitMaxMs = 60_000;

/** Seconds from now until every exchange is chunked and every range has its episode; at most a minute. */
export async function untilRemembered(database: Pick<TestDatabase, 'admin'>): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const [open] = await database.admin<{ count: number }>(
      `select (select count(*) from salience.exchanges where chunk_state = 'pending')
         + (select count(*) from salience.ranges where state = 'pending') as count`,
    );
    const waitedMs = performance.now() - startedAt;
    if (Number(open?.count) === 0 || waitedMs > waitMaxMs) return Math.round(waitedMs / 10) / 100;
    await pause(50);
  }
}
