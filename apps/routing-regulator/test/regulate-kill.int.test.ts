import { shippedPolicy } from '@salience/router';
import { type SpawnedApp, spawnApp, until } from '@salience/testing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { plantDecided } from './decided.ts';
import { hour, type RegulateWorld, regulateWorld } from './regulate-world.ts';

const env = { SALIENCE_CLOCK: 'shared', SALIENCE_LEARNING_MS: '50' };
const wantedAct = { kind: 'missed_act', wanted: 'ACT' } as const;

let world: RegulateWorld;
beforeEach(async () => {
  world = await regulateWorld();
  return () => world.database.close();
});

async function spawn(faults: Readonly<Record<string, unknown>> = {}): Promise<SpawnedApp> {
  const app = await spawnApp('routing-regulator', {
    database: world.database,
    env: { ...env, SALIENCE_FAULTS: JSON.stringify(faults) },
    readyMs: 0,
  });
  onTestFinished(() => app.kill9());
  return app;
}

/** A lease of a worker that is dead would be waited for. */
const endLease = () =>
  world.database.admin(
    "update salience.learning_marks set lease_until = clock_timestamp() - interval '1 second' where job = 'regulate'",
  );

const published = async () =>
  (await world.history()).filter(({ action }) => action === 'publish' || action === 'revert');

it.each(['regulator.before-work', 'regulator.before-save', 'regulator.after-save'])(
  'law 4: one change a cycle by two regulators, the active one of which is killed at %s',
  async (point) => {
    await plantDecided(world.database, { policy: shippedPolicy, at: hour(1), label: wantedAct });
    await world.clock.set(hour(2), 0);
    const killed = await spawn({ [point]: { action: 'kill' } });
    expect((await killed.exited).signal).toBe('SIGKILL');
    expect(await published()).toHaveLength(point === 'regulator.after-save' ? 1 : 0);
    await endLease();
    const apps = await Promise.all([spawn(), spawn()]);
    await until(async () => (await published()).length > 0, { what: 'the change', timeoutMs: 60_000 });
    const policy = await world.live();
    if (policy === undefined) throw new Error('expected a policy');
    await plantDecided(world.database, { policy, at: hour(20), label: { kind: 'correct', wanted: null } });
    await world.clock.set(hour(27), 0);
    await until(async () => (await world.head())?.cycledAt?.getTime() === hour(27).getTime(), {
      what: 'the next cycle',
      timeoutMs: 60_000,
    });
    expect(await published()).toHaveLength(1);
    expect((await world.history()).map(({ action }) => action)).toEqual(['publish', 'confirm']);
    // The one that did nothing may still be starting.
    await Promise.all(apps.map((app) => app.untilReady(60_000)));
    expect(await Promise.all(apps.map((app) => app.stop()))).toEqual([0, 0]);
  },
  120_000,
);

it('a pin that the active regulator is killed at is carried out once by its standby, and the policy never moves', async () => {
  await plantDecided(world.database, { policy: shippedPolicy, at: hour(1), label: wantedAct });
  await world.clock.set(hour(2), 0);
  await world.look();
  await endLease();
  const pin = await world.ask('pin', 1);
  const killed = await spawn({ 'regulator.before-request': { action: 'kill' } });
  expect((await killed.exited).signal).toBe('SIGKILL');
  await endLease();
  await Promise.all([spawn(), spawn()]);
  await until(async () => (await pin())?.state === 'done', { what: 'the pin', timeoutMs: 60_000 });
  const policy = await world.live();
  if (policy === undefined) throw new Error('expected a policy');
  const wantedWords = { kind: 'over_engagement', wanted: 'RESPOND' } as const;
  await plantDecided(world.database, { policy, at: hour(20), label: wantedWords });
  await world.clock.set(hour(27), 0);
  await until(async () => (await world.head())?.cycledAt?.getTime() === hour(27).getTime(), {
    what: 'the next cycle',
    timeoutMs: 60_000,
  });
  expect(await world.head()).toMatchObject({ liveVersion: 1, pinnedVersion: 1 });
  expect((await world.history()).map(({ action }) => action).toSorted()).toEqual(['pin', 'publish']);
}, 120_000);
