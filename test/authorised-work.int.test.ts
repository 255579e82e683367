import { askRedis, backends, queueNamespace, testDatabase } from '@salience/testing';
import { seededRandom } from '@salience/testing/load';
import { expect, test } from 'vitest';
import { someErrands } from './long/authorised-work/errands.ts';
import { chatPoints, points } from './long/authorised-work/kill-plan.ts';
import { runAuthorised } from './long/authorised-work/run-authorised.ts';
import type { Stores } from './long/authorised-work/world.ts';

const [backend = 'postgres'] = backends();

/** Stores that other files use too: what is emptied is our own. */
async function sharedStores(): Promise<Stores> {
  const database = await testDatabase();
  const { env } = await queueNamespace(backend, database);
  const { REDIS_URL: url, SALIENCE_QUEUE_PREFIX: prefix = '' } = env;
  const forget = `for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end`;
  return {
    database,
    env,
    async flush() {
      if (url !== undefined) await askRedis(url, [['EVAL', forget, '0', `*${prefix}*`]]);
    },
    outage: () => Promise.resolve(),
  };
}

// The long run, once and short: three schedulers, two of everybody else, and each named point met by one who ends there.
test('authorised work happens once, whoever is killed (laws 1, 2, 4, 5 and 11)', {
  timeout: 240_000,
}, async () => {
  const report = await runAuthorised({
    stores: await sharedStores(),
    rounds: [someErrands(10)],
    // Longer than the lease of a mailbox.
    freezeMs: { 'pulse-sensor': 1_500, scheduler: 1_000 },
    random: seededRandom(1),
    say: () => undefined,
  });
  expect(report.violations).toEqual([]);
  expect(report.crashes).toEqual([]);
  expect(report.unmet).toEqual([]);
  const met = new Set(report.kills.map(({ point }) => point));
  expect([...met]).toEqual(
    expect.arrayContaining([...Object.values(points).flat(), chatPoints.join(' or '), null]),
  );
  // Both answers in the chat took two who heard them; and a run in which nothing happened proves nothing.
  expect(report.stats.repeatedAnswers).toMatchObject({ message: 1, call: 1 });
  expect(report.stats.retried).toBeGreaterThanOrEqual(1);
  expect(report.stats.effects).toBeGreaterThanOrEqual(12);
});
