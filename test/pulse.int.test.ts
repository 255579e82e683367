import { backends, queueNamespace, testDatabase } from '@salience/testing';
import { seededRandom } from '@salience/testing/load';
import { expect, test } from 'vitest';
import { points, racedPoints } from './long/pulse/kill-plan.ts';
import { runPulse } from './long/pulse/run-pulse.ts';

const [backend = 'postgres'] = backends();

// The long run, once and short: two hosts, three schedulers, two digests, and each named point met by one who ends there.
test('what is sensed is judged and asked about once, whoever is killed (laws 1, 2, 4 and 18)', {
  timeout: 240_000,
}, async () => {
  const database = await testDatabase();
  const { env } = await queueNamespace(backend, database);
  const report = await runPulse({
    stores: { database, env, outage: () => Promise.resolve() },
    rounds: 1,
    files: 40,
    freezeMs: 1_500,
    random: seededRandom(1),
    say: () => undefined,
  });
  expect(report.violations).toEqual([]);
  expect(report.crashes).toEqual([]);
  expect(report.unmet).toEqual([]);
  expect(report.stood).toBe(1);
  const met = new Set(report.kills.map(({ point }) => point));
  expect([...met]).toEqual(expect.arrayContaining([...points, ...racedPoints, null]));
  // A run in which nothing happened proves nothing.
  expect(report.stats.wakes['answered']).toBeGreaterThanOrEqual(5);
  expect(report.stats.activations['wake told']).toBeGreaterThanOrEqual(1);
  expect(report.stats.models).toBeGreaterThanOrEqual(1);
});
