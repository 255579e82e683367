import { shippedPolicy } from '@salience/router';
import { backends, queueNamespace, testDatabase } from '@salience/testing';
import { stockMessages } from '@salience/testing/personas';
import { describe, expect, test } from 'vitest';
import { differences } from './long/learning/account.ts';
import { costUnder, trafficOf } from './long/learning/optimum.ts';
import type { Labels } from './long/learning/options.ts';
import { firstWeights, liveAndLearn, type Lived } from './long/learning/run-learning.ts';

const [backend = 'postgres'] = backends();

/** Every other question gets a nod, and nothing is too close to call, so that a single step is felt. The long run begins much nearer to the best weights. */
const first = firstWeights(shippedPolicy.weights, {
  way: 'none',
  set: [
    { name: 'tiebreaker_', weight: 0 },
    { name: 'acknowledge.base', weight: 3.1 },
  ],
});
const step = 0.02;

async function live(labels: Labels, days: number): Promise<Lived> {
  const database = await testDatabase();
  const { env } = await queueNamespace(backend, database);
  return liveAndLearn({
    stores: { database, env },
    setup: 'plain',
    messages: stockMessages(),
    first,
    days,
    aDay: 250,
    agents: 10,
    people: 30,
    labels,
    complainers: 0,
    seed: 1,
    say: () => undefined,
  });
}

/** Days that are lived with labels. */
const daysLived = 3;

// The long run in small: people, consumer, two digests, the regulator.
describe('weights that are off, and people who say so', () => {
  test('one weight a day goes one bounded step for the better, every digest takes it up, and decisions say by which version they were made (laws 7, 8 and 13)', {
    timeout: 400_000,
  }, async () => {
    const { changes, decisions, first: base, troubles, versions } = await live('kept', daysLived);
    expect(troubles).toEqual([]);
    const traffic = trafficOf(decisions, base);
    const published = changes.filter(({ action }) => action === 'publish');
    for (const { after, before, parent, version } of published) {
      expect(Math.abs((after ?? 0) - (before ?? 0))).toBeCloseTo(step, 9);
      const weights = versions.get(version)?.weights ?? {};
      const earlier = parent === null ? base.weights : (versions.get(parent)?.weights ?? {});
      expect(Object.keys(differences(earlier, weights))).toHaveLength(1);
      expect(costUnder(traffic, weights)).toBeLessThan(costUnder(traffic, earlier));
    }
    expect(new Set(published.map(({ day }) => day)).size).toBe(published.length);
    expect(published[0]).toMatchObject({ version: 1, parent: null, adopted: true });
    // A change comes at the end of a day. Those of the last day, without the first moments of it.
    const before = published.filter(({ day }) => day < daysLived);
    const last = decisions.slice(-100);
    expect(before.length).toBeGreaterThan(0);
    expect(
      new Set(last.map(({ decision, policyName }) => `${policyName} ${decision.policyVersion}`)),
    ).toEqual(new Set([`fleet ${before.at(-1)?.version ?? 0}`]));
  });

  test('where nobody says anything about replies nothing moves', { timeout: 400_000 }, async () => {
    const { changes, decisions, first: base, troubles } = await live('cut', 2);
    expect(troubles).toEqual([]);
    expect(changes).toEqual([]);
    expect(new Set(decisions.map(({ policyName }) => policyName))).toEqual(new Set(['shipped']));
    // There was much to be said.
    expect(costUnder(trafficOf(decisions, base), base.weights)).toBeGreaterThan(0.1);
  });
});
