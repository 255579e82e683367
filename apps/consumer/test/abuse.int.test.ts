import { backends } from '@salience/testing';
import { attackRoute, checkPromises, newTally } from '@salience/testing/abuse';
import { beforeAll, describe, expect, it } from 'vitest';
import { attackedRoutes } from './support/attacked-routes.ts';
import { answerAll } from './support/answer-all.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

/** Requests to each route, more to those that accept messages; `node test/long/abuse.ts` sends ten thousand. */
const requestsTo = (path: string) => (/^\/(?:chat|messages|v1)/.test(path) ? 250 : 80);
/** Printed by fast-check with every failure; another one attacks in another way. */
const seed = 20_260_131;

describe('hostile requests', () => {
  let fixture: Fixture;
  let at: string;
  const tally = newTally();

  beforeAll(async () => {
    fixture = await startFixture(backends()[0] ?? 'postgres');
    await answerAll(fixture);
    ({ at } = await fixture.serve());
  });

  it.each(attackedRoutes)(
    '$method $path answers them with what its contract says, never with 5xx',
    async (route) => {
      await attackRoute(route, { at, requests: requestsTo(route.path), seed }, tally);
    },
  );

  it('every turn that was promised is there, with the words that were sent (law 2)', async () => {
    const report = await checkPromises(
      (sql, values) => fixture.database.admin<{ id: string; text: string }>(sql, [...values]),
      tally.promised,
    );
    expect(report).toMatchObject({ found: report.accepted, lost: [], changed: [] });
    // An attack in which nothing was accepted would prove nothing here.
    expect(report.accepted).toBeGreaterThan(20);
  });

  it('no object of this process was changed, and the next honest client is served', async () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
    expect((await fetch(`${at}/agents/me`)).status).toBe(200);
  });
});
