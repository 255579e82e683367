import { setTimeout as pause } from 'node:timers/promises';
import { type TestDatabase, unremembered } from '@salience/testing';

const waitMaxMs = 60_000;

/** Seconds from now until every exchange is chunked and every stretch that is due has its episode; at most a minute. */
export async function untilRemembered(database: Pick<TestDatabase, 'admin'>): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const [open] = await database.admin<{ count: number }>(
      `select exchanges + stretches + retries as count from (select ${unremembered('now()')}) u`,
    );
    const waitedMs = performance.now() - startedAt;
    if (Number(open?.count) === 0 || waitedMs > waitMaxMs) return Math.round(waitedMs / 10) / 100;
    await pause(50);
  }
}
