import { newId } from '@salience/database';
import type { AgentId } from '@salience/contracts';
import { createAgent, findAgent } from '@salience/database/agents';
import { askPolicy, findPolicyRequest, lastStanding, listStandings } from '@salience/database/learning';
import { shippedPolicy, type WeightName } from '@salience/router';
import { beforeEach, describe, expect, it } from 'vitest';
import { windowOf } from '../src/regulate/window.ts';
import { decisionUnder, plantDecided } from './decided.ts';
import { hour, type RegulateWorld, regulateWorld, releaseShipped, start } from './regulate-world.ts';

const wantedAct = { kind: 'missed_act', wanted: 'ACT' } as const;
const wantedWords = { kind: 'over_engagement', wanted: 'RESPOND' } as const;
const right = { kind: 'correct', wanted: null } as const;

let world: RegulateWorld;
beforeEach(async () => {
  world = await regulateWorld();
  return () => world.database.close();
});

/** People say of answers that they wanted an action, and a day goes by; resolves with the policy that was made of it. */
async function learned() {
  const { clock, database } = world;
  await plantDecided(database, { policy: shippedPolicy, at: hour(1), label: wantedAct });
  await clock.set(hour(2), 0);
  await world.look();
  const policy = await world.live();
  if (policy === undefined) throw new Error('expected a change');
  return policy;
}

describe('learning to route', () => {
  it('publishes one bounded change that people speak for, has it adopted, and confirms it by what they say then', async () => {
    const policy = await learned();
    expect(policy).toMatchObject({ name: 'fleet', version: 1 });
    expect(world.told).toEqual(['fleet']);
    expect(await world.look()).toBe(0);
    const [change] = await world.history();
    expect(change).toMatchObject({
      action: 'publish',
      version: 1,
      parentVersion: null,
      pressure: 'missed_act',
      measured: null,
      adoptedAt: null,
    });
    const { parameter, valueAfter, valueBefore } = change ?? {};
    expect(Math.abs((valueAfter ?? 0) - (valueBefore ?? 0))).toBeCloseTo(0.02, 9);
    const moved = Object.entries(policy.weights).filter(
      ([name, weight]) => shippedPolicy.weights[name as WeightName] !== weight,
    );
    expect(moved).toEqual([[parameter, valueAfter]]);
    expect(decisionUnder(policy).modeInitial).toBe('ACT');

    const [one, other] = [newId('worker'), newId('worker')];
    await world.digestBeats(one, 1);
    await world.digestBeats(other, null);
    await world.look();
    expect((await world.history())[0]?.adoptedAt).toBeNull();
    await world.digestBeats(other, 1);
    await world.look();
    expect((await world.history())[0]?.adoptedAt).toEqual(hour(2));

    await plantDecided(world.database, { policy, at: hour(20), label: right });
    await world.clock.set(hour(27), 0);
    expect(await world.look()).toBe(1);
    const [first, second] = await world.history();
    expect(first?.measured).toMatchObject({ verdict: 'better' });
    // What was expected stands beside what came of it.
    expect(second).toMatchObject({ action: 'confirm', version: 1, measured: { verdict: 'better' } });
    const days = await listStandings(world.db, 'fleet', { from: '2000-01-01', limit: 10 });
    expect(days.map(({ decidedBy, decidedVersion }) => [decidedBy, decidedVersion])).toEqual([
      ['shipped', shippedPolicy.version],
      ['fleet', 1],
    ]);
    expect(second?.estimate).toEqual({ step: first?.estimate?.['step'] });
    expect((await world.head())?.liveVersion).toBe(1);
    const text = await world.metrics.metricsText();
    expect(text).toMatch(/salience_policy_version\{[^}]*name="fleet"[^}]*\} 1/);
    expect(text).toMatch(/salience_mode_share\{[^}]*mode="ACT"[^}]*\} 1/);
    expect((await world.head())?.state).toMatchObject({ standing: { decisions: 240, labelled: 120 } });
  }, 60_000);

  it('takes back what people then speak against: the recorded weights of the parent, as a new version', async () => {
    const policy = await learned();
    await plantDecided(world.database, { policy, at: hour(20), label: wantedWords });
    await world.clock.set(hour(27), 0);
    expect(await world.look()).toBe(1);
    const [first, second] = await world.history();
    expect(first?.measured).toMatchObject({ verdict: 'worse' });
    expect(second).toMatchObject({
      action: 'revert',
      version: 2,
      parentVersion: 1,
      valueBefore: first?.valueAfter,
      valueAfter: first?.valueBefore,
    });
    expect((await world.live())?.weights).toEqual(shippedPolicy.weights);
  }, 60_000);

  it('law 8: moves nothing where nobody says anything, day after day', async () => {
    await plantDecided(world.database, { policy: shippedPolicy, at: hour(1), label: null });
    for (const day of [1, 2, 3]) {
      await world.clock.set(hour(24 * day + 1), 0);
      expect(await world.look()).toBe(1);
      expect(await world.look()).toBe(0);
    }
    expect(await world.head()).toBeUndefined();
    expect(await world.history()).toEqual([]);
    expect(world.told).toEqual([]);
    // How decisions do is known all the same, and by another regulator too.
    expect(await lastStanding(world.db)).toMatchObject({ at: hour(73).toISOString(), decisions: 120 });
    // And day by day, under the version that decided.
    const days = await listStandings(world.db, 'fleet', { from: '2000-01-01', limit: 10 });
    expect(days.map(({ at, decidedBy }) => [at, decidedBy])).toEqual(
      [25, 49, 73].map((n) => [hour(n), 'shipped']),
    );
    await plantDecided(world.database, { policy: shippedPolicy, at: hour(90), label: null });
    await world.clock.set(hour(98), 0);
    await world.look();
    const other = await world.standby();
    expect(await other.metricsText()).toMatch(/salience_mode_share\{[^}]*mode="RESPOND"[^}]*\} 1/);
  }, 60_000);

  it('keeps what was learned when a release brings other weights', async () => {
    const policy = await learned();
    const [change] = await world.history();
    const parameter = change?.parameter as WeightName;
    const step = (change?.valueAfter ?? 0) - (change?.valueBefore ?? 0);
    const other = parameter === 'clarify.base' ? 'respond.base' : 'clarify.base';
    const next = await releaseShipped(world.database, shippedPolicy, { [other]: 0.77 });
    await world.clock.set(hour(3), 0);
    expect(await world.look()).toBe(1);
    const rebased = await world.live();
    expect(rebased?.version).toBe(2);
    expect(rebased?.weights[other]).toBe(0.77);
    expect(rebased?.weights[parameter]).toBeCloseTo((next.weights[parameter] ?? 0) + step, 9);
    expect((await world.history()).at(-1)).toMatchObject({ action: 'release', version: 2, parentVersion: 1 });
    // The change is still open, and what people say of it still counts.
    await plantDecided(world.database, {
      policy: { ...policy, version: 2 },
      at: hour(20),
      label: wantedWords,
    });
    await world.clock.set(hour(27), 0);
    await world.look();
    expect((await world.history()).at(-1)).toMatchObject({ action: 'revert', version: 3, parameter });
  }, 60_000);
});

