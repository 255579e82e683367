import { type AgentId, encodeDecision, type Id } from '@salience/contracts';
import { newId } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { lastStanding, publishPolicy } from '@salience/database/learning';
import { type Policy, shippedPolicy, type WeightName } from '@salience/router';
import { beforeEach, describe, expect, it } from 'vitest';
import { decisionUnder, plantDecided } from './decided.ts';
import { hour, type RegulateWorld, regulateWorld, start } from './regulate-world.ts';

const wantedAct = { kind: 'missed_act', wanted: 'ACT' } as const;
const wantedWords = { kind: 'over_engagement', wanted: 'RESPOND' } as const;
const right = { kind: 'correct', wanted: null } as const;
/** A weight that only a later release knows. */
const unheard = { ...shippedPolicy.weights, 'respond.of_a_later_release': 1 };

let world: RegulateWorld;
beforeEach(async () => {
  world = await regulateWorld();
  return () => world.database.close();
});

/** People say of answers that they wanted an action, and the regulator looks; resolves with the policy that was made of it. */
async function learned(): Promise<{ readonly policy: Policy; readonly parameter: WeightName }> {
  await plantDecided(world.database, { policy: shippedPolicy, at: hour(1), label: wantedAct });
  await world.clock.set(hour(2), 0);
  await world.look();
  const [policy, [change]] = [await world.live(), await world.history()];
  if (policy === undefined) throw new Error('expected a change');
  return { policy, parameter: change?.parameter as WeightName };
}

/** Publishes the first or a further version of a policy, as a release of another age did. */
async function publish(name: string, weights: object, base = { name: 'shipped', version: 1 }): Promise<void> {
  const head = await world.head(name);
  await publishPolicy(world.db, {
    name,
    from: head === undefined ? null : { version: head.liveVersion, cycledAt: head.cycledAt },
    parent: base,
    base,
    weights: weights as Record<string, number>,
    reason: {},
    state: {},
    cycledAt: start,
    change: { id: newId('policyChange'), action: 'publish', cause: 'test' },
    now: start,
  });
}

async function agentId(): Promise<AgentId> {
  const agent = await findAgent(world.db, 'default');
  if (agent === undefined) throw new Error('no default agent');
  return agent.id;
}

describe('what is evidence', () => {
  it('is no decision that a policy made which nothing moves', async () => {
    await plantDecided(world.database, { policy: shippedPolicy, at: hour(1), label: wantedAct });
    await world.database.admin("update salience.turn_ends set policy_name = 'by-hand'");
    await world.clock.set(hour(2), 0);
    expect(await world.look()).toBe(1);
    expect(await lastStanding(world.db)).toMatchObject({ decisions: 0, labelled: 0 });
    expect(await world.head()).toBeUndefined();
  }, 60_000);

  it('decisions that cannot be read are told of, and the others are learned from', async () => {
    await plantDecided(world.database, { policy: shippedPolicy, at: hour(1), label: wantedAct });
    const unread = encodeDecision({ ...decisionUnder(shippedPolicy), signals: { token_count: 3 } });
    await world.database.admin(
      'update salience.turn_ends set decision = $1 where turn_id = (select min(turn_id) from salience.turn_ends)',
      [unread],
    );
    await world.clock.set(hour(2), 0);
    await world.look();
    expect(world.warned).toEqual([{ policy: 'fleet', unreadable: 1 }]);
    expect(await world.head()).toMatchObject({ state: { standing: { decisions: 119 } } });
  }, 60_000);
});

describe('policies of a later release', () => {
  it('while the fleet’s cannot be read nothing departs from another one in its place, and it is told once', async () => {
    const own = `fleet:${await agentId()}`;
    await publish('fleet', shippedPolicy.weights);
    await publish(own, shippedPolicy.weights, { name: 'fleet', version: 1 });
    await publish('fleet', unheard);
    await world.clock.set(hour(2), 0);
    for (let n = 0; n < 2; n += 1) expect(await world.look()).toBe(0);
    expect(await world.head(own)).toMatchObject({ liveVersion: 1, baseName: 'fleet', baseVersion: 1 });
    expect(world.warned).toHaveLength(1);
  }, 60_000);

  it('an agent’s own that cannot be read is not begun again', async () => {
    const many = { policy: shippedPolicy, at: hour(1), people: 12, each: 84, label: right };
    await plantDecided(world.database, many);
    const own = `fleet:${await agentId()}`;
    await publish(own, unheard);
    await world.clock.set(hour(2), 0);
    // The fleet's cycle alone.
    expect(await world.look()).toBe(1);
    expect(world.warned).toEqual([{ policies: [own] }]);
  }, 90_000);
});

it('a clock that was set back is a new day', async () => {
  await world.clock.set(hour(50), 0);
  expect(await world.look()).toBe(1);
  await world.clock.set(hour(3), 0);
  expect(await world.look()).toBe(1);
  expect(await lastStanding(world.db)).toMatchObject({ at: hour(3).toISOString() });
}, 60_000);

it('what a rollback moves rests: learning does not undo it at once', async () => {
  const { parameter, policy } = await learned();
  await plantDecided(world.database, { policy, at: hour(20), label: wantedWords });
  await world.clock.set(hour(27), 0);
  await world.look();
  // What was taken back has rested by now.
  await world.clock.set(hour(80), 0);
  await world.ask('rollback', 1);
  await world.look();
  await plantDecided(world.database, { policy, at: hour(100), each: 40, label: wantedWords });
  await world.clock.set(hour(105), 0);
  expect(await world.look()).toBe(1);
  expect((await world.live())?.weights[parameter]).toBe(policy.weights[parameter]);
}, 60_000);

it('of two changes the one that is taken back ends no row of the other', async () => {
  const { parameter } = await learned();
  const [change] = await world.history();
  const state = (await world.head())?.state as {
    readonly changeId: Id<'policyChange'>;
    readonly regulator: { readonly live: object; readonly policy: Policy };
  };
  const { changeId, regulator } = state;
  expect(changeId).toBe(change?.id);
  // As it is when the first change stayed without proof and another one was made since.
  const other = parameter === 'act.base' ? 'respond.base' : 'act.base';
  const after = regulator.policy.weights[other] ?? 0;
  const parent = { ...regulator.policy, weights: { ...regulator.policy.weights, [other]: after - 1e-6 } };
  const open = { ...regulator.live, parameter: other, before: after - 1e-6, after, version: 9, parent };
  const two = {
    ...regulator,
    live: { ...open, publishedAt: hour(26).getTime() },
    watched: [regulator.live],
  };
  await world.database.admin(
    "update salience.policy_heads set state = jsonb_set(state, '{regulator}', $1::jsonb)",
    [JSON.stringify(two)],
  );
  await plantDecided(world.database, { policy: regulator.policy, at: hour(20), label: wantedWords });
  await world.clock.set(hour(27), 0);
  await world.look();
  const [first, second] = await world.history();
  expect(second).toMatchObject({ action: 'revert', parameter });
  expect(first?.measured).toBeNull();
}, 60_000);
