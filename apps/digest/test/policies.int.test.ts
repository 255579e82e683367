import { policySignal } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { pinPolicy, policyAdoption, policyHead, publishPolicy } from '@salience/database/learning';
import { listWorkers } from '@salience/database/operations';
import { snooze } from '@salience/queues';
import { hint } from '@salience/runtime';
import { shippedPolicy } from '@salience/router';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  backends,
  decisionOf,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { followPolicies } from '../src/follow-policies.ts';
import { createPolicies } from '../src/policies.ts';
import { createLivePolicies } from '../src/live-policies.ts';
import { createPolicyReader, type NewerPolicy } from '../src/read-policy.ts';
import { laneWorld } from './lane-world.ts';

const [backend = 'postgres'] = backends();
const now = new Date('2030-03-01T12:00:00Z');
/** A weight that only a later release knows. */
const unheard = { ...shippedPolicy.weights, 'respond.of_a_later_release': 1 };
const weights = (base: number): Record<string, number> => ({ ...shippedPolicy.weights, 'act.base': base });

/** Publishes the next version of a policy, as the regulator does. Resolves with its number. */
async function publish(
  regulator: Database,
  more: { readonly name?: string; readonly weights?: Readonly<Record<string, number>> } = {},
): Promise<number> {
  const name = more.name ?? 'fleet';
  const head = await policyHead(regulator, name);
  const version = await publishPolicy(regulator, {
    name,
    from: head === undefined ? null : { version: head.liveVersion, cycledAt: head.cycledAt },
    parent: { name: 'shipped', version: 1 },
    base: { name: 'shipped', version: 1 },
    weights: more.weights ?? weights(0.31),
    reason: { cause: 'test' },
    state: {},
    cycledAt: now,
    change: { id: newId('policyChange'), action: 'publish', cause: 'test' },
    now,
  });
  if (version === null) throw new Error(`expected a version of ${name} to be published`);
  return version;
}

/** Pins a policy to a version of it. */
async function pin(regulator: Database, version: number): Promise<void> {
  const head = await policyHead(regulator, 'fleet');
  const pinned = await pinPolicy(regulator, {
    name: 'fleet',
    from: { version: head?.liveVersion ?? 0 },
    version,
    by: 'owner',
    state: {},
    change: { id: newId('policyChange'), action: 'pin', cause: 'test' },
    now,
  });
  expect(pinned).toBe(version);
}