it('one whose lease was taken in the middle of a cycle changes nothing', async () => {
  const { clock, database } = world;
  await plantDecided(database, { policy: shippedPolicy, at: hour(1), label: wantedAct });
  await clock.set(hour(2), 0);
  await expect(world.lookUntilFenced()).rejects.toThrow('another regulates');
  expect(await world.head()).toBeUndefined();
  expect(await world.look()).toBe(1);
  expect(await world.head()).toMatchObject({ liveVersion: 1 });
}, 60_000);

describe('what a person asks of the regulator', () => {
  it('a pinned policy never moves, whatever people say; unpinned it does', async () => {
    const policy = await learned();
    const pin = await world.ask('pin', 1);
    expect(await world.look()).toBe(1);
    expect(await pin()).toMatchObject({ state: 'done', outcome: { version: 1 } });
    expect(await world.head()).toMatchObject({ pinnedVersion: 1, pinnedBy: 'operator:anna' });
    await plantDecided(world.database, { policy, at: hour(20), label: wantedWords });
    await releaseShipped(world.database, shippedPolicy, { 'clarify.base': 0.77 });
    await world.clock.set(hour(27), 0);
    expect(await world.look()).toBe(1);
    expect(await world.head()).toMatchObject({ liveVersion: 1, state: { standing: { outcome: 'pinned' } } });
    const refused = await world.ask('rollback', 1);
    await world.look();
    expect(await refused()).toMatchObject({ state: 'refused', outcome: { why: 'policy_pinned' } });

    const unpin = await world.ask('unpin');
    await world.look();
    expect(await unpin()).toMatchObject({ state: 'done' });
    // It was carried out first, and what the release brought in the same look.
    await world.clock.set(hour(28), 0);
    await world.look();
    const actions = (await world.history()).map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['pin', 'publish', 'release', 'unpin']);
    await plantDecided(world.database, { policy, at: hour(40), each: 40, label: wantedWords });
    await world.clock.set(hour(53), 0);
    await world.look();
    // The change was open while it was pinned, and is judged now.
    expect((await world.history()).at(-1)).toMatchObject({ action: 'revert', version: 3 });
  }, 60_000);

  it('goes back to an earlier version as a new one, which then rests; what is not there is refused', async () => {
    const policy = await learned();
    await plantDecided(world.database, { policy, at: hour(20), label: wantedWords });
    await world.clock.set(hour(27), 0);
    await world.look();
    const unknown = await world.ask('rollback', 9);
    expect(await world.look()).toBe(1);
    const unpinned = await world.ask('unpin');
    expect(await world.look()).toBe(1);
    const back = await world.ask('rollback', 1);
    expect(await world.look()).toBe(1);
    expect(await back()).toMatchObject({ state: 'done', outcome: { version: 3, weights_of: 1 } });
    expect(await unknown()).toMatchObject({ state: 'refused', outcome: { why: 'version_unknown' } });
    expect(await unpinned()).toMatchObject({ state: 'refused', outcome: { why: 'policy_unpinned' } });
    expect((await world.live())?.weights).toEqual(policy.weights);
    await world.clock.set(hour(52), 0);
    await world.look();
    expect((await world.head())?.liveVersion).toBe(3);
  }, 60_000);

  it('tells what decisions would have become, and changes nothing', async () => {
    const policy = await learned();
    const before = await world.head();
    const asked = await world.ask('simulate', 1, { weights: { 'act.base': 0 }, days: 7 });
    const wrong = await world.ask('simulate', 1, { weights: { 'act.nothing': 1 } });
    expect(await world.look()).toBe(2);
    expect(await asked()).toMatchObject({
      state: 'done',
      outcome: {
        version: 1,
        against: 1,
        days: 7,
        decisions: 120,
        labelled: 60,
        moved: 120,
        modes: { live: { ACT: 120, RESPOND: 0 }, candidate: { ACT: 0 } },
      },
    });
    const { outcome } = (await asked()) ?? {};
    expect((outcome as { cost: { mean: number } }).cost.mean).toBeGreaterThan(0);
    expect(await wrong()).toMatchObject({ state: 'refused', outcome: { why: 'weights_invalid' } });
    expect(await world.head()).toEqual(before);
    expect(await world.live()).toEqual(policy);
  }, 60_000);
});

