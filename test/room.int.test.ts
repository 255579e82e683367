import { backends, queueNamespace, testDatabase } from '@salience/testing';
import { seededRandom } from '@salience/testing/load';
import { expect, test } from 'vitest';
import { points } from './long/room/kill-plan.ts';
import { runRoom } from './long/room/run-room.ts';
import { ownSayings } from './long/room/sayings.ts';

const [backend = 'postgres'] = backends();

// The long run in small: ten agents, three consumers, two digests, two schedulers.
test('a message is one thought of each agent and a raise is told once, whoever is killed (laws 1, 2 and 4)', {
  timeout: 400_000,
}, async () => {
  const database = await testDatabase();
  const { env } = await queueNamespace(backend, database);
  const report = await runRoom({
    stores: { database, env },
    messages: Array.from({ length: 4 }, () => ownSayings).flat(),
    kills: 4,
    random: seededRandom(1),
    say: () => undefined,
  });
  expect(report.violations).toEqual([]);
  expect(report.crashes).toEqual([]);
  expect(report.unmet).toEqual([]);
  const met = new Set(report.kills.map(({ point }) => point));
  expect([...met]).toEqual(expect.arrayContaining([...Object.values(points).flat(), null]));
  expect(report.between).toBeGreaterThanOrEqual(1);
  // A run in which nothing happened proves nothing.
  expect(report.stats.raises).toBeGreaterThanOrEqual(5);
  expect(report.stats.handsAtMost).toBe(2);
  expect(report.stats.reconnects).toBeGreaterThanOrEqual(1);
});