describe('the policy that decides', () => {
  let database: TestDatabase;
  let db: Database;
  let regulator: Database;
  let agent: { readonly id: string; readonly settings: object };

  beforeEach(async () => {
    database = await testDatabase();
    onTestFinished(() => database.close());
    db = database.connect('salience_digest');
    regulator = database.connect('salience_routing_regulator');
    const found = await findAgent(database.connect('salience_consumer'), 'default');
    if (found === undefined) throw new Error('no default agent');
    agent = { id: found.id, settings: {} };
  });

  it('is the agent’s own, else the fleet’s, else the shipped one; a named one is not moved', async () => {
    const policies = createPolicies(db);
    const other = { ...agent, id: newId('agent') };
    const named = { ...agent, settings: { policy: 'shipped' } };
    expect(await policies.policyOf(agent)).toMatchObject({ name: 'shipped', version: shippedPolicy.version });
    await publish(regulator);
    await publish(regulator, { name: `fleet:${agent.id}` });
    // Until it looks, turns are decided as before.
    expect(await policies.policyOf(agent)).toMatchObject({ name: 'shipped' });
    expect(await policies.look()).toBe(2);
    expect(await policies.policyOf(agent)).toMatchObject({ name: `fleet:${agent.id}`, version: 1 });
    expect(await policies.policyOf(other)).toMatchObject({ name: 'fleet', version: 1 });
    expect(await policies.policyOf(named)).toMatchObject({ name: 'shipped' });
    expect(await policies.look()).toBe(0);
  });

  it('is the version that the head says, not the newest: a pinned policy stays', async () => {
    const decidesBy = new Map<string, number>();
    const policies = createPolicies(db, { decidesBy });
    for (const base of [0.31, 0.32, 0.33]) await publish(regulator, { weights: weights(base) });
    await policies.look();
    expect(decidesBy).toEqual(new Map([['fleet', 3]]));
    await pin(regulator, 2);
    await policies.look();
    expect((await policies.policyOf(agent)).weights['act.base']).toBe(0.32);
    expect(await policies.policyOf({ ...agent, settings: { policy: 'fleet' } })).toMatchObject({
      version: 2,
    });
    expect(decidesBy).toEqual(new Map([['fleet', 2]]));
    // Whatever is published under a pin is not the one that decides.
    await expect(publish(regulator)).rejects.toThrow('expected a version');
    await policies.look();
    expect(await policies.policyOf(agent)).toMatchObject({ name: 'fleet', version: 2 });
  });

  it('a head without its version stops nobody: what decides for all others decides there', async () => {
    const policies = createPolicies(db);
    const own = `fleet:${agent.id}`;
    await publish(regulator);
    await publish(regulator, { name: own });
    await database.admin('delete from salience.router_policies where name = $1', [own]);
    expect(await policies.look()).toBe(2);
    expect(policies.unknown()).toBeUndefined();
    expect(await policies.policyOf(agent)).toMatchObject({ name: 'fleet', version: 1 });
    await database.admin("delete from salience.router_policies where name = 'fleet'");
    const blind = createPolicies(db);
    await blind.look();
    expect(await blind.policyOf(agent)).toMatchObject({ name: 'shipped' });
  });

  it('is never an older one that was still being read when another was seen', async () => {
    await publish(regulator, { weights: weights(0.31) });
    const slow = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    const read = createPolicyReader(db, () => {});
    let times = 0;
    const live = createLivePolicies(db, {
      decidesBy: new Map(),
      monotonic: () => 0,
      async read(name, version) {
        if (version !== 1) return read(name, version);
        times += 1;
        if (times === 1) throw new Error('not now');
        const found = await read(name, version);
        reading.resolve();
        await slow.promise;
        return found;
      },
    });
    await expect(live.look()).rejects.toThrow('not now');
    const asked = live.ofRegulated('fleet');
    await reading.promise;
    await publish(regulator, { weights: weights(0.32) });
    await live.look();
    slow.resolve();
    expect(await asked).toMatchObject({ version: 2 });
    expect(await live.ofRegulated('fleet')).toMatchObject({ version: 2 });
  });

  it('is taken up of each policy that can be read, also when another one’s reading fails', async () => {
    const own = `fleet:${agent.id}`;
    await publish(regulator);
    await publish(regulator, { name: own });
    const read = createPolicyReader(db, () => {});
    const decidesBy = new Map<string, number>();
    const live = createLivePolicies(db, {
      decidesBy,
      monotonic: () => 0,
      // The first that is taken up.
      read: (name, version) =>
        name === 'fleet' ? Promise.reject(new Error('not now')) : read(name, version),
    });
    await expect(live.look()).rejects.toThrow('not now');
    expect(decidesBy).toEqual(new Map([[own, 1]]));
  });

  it('is the one before a version that this release cannot read, which is told once and not as adopted', async () => {
    const told: NewerPolicy[] = [];
    const decidesBy = new Map<string, number>();
    const policies = createPolicies(db, { decidesBy, onNewer: (newer) => told.push(newer) });
    await publish(regulator, { weights: unheard });
    await policies.look();
    expect(await policies.policyOf(agent)).toMatchObject({ name: 'shipped' });
    expect(decidesBy.size).toBe(0);
    await publish(regulator);
    await publish(regulator, { weights: unheard });
    for (let n = 0; n < 2; n += 1) await policies.look();
    expect(await policies.policyOf(agent)).toMatchObject({ name: 'fleet', version: 2 });
    expect(decidesBy).toEqual(new Map([['fleet', 2]]));
    expect(told).toMatchObject([
      { name: 'fleet', version: 1, used: null },
      { name: 'fleet', version: 3, used: 2 },
    ]);
    expect(policies.unknown()).toBeUndefined();
  });

  it('is not known when it was not seen for 30 s, and is again after a look; a look that fails keeps what was held', async () => {
    let ms = 0;
    const policies = createPolicies(db, { monotonic: () => ms });
    await publish(regulator);
    await policies.look();
    ms = 20_000;
    await database.admin('revoke select on salience.policy_heads from salience_app');
    await expect(policies.look()).rejects.toThrow('policy_heads');
    expect(await policies.policyOf(agent)).toMatchObject({ name: 'fleet', version: 1 });
    ms = 30_000;
    expect(policies.unknown()).toBeUndefined();
    ms = 30_001;
    expect(policies.unknown()).toContain('was not seen for 30 s');
    await database.admin('grant select on salience.policy_heads to salience_app');
    await publish(regulator);
    await policies.look();
    expect(policies.unknown()).toBeUndefined();
    expect(await policies.policyOf(agent)).toMatchObject({ version: 2 });
  });

  it('is known only as of the beginning of the look that saw it', async () => {
    let ms = 0;
    const policies = createPolicies(db, { monotonic: () => ms });
    const looking = policies.look();
    ms = 30_001;
    await looking;
    expect(policies.unknown()).toContain('30 s');
  });

  it('is taken up by every digest within 5 s of its publication when all hints are lost', async () => {
    const env = { SALIENCE_STALL_MS: 60_000 } as Parameters<typeof followPolicies>[0]['env'];
    const deaf = { signals: { send: async () => true, listen: async () => async () => {} } };
    const started = await Promise.all(
      [1, 2].map(async () => {
        const decidesBy = new Map<string, number>();
        const policies = createPolicies(database.connect('salience_digest'), { decidesBy });
        const metrics = defineMetrics({ service: 'digest', instanceId: 'test', processMetrics: false });
        const runtime = { decidesBy, env, log: silentLogger, queues: deaf, telemetry: { metrics } };
        const service = followPolicies(runtime as never, policies);
        await service.start(new AbortController().signal);
        onTestFinished(async () => void (await service.stop(1_000)));
        return { decidesBy, policies };
      }),
    );
    for (const { policies } of started) await policies.policyOf(agent);
    for (const version of [1, 2]) {
      await publish(regulator);
      await until(() => started.every(({ decidesBy }) => decidesBy.get('fleet') === version), {
        what: `version ${version} in both`,
        timeoutMs: 5_000,
      });
      for (const { policies } of started)
        expect(await policies.policyOf(agent)).toMatchObject({ name: 'fleet', version });
    }
  });

  it.each(backends())('is taken up at once when its publication is told, on %s', async (each) => {
    const queues = await testQueues(each, database, 'salience_digest');
    onTestFinished(() => queues.close());
    const decidesBy = new Map<string, number>();
    const policies = createPolicies(db, { decidesBy });
    const metrics = defineMetrics({ service: 'digest', instanceId: 'test', processMetrics: false });
    const env = { SALIENCE_STALL_MS: 60_000 } as Parameters<typeof followPolicies>[0]['env'];
    const runtime = { decidesBy, env, log: silentLogger, queues, telemetry: { metrics } };
    await publish(regulator);
    // By its own pace it would look again in an hour.
    const service = followPolicies(runtime as never, policies, 3_600_000);
    await service.start(new AbortController().signal);
    onTestFinished(async () => void (await service.stop(1_000)));
    await until(() => decidesBy.get('fleet') === 1, { what: 'the first look' });
    await publish(regulator);
    await until(
      () => {
        hint({ log: silentLogger, queues }, policySignal, 'fleet');
        return decidesBy.get('fleet') === 2;
      },
      { what: 'the look that was hinted at' },
    );
    // What the alert compares: which version every digest decides by.
    await until(async () => /salience_policy_version\{name="fleet".*\} 2/.test(await metrics.metricsText()), {
      what: 'the gauge of the version',
    });
  });
});