describe('what a person asks of the regulator, and what a release brings', () => {
  const added = Object.keys(shippedPolicy.weights).findLast((name) => name.startsWith('acknowledge.')) ?? '';

  /** A release that came after a change, and what is live then: version 2, with the release's weight and the change. */
  async function released() {
    // What was shipped before did not have this weight yet.
    await world.database.admin(
      "update salience.router_policies set weights = weights - $1 where name = 'shipped'",
      [added],
    );
    const policy = await learned();
    expect(policy.weights).not.toHaveProperty([added]);
    const [change] = await world.history();
    const parameter = change?.parameter as WeightName;
    const other = parameter === 'clarify.base' ? 'respond.base' : 'clarify.base';
    await releaseShipped(world.database, shippedPolicy, { [other]: 0.77 });
    await world.look();
    return { policy, parameter, other: other as WeightName };
  }

  it.each([
    ['rollback', []],
    ['pin', ['unpin']],
  ] as const)(
    'a %s to a version from before it keeps what the release brought',
    async (kind, then) => {
      const { other, parameter, policy } = await released();
      expect((await world.live())?.weights).toMatchObject({ [other]: 0.77 });
      await world.ask(kind, 1);
      await world.look();
      for (const more of then) {
        await world.clock.set(hour(4), 0);
        await world.ask(more);
        await world.look();
      }
      await world.look();
      expect((await world.live())?.weights).toMatchObject({
        [other]: 0.77,
        [added]: shippedPolicy.weights[added as WeightName],
        [parameter]: policy.weights[parameter],
      });
      expect(await world.head()).toMatchObject({
        baseVersion: shippedPolicy.version + 1,
        pinnedVersion: null,
      });
      expect(await world.look()).toBe(0);
    },
    60_000,
  );

  it('a weight goes with a release as far as its bounds', async () => {
    await learned();
    const low = await world.live();
    const [change] = await world.history();
    const parameter = change?.parameter as WeightName;
    const far = (shippedPolicy.weights[parameter] ?? 0) + 0.7;
    await world.database.admin(
      'update salience.router_policies set weights = jsonb_set(weights, $1, to_jsonb($2::float8)) where name = $3',
      [[parameter], far, 'fleet'],
    );
    await releaseShipped(world.database, shippedPolicy, {
      [parameter === 'clarify.base' ? 'respond.base' : 'clarify.base']: 0.77,
    });
    await world.standby();
    expect((await world.head())?.liveVersion).toBe((low?.version ?? 0) + 1);
    const stored = await world.database.admin<{ weights: Record<string, number> }>(
      "select weights from salience.router_policies where name = 'fleet' order by version desc limit 1",
    );
    expect(stored[0]?.weights[parameter]).toBeCloseTo((shippedPolicy.weights[parameter] ?? 0) + 0.6, 9);
  }, 60_000);

  it('a request that waits can be taken back: what is asked last counts', async () => {
    await learned();
    const pin = await world.ask('pin', 1);
    await world.clock.set(hour(3), 0);
    const unpin = await world.ask('unpin');
    expect(await world.look()).toBe(2);
    expect(await pin()).toMatchObject({ state: 'refused', outcome: { why: 'superseded' } });
    expect(await unpin()).toMatchObject({ state: 'done', outcome: { version: 1 } });
    expect(await world.head()).toMatchObject({ pinnedVersion: null });
  }, 60_000);

  it('a request that always fails is refused, and holds up no other', async () => {
    await learned();
    const consumer = world.database.connect('salience_consumer');
    const asked = { kind: 'pin', version: 1, now: hour(2) } as const;
    await world.database.admin(
      "alter table salience.policy_changes add constraint broken check (cause not like 'operator:poison%')",
    );
    const poison = await askPolicy(consumer, { ...asked, policy: 'fleet', askedBy: 'operator:poison' });
    const next = await world.ask('simulate', 1);
    expect(await world.look()).toBe(2);
    expect(await findPolicyRequest(world.db, poison.id)).toMatchObject({
      state: 'refused',
      outcome: { why: 'failed' },
    });
    expect(await next()).toMatchObject({ state: 'done' });
  }, 60_000);

  it('before the first change what was shipped is simulated', async () => {
    await plantDecided(world.database, { policy: shippedPolicy, at: hour(1), label: null });
    await world.clock.set(hour(2), 0);
    const asked = await world.ask('simulate', undefined, { weights: { 'act.base': 0 } });
    await world.look();
    expect(await asked()).toMatchObject({
      state: 'done',
      outcome: { policy: 'shipped', version: shippedPolicy.version, decisions: 120 },
    });
  }, 60_000);

  it('before the first change of an agent’s own what decides for all is simulated, on its own decisions', async () => {
    const { database } = world;
    await learned();
    const { id: agentId } = await createAgent(database.connect('salience_operator'), {
      name: 'bo',
      persona: 'p',
    });
    await plantDecided(database, { policy: shippedPolicy, at: hour(1), people: 2, label: null, agentId });
    const asked = await world.ask('simulate', undefined, {}, `fleet:${agentId}`);
    await world.look();
    expect(await asked()).toMatchObject({
      state: 'done',
      outcome: { policy: 'fleet', version: 1, decisions: 20 },
    });
  }, 60_000);

  it('a pin to the version that decides keeps its open change, which is judged when it is let go', async () => {
    const policy = await learned();
    await world.clock.set(hour(3), 0);
    await world.ask('pin', 1);
    await world.look();
    await world.clock.set(hour(4), 0);
    await world.ask('unpin');
    await world.look();
    await plantDecided(world.database, { policy, at: hour(20), label: right });
    await world.clock.set(hour(27), 0);
    await world.look();
    const history = await world.history();
    expect(history[0]?.measured).toMatchObject({ verdict: 'better' });
    expect(history.map(({ action }) => action)).toEqual(['publish', 'pin', 'unpin', 'confirm']);
  }, 60_000);
});

