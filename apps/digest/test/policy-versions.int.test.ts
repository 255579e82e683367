import { newId } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { shippedPolicy } from '@salience/router';
import { type TestDatabase, backends, decisionOf, testDatabase } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPolicies } from '../src/policies.ts';
import type { NewerPolicy } from '../src/read-policy.ts';
import { laneWorld } from './lane-world.ts';

const [backend = 'postgres'] = backends();

/** A weight that only a later release knows. */
const unheard = { ...shippedPolicy.weights, 'respond.of_a_later_release': 1 };

async function publish(database: TestDatabase, version: number, weights: object, name = 'shipped') {
  await database.admin(
    'insert into salience.router_policies (id, name, version, weights) values ($1, $2, $3, $4)',
    [newId('policy'), name, version, JSON.stringify(weights)],
  );
}

describe('a policy whose newest versions are of a later release', () => {
  let database: TestDatabase;
  let agent: { readonly id: string; readonly settings: unknown };
  const understood = { ...shippedPolicy.weights, 'act.base': 0.31 };

  beforeAll(async () => {
    database = await testDatabase();
    await publish(database, 7, understood);
    await publish(database, 8, unheard);
    await publish(database, 9, unheard);
    const found = await findAgent(database.connect('salience_consumer'), 'default');
    if (found === undefined) throw new Error('no default agent');
    agent = found;
  });

  it('is read in the newest version that can be read, and each that cannot is told once', async () => {
    const told: NewerPolicy[] = [];
    const policies = createPolicies(database.connect('salience_digest'), {
      onNewer: (newer) => told.push(newer),
    });
    const policy = await policies.policyOf(agent);
    expect(policy).toEqual({ name: 'shipped', version: 7, weights: understood });
    expect(told).toMatchObject([
      { name: 'shipped', version: 9, used: 7 },
      { name: 'shipped', version: 8, used: 7 },
    ]);
    expect(told[0]?.cause).toContain('respond.of_a_later_release');
    expect(await policies.policyOf(agent)).toBe(policy);
    expect(told).toHaveLength(2);
  });

  it('is refused with what is wrong with the newest where no version can be read', async () => {
    await publish(database, 1, { 'act.base': -1 }, 'broken');
    await publish(database, 2, unheard, 'broken');
    const told: NewerPolicy[] = [];
    const policies = createPolicies(database.connect('salience_digest'), {
      onNewer: (newer) => told.push(newer),
    });
    const broken = { ...agent, settings: { policy: 'broken' } };
    await expect(policies.policyOf(broken)).rejects.toMatchObject({
      code: 'router.policy_invalid',
      data: { policy: 'broken', weight: 'respond.of_a_later_release' },
    });
    const missing = { ...agent, settings: { policy: 'nowhere' } };
    await expect(policies.policyOf(missing)).rejects.toMatchObject({ code: 'agent.no-policy' });
    expect(told.filter(({ name }) => name !== 'shipped')).toEqual([]);
  });
});

it('a turn is answered under it, and its decision names the version that decided', async () => {
  const world = await laneWorld(backend);
  try {
    await publish(world.database, shippedPolicy.version + 1, unheard);
    const turn = await world.say('Where does my sister live?');
    expect(turn.state).toBe('answered');
    expect((await decisionOf(world.database, turn.id))?.policyVersion).toBe(shippedPolicy.version);
  } finally {
    await world.close();
  }
});