it('law 13: a turn is decided by the policy that is live, and its decision names it', async () => {
  const world = await laneWorld(backend);
  await publish(world.database.connect('salience_routing_regulator'));
  await world.policies.look();
  const turn = await world.say('Where does my sister live?');
  expect(turn.state).toBe('answered');
  expect(await decisionOf(world.database, turn.id)).toMatchObject({ policyName: 'fleet', policyVersion: 1 });
});

it('a digest that does not know which policy decides claims no lane, and does again when it knows', async () => {
  let ms = 0;
  const world = await laneWorld(backend, { monotonic: () => ms });
  await world.policies.look();
  const { threadId, turnId } = await world.accept('Where does my sister live?');
  ms = 30_001;
  expect(await world.run(threadId)).toEqual(snooze(1_000));
  const lanes = () =>
    world.database.admin('select owner from salience.lanes where thread_id = $1 and owner is not null', [
      threadId,
    ]);
  expect(await lanes()).toEqual([]);
  expect((await world.load(turnId)).attempts).toBe(0);
  await world.policies.look();
  await world.run(threadId);
  expect((await world.load(turnId)).state).toBe('answered');
});

describe('a fleet of digests', () => {
  let database: TestDatabase;
  let digests: readonly SpawnedApp[];
  let regulator: Database;

  beforeAll(async () => {
    database = await testDatabase();
    regulator = database.connect('salience_routing_regulator');
    digests = await Promise.all([1, 2].map(() => spawnApp('digest', { database })));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(digests.map((digest) => digest.stop()));
    await database.close();
  });

  /** What a probe and a scraper see of each. */
  const seen = (path: 'metrics' | 'ready'): Promise<string[]> =>
    Promise.all(
      digests.map(async (digest) => {
        const port = digest.lines().find(({ msg }) => msg === 'worker starting')?.['healthPort'];
        const response = await fetch(`http://127.0.0.1:${String(port)}/${path}`);
        return `${response.status} ${await response.text()}`;
      }),
    );
  const all = async (path: 'metrics' | 'ready', piece: RegExp): Promise<boolean> =>
    (await seen(path)).every((text) => piece.test(text));

  it('tells with its heartbeats which versions it decides by, also when it had no turn', async () => {
    for (const n of [1, 2]) {
      expect(await publish(regulator)).toBe(n);
      // The publisher tells nobody: they find it by themselves.
      await until(
        async () => {
          const { behind, live } = await policyAdoption(regulator, 'fleet', n);
          return live === 2 && behind.length === 0;
        },
        { what: `version ${n} in both heartbeats`, timeoutMs: 30_000 },
      );
    }
  }, 60_000);

  it('takes no lanes when it cannot see for 30 s which versions decide, says so everywhere, and resumes', async () => {
    const log = (piece: string): boolean =>
      digests.every((digest) => digest.lines().some(({ msg }) => msg?.includes(piece)));
    expect(await all('ready', /^200/)).toBe(true);
    await database.admin('revoke select on salience.policy_heads from salience_app');
    await until(() => log('takes no jobs for now'), { what: 'both to hold', timeoutMs: 45_000 });
    expect(await all('ready', /^503.*policies: which version decides was not seen/)).toBe(true);
    expect(await all('metrics', /salience_queue_held\{queue="turn-digest".*\} 1/)).toBe(true);
    // Also to whoever asks which workers there are.
    const states = async () =>
      (await listWorkers(database.connect('salience_operator'))).map(({ state }) => state);
    await until(async () => (await states()).every((state) => state === 'held'), {
      what: 'both heartbeats to say so',
      timeoutMs: 15_000,
    });
    // It is alive: a restart would help nothing.
    expect(digests.every((digest) => digest.ready())).toBe(true);
    await database.admin('grant select on salience.policy_heads to salience_app');
    await until(() => log('takes jobs again'), { what: 'both to resume', timeoutMs: 15_000 });
    expect(await all('ready', /^200/)).toBe(true);
    await until(async () => (await states()).every((state) => state === 'ready'), { what: 'ready again' });
    expect(await all('metrics', /salience_queue_held\{queue="turn-digest".*\} 0/)).toBe(true);
  }, 90_000);
});