describe('whose word counts', () => {
  it('an agent with 500 labelled decisions of its own gets offsets of its own, which go with the policy of all', async () => {
    const { database } = world;
    await plantDecided(database, {
      policy: shippedPolicy,
      at: hour(1),
      people: 12,
      each: 84,
      label: wantedAct,
    });
    await world.clock.set(hour(2), 0);
    expect(await world.look()).toBe(2);
    const own = `fleet:${(await findAgent(world.db, 'default'))?.id ?? ''}`;
    expect(world.told).toEqual(['fleet', own]);
    expect(await world.head(own)).toMatchObject({ liveVersion: 1, baseName: 'shipped' });
    // The policy of all has changed in the same cycle: what is the agent's own goes on top of it.
    await world.clock.set(hour(3), 0);
    expect(await world.look()).toBe(1);
    expect(await world.head(own)).toMatchObject({ liveVersion: 2, baseName: 'fleet', baseVersion: 1 });
    const [fleet, offset] = await Promise.all([world.live(), world.live(own)]);
    const [change] = await world.history(own);
    const parameter = change?.parameter as WeightName;
    const step = (change?.valueAfter ?? 0) - (change?.valueBefore ?? 0);
    expect((offset?.weights[parameter] ?? 0) - (fleet?.weights[parameter] ?? 0)).toBeCloseTo(step, 9);
    expect(await world.look()).toBe(0);
    // A simulation of it reads its own decisions.
    const { id: agentId } = await createAgent(database.connect('salience_operator'), {
      name: 'bo',
      persona: 'p',
    });
    await plantDecided(database, { policy: shippedPolicy, at: hour(2), people: 2, label: null, agentId });
    const asked = await world.ask('simulate', 2, {}, own);
    await world.look();
    expect(await asked()).toMatchObject({ state: 'done', outcome: { policy: own, decisions: 1_008 } });
  }, 90_000);

  it('an agent whose settings name a policy teaches nothing and gets none of its own; set back it does', async () => {
    const { database } = world;
    const many = { policy: shippedPolicy, at: hour(1), people: 12, each: 84, label: wantedAct };
    await plantDecided(database, many);
    const keeps = (settings: string) =>
      database.admin('update salience.agents set settings = $1::jsonb', [settings]);
    await keeps('{"policy": "shipped"}');
    await world.clock.set(hour(2), 0);
    expect(await world.look()).toBe(1);
    expect(await world.head()).toBeUndefined();
    expect(await lastStanding(world.db)).toMatchObject({ decisions: 0 });
    await keeps('{}');
    await database.admin("update salience.learning_marks set moved_at = null where job = 'regulate'");
    expect(await world.look()).toBe(2);
    const own = `fleet:${(await findAgent(world.db, 'default'))?.id ?? ''}`;
    expect(await world.head(own)).toMatchObject({ liveVersion: 1 });
    // What is its own is not moved on while it keeps to another policy.
    await keeps('{"policy": "shipped"}');
    await world.clock.set(hour(3), 0);
    expect(await world.look()).toBe(0);
    expect(await world.head(own)).toMatchObject({ liveVersion: 1 });
  }, 90_000);

  it('silence is no evidence for a policy of one agent alone', async () => {
    const { database } = world;
    await plantDecided(database, {
      policy: shippedPolicy,
      at: hour(1),
      people: 12,
      each: 84,
      label: wantedAct,
    });
    await database.admin(
      "update salience.decision_labels set given_via = 'silence', kind = 'correct', wanted = mode",
    );
    await world.clock.set(hour(2), 0);
    expect(await world.look()).toBe(1);
    const own = `fleet:${(await findAgent(world.db, 'default'))?.id ?? ''}`;
    expect(await world.head(own)).toBeUndefined();
  }, 90_000);

  it('a busy fleet is looked at for fewer days, and one of its agents for all of them', async () => {
    await plantDecided(world.database, { policy: shippedPolicy, at: hour(1), label: null });
    const days = async (agentId?: AgentId, most = 100) => {
      const { from, to } = await windowOf(world.db, hour(2), { agentId, most });
      return (to.getTime() - from.getTime()) / 86_400_000;
    };
    expect(await days(undefined, 120)).toBe(60);
    expect(await days()).toBeLessThan(2);
    expect(await days((await findAgent(world.db, 'default'))?.id)).toBe(60);
  }, 60_000);

  it('few people who complain about everything change nothing (law: nobody counts for many)', async () => {
    await plantDecided(world.database, {
      policy: shippedPolicy,
      at: hour(1),
      people: 20,
      each: 6,
      label: right,
    });
    await plantDecided(world.database, {
      policy: shippedPolicy,
      at: start,
      people: 1,
      each: 20,
      label: wantedAct,
    });
    await world.clock.set(hour(2), 0);
    expect(await world.look()).toBe(1);
    expect(await world.head()).toBeUndefined();
  }, 60_000);
});
