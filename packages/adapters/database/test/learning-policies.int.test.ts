import type { Id } from '@salience/contracts';
import { testDatabase } from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPolicyVersion } from '../src/doors/agents.ts';
import {
  askPolicy,
  findPolicyRequest,
  findPolicyVersion,
  isAsked,
  listPolicyChanges,
  listPolicyHeads,
  listPolicyNames,
  listPolicyRequests,
  livePolicyVersions,
  loadCalibration,
  newestPolicyVersion,
  noteAdopted,
  noteCycle,
  type NotedChange,
  openPolicyRequests,
  pinPolicy,
  policyAdoption,
  policyHead,
  publishPolicy,
  saveCalibration,
  saveLabels,
  saveReflections,
  settlePolicyRequest,
  supersededPin,
  supersedePolicyRequests,
} from '../src/doors/learning.ts';
import { beat } from '../src/doors/operations.ts';
import { appRoles } from '../src/doors/schema.ts';
import { type Database, newId } from '../src/index.ts';
import { backedUp, contentsOf, restored } from './backups.ts';
import { changeId, decide, labelOf, regulatorOf } from './learning.ts';
import { asRole } from './planted.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let regulator: Database;
const start = new Date('2026-03-01T09:00:00Z');
const day = (n: number) => new Date(start.getTime() + n * 86_400_000);

beforeEach(async () => {
  world = await createWorld();
  regulator = regulatorOf(world);
});
afterEach(() => world.database.close());

const change = (action: NotedChange['action'], more: Partial<NotedChange> = {}): NotedChange => ({
  id: changeId(),
  action,
  cause: 'test',
  ...more,
});

/** Publishes as a cycle of a day does. */
function publish(
  from: { readonly version: number; readonly cycledAt: Date | null } | null,
  n: number,
  more: Partial<Parameters<typeof publishPolicy>[1]> = {},
): Promise<number | null> {
  return publishPolicy(regulator, {
    name: 'fleet',
    from,
    parent: from === null ? { name: 'shipped', version: 1 } : { name: 'fleet', version: from.version },
    base: { name: 'shipped', version: 1 },
    weights: { 'respond.base': 0.5 + n / 100 },
    reason: { pressure: 'test' },
    state: { n },
    cycledAt: day(n),
    change: change(from === null ? 'release' : 'publish'),
    now: day(n),
    ...more,
  });
}

describe('a policy that is regulated (laws 4 and 7)', () => {
  it('law 4: of two publishers one makes the change of a cycle, all of it or nothing', async () => {
    const first = await Promise.all([publish(null, 0), publish(null, 0)]);
    expect(first).toEqual(expect.arrayContaining([1, null]));
    for (let n = 1; n <= 5; n += 1) {
      const from = { version: n, cycledAt: day(n - 1) };
      const both = await Promise.all([publish(from, n), publish(from, n), publish(from, n)]);
      expect(both.filter((version) => version !== null)).toEqual([n + 1]);
    }
    expect(await livePolicyVersions(world.digest)).toEqual([{ name: 'fleet', version: 6 }]);
    const history = await listPolicyChanges(world.consumer, 'fleet', { limit: 100 });
    expect(history.map(({ parentVersion, version }) => [parentVersion, version])).toEqual([
      [5, 6],
      [4, 5],
      [3, 4],
      [2, 3],
      [1, 2],
      [null, 1],
    ]);
    expect(await newestPolicyVersion(world.digest, 'fleet')).toBe(6);
    expect(await findPolicyVersion(world.consumer, 'fleet', 3)).toMatchObject({
      weights: { 'respond.base': 0.52 },
      parentName: 'fleet',
      parentVersion: 2,
      reason: { pressure: 'test' },
    });
  });

  it('one change a cycle: whoever knows of an earlier cycle does nothing, though the version is the same', async () => {
    await publish(null, 0);
    const known = { version: 1, cycledAt: day(0) };
    const ended = { name: 'fleet', from: known, state: { n: 1 }, cycledAt: day(1), now: day(1) };
    expect(await noteCycle(regulator, ended)).toBe(true);
    expect(await noteCycle(regulator, ended)).toBe(false);
    expect(await publish(known, 2)).toBeNull();
    expect(await publish({ version: 1, cycledAt: day(1) }, 2)).toBe(2);
    expect(await policyHead(regulator, 'fleet')).toMatchObject({
      liveVersion: 2,
      state: { n: 2 },
      cycledAt: day(2),
      baseName: 'shipped',
    });
  });

  it('a change that was confirmed before the next one was made has a row of its own, before it', async () => {
    await publish(null, 0);
    const also = change('confirm', { id: newId('policyChange', day(1).getTime() - 1) });
    const next = change('publish', { id: newId('policyChange', day(1).getTime()) });
    expect(await publish({ version: 1, cycledAt: day(0) }, 1, { also, change: next })).toBe(2);
    const history = await listPolicyChanges(regulator, 'fleet', { limit: 9 });
    expect(history.map(({ action, version }) => [action, version])).toEqual([
      ['publish', 2],
      ['confirm', 1],
      ['release', 1],
    ]);
  });

  it('law 4: of what was asked nothing is done twice, and nothing that was refused or taken back', async () => {
    await publish(null, 0);
    await publish({ version: 1, cycledAt: day(0) }, 1);
    const ask = (kind: 'pin' | 'simulate' | 'unpin', version?: number) =>
      askPolicy(world.consumer, { kind, policy: 'fleet', version, askedBy: 'owner', now: day(2) });
    const pinTo = (id: Id<'policyRequest'>, version: number, from: number) =>
      pinPolicy(regulator, {
        name: 'fleet',
        from: { version: from },
        version,
        by: 'owner',
        state: {},
        change: change('pin'),
        request: { id, outcome: {} },
        now: day(2),
      });
    const first = await ask('pin', 1);
    expect(await pinTo(first.id, 1, 2)).toBe(1);
    expect(await pinTo(first.id, 2, 1)).toBeNull();
    const refused = await ask('pin', 2);
    await settlePolicyRequest(regulator, refused.id, { state: 'refused', outcome: {}, now: day(2) });
    expect(await pinTo(refused.id, 2, 1)).toBeNull();
    expect((await policyHead(regulator, 'fleet'))?.liveVersion).toBe(1);
  });

  it('of several requests to move a policy the last one counts, and simulations stand for themselves', async () => {
    const ask = (kind: 'pin' | 'simulate' | 'unpin', policy = 'fleet', minutes = 0) =>
      askPolicy(world.consumer, {
        kind,
        policy,
        version: 1,
        askedBy: 'owner',
        now: new Date(day(1).getTime() + minutes * 60_000),
      });
    const pin = await ask('pin');
    const other = await ask('pin', 'fleet:a', 1);
    const simulated = await ask('simulate', 'fleet', 1);
    const unpin = await ask('unpin', 'fleet', 2);
    expect(await isAsked(world.consumer, 'fleet', 'pin')).toBe(true);
    expect(await supersedePolicyRequests(regulator, day(2))).toBe(1);
    expect(await supersedePolicyRequests(regulator, day(2))).toBe(0);
    expect(await isAsked(world.consumer, 'fleet', 'pin')).toBe(false);
    expect(await findPolicyRequest(regulator, pin.id)).toMatchObject({
      state: 'refused',
      outcome: { why: 'superseded', by: unpin.id },
    });
    expect(await supersededPin(regulator, 'fleet', unpin.id)).toBe(pin.id);
    expect((await openPolicyRequests(regulator, 9)).map(({ id }) => id).toSorted()).toEqual(
      [other.id, simulated.id, unpin.id].toSorted(),
    );
  });

  it('a publisher that is killed in the middle leaves nothing, and the next one goes on', async () => {
    await publish(null, 0);
    const body = JSON.stringify({
      name: 'fleet',
      from: { version: 1, cycledAt: day(0) },
      base: { name: 'shipped', version: 1 },
      parent: { name: 'fleet', version: 1 },
      weights: {},
      reason: {},
      policyId: newId('policy'),
      state: {},
      cycledAt: day(1),
      now: day(1),
      change: change('publish'),
    });
    let published: number | undefined;
    await asRole(world.database.urlFor('salience_routing_regulator'), async (client) => {
      client.on('error', () => {});
      await client.query('begin');
      const made = await client.query<{ version: number; pid: number }>(
        'select salience.publish_policy($1::jsonb) as version, pg_backend_pid() as pid',
        [body],
      );
      published = made.rows[0]?.version;
      await world.database.admin('select pg_terminate_backend($1)', [made.rows[0]?.pid]);
    }).catch(() => {});
    expect(published).toBe(2);
    expect(await publish({ version: 1, cycledAt: day(0) }, 1)).toBe(2);
    expect(await listPolicyChanges(regulator, 'fleet', { limit: 9 })).toHaveLength(2);
  });

  it('a pin has one version decide, and nothing moves it until it is taken back', async () => {
    await publish(null, 0);
    await publish({ version: 1, cycledAt: day(0) }, 1);
    const request = await askPolicy(world.consumer, {
      kind: 'pin',
      policy: 'fleet',
      version: 1,
      askedBy: 'operator:ops',
      now: day(1),
    });
    const pin = (version: number | null, from: number, more: object = {}) =>
      pinPolicy(regulator, {
        name: 'fleet',
        from: { version: from },
        version,
        by: 'operator:ops',
        state: {},
        now: day(1),
        change: change(version === null ? 'unpin' : 'pin'),
        ...more,
      });
    expect(await pin(9, 2)).toBeNull();
    expect(await pin(null, 2)).toBeNull();
    const done = { request: { id: request.id, outcome: { version: 1 } } };
    const twice = await Promise.all([pin(1, 2, done), pin(1, 2, done)]);
    expect(twice).toEqual(expect.arrayContaining([1, null]));
    expect(await findPolicyRequest(world.consumer, request.id)).toMatchObject({
      state: 'done',
      outcome: { version: 1 },
      doneAt: day(1),
    });
    expect(await livePolicyVersions(world.digest)).toContainEqual({ name: 'fleet', version: 1 });
    expect(await publish({ version: 1, cycledAt: day(1) }, 2)).toBeNull();
    expect(await pin(null, 1)).toBe(1);
    expect(await publish({ version: 1, cycledAt: day(1) }, 2)).toBe(3);
    const history = await listPolicyChanges(regulator, 'fleet', { limit: 9 });
    expect(history.map(({ action }) => action).toSorted()).toEqual([
      'pin',
      'publish',
      'publish',
      'release',
      'unpin',
    ]);
  });

  it('what a change did is written once, and so is its adoption', async () => {
    await publish(null, 0);
    const live = change('publish', {
      parameter: 'respond.base',
      valueBefore: 0.1 + 0.2,
      valueAfter: 0.32,
      pressure: 'missed_act',
      estimate: { mean: -0.01 },
    });
    await publish({ version: 1, cycledAt: day(0) }, 1, { change: live });
    expect([
      await noteAdopted(regulator, live.id, day(1)),
      await noteAdopted(regulator, live.id, day(2)),
    ]).toEqual([true, false]);
    for (const mean of [-0.02, 5])
      await noteCycle(regulator, {
        name: 'fleet',
        from: { version: 2, cycledAt: (await policyHead(regulator, 'fleet'))?.cycledAt ?? null },
        state: {},
        cycledAt: day(3),
        now: day(3),
        settles: { id: live.id, measured: { mean } },
      });
    const [kept] = await listPolicyChanges(world.consumer, 'fleet', { limit: 1 });
    expect(kept).toMatchObject({
      id: live.id,
      valueBefore: 0.1 + 0.2,
      adoptedAt: day(1),
      measured: { mean: -0.02 },
    });
  });

  it('is adopted when every digest that lives decides by it; one that is dead or says goodbye is not waited for', async () => {
    const worker = (name: string, version: number | undefined, state: 'ready' | 'stopped' = 'ready') => ({
      id: `wrk_${name}` as Id<'worker'>,
      app: 'digest',
      pid: 1,
      host: 'h',
      version: '1',
      state,
      capacity: 1,
      running: [],
      jobsDone: 0,
      jobsFailed: 0,
      ...(version === undefined ? {} : { policies: { fleet: version } }),
    });
    for (const one of [
      worker('a', 2),
      worker('b', 1),
      worker('c', undefined),
      worker('d', 1, 'stopped'),
      worker('e', 1),
    ])
      await beat(world.digest, one);
    await beat(world.consumer, { ...worker('f', undefined), app: 'consumer' });
    await world.database.admin(
      "update salience.workers set seen_at = seen_at - interval '1 minute' where id = 'wrk_e'",
    );
    expect(await policyAdoption(regulator, 'fleet', 2)).toEqual({ live: 3, behind: ['wrk_b', 'wrk_c'] });
    for (const name of ['b', 'c']) await beat(world.digest, worker(name, 2));
    expect(await policyAdoption(regulator, 'fleet', 2)).toEqual({ live: 3, behind: [] });
  });
});

describe('rights', () => {
  it('law 7: no role but the regulator publishes, moves, pins, labels, reviews or carries out, and none changes what was published', async () => {
    await publish(null, 0);
    const { turnId } = await decide(world, 'one');
    await saveLabels(regulator, { labels: [labelOf(turnId)] });
    const by = async (db: Database) => {
      regulator = db;
      const tried: Record<string, () => Promise<unknown>> = {
        publish: () => publish({ version: 1, cycledAt: day(0) }, 1),
        cycle: () =>
          noteCycle(db, {
            name: 'fleet',
            from: { version: 1, cycledAt: day(0) },
            state: {},
            cycledAt: day(1),
            now: day(1),
          }),
        pin: () =>
          pinPolicy(db, {
            name: 'fleet',
            from: { version: 1 },
            version: 1,
            by: 'x',
            state: {},
            now: day(1),
            change: change('pin'),
          }),
        label: () => saveLabels(db, { labels: [labelOf(turnId, { givenVia: 'silence' })] }),
        calibrate: () =>
          saveCalibration(db, { name: 'x', from: 0, at: start, knots: [], figures: {}, decisions: 1 }),
        settle: () =>
          settlePolicyRequest(db, newId('policyRequest'), { state: 'done', outcome: {}, now: start }),
        adopt: () => noteAdopted(db, changeId(), start),
      };
      const codes: [string, unknown][] = [];
      for (const [what, run] of Object.entries(tried))
        codes.push([
          what,
          await run().then(
            () => 'done',
            (error: { data?: { sqlstate?: string } }) => error.data?.sqlstate,
          ),
        ]);
      return codes;
    };
    for (const role of appRoles.filter((one) => one !== 'salience_routing_regulator')) {
      const codes = await by(world.database.connect(role));
      expect([role, codes]).toEqual([role, codes.map(([what]) => [what, '42501'])]);
    }
    const never = world.database.connect('salience_routing_regulator');
    for (const sql of [
      "update salience.router_policies set weights = '{}'",
      'delete from salience.router_policies',
      "update salience.policy_changes set cause = 'x'",
      'delete from salience.policy_changes',
      'delete from salience.policy_heads',
      "update salience.calibrations set knots = '[]'",
      "insert into salience.policy_requests (id, kind, policy, asked_by, asked_at) values ('x', 'pin', 'x', 'x', now())",
      "update salience.turn_ends set mode = 'ACT'",
      'update salience.feedback set value = 1',
    ])
      await expect(never.pool.query(sql)).rejects.toThrow('permission denied');
  });

  it('consumer asks, and a request begins open, whatever it is told', async () => {
    await expect(
      world.consumer.pool.query(
        "insert into salience.policy_requests (id, kind, policy, asked_by, asked_at, state, done_at) values ('x', 'pin', 'x', 'x', now(), 'done', now())",
      ),
    ).rejects.toThrow('permission denied');
    const asked = { kind: 'simulate' as const, policy: 'fleet', askedBy: 'local', now: start };
    const one = await askPolicy(world.consumer, { ...asked, arguments: { days: 7 } });
    expect(one).toMatchObject({
      state: 'open',
      version: null,
      arguments: { days: 7 },
      askedAt: start,
      outcome: null,
    });
    expect(await openPolicyRequests(regulator, 5)).toEqual([one]);
    const end = (state: 'done' | 'refused') =>
      settlePolicyRequest(regulator, one.id, { state, outcome: { state }, now: day(1) });
    expect([await end('done'), await end('refused')]).toEqual([true, false]);
    expect(await openPolicyRequests(regulator, 5)).toEqual([]);
    expect(await listPolicyRequests(world.consumer, 'fleet', { limit: 5 })).toMatchObject([
      { id: one.id, state: 'done', outcome: { state: 'done' } },
    ]);
  });

  it('a calibration is made once per version', async () => {
    const make = (from: number) =>
      saveCalibration(regulator, {
        name: 'triage',
        from,
        at: start,
        knots: [[0, 0.1]],
        figures: { ece: 0.1 },
        decisions: 9,
      });
    expect((await Promise.all([make(0), make(0)])).filter((version) => version !== undefined)).toEqual([1]);
    expect(await make(1)).toBe(2);
    expect(await loadCalibration(world.digest, 'triage')).toMatchObject({ version: 2, decisions: 9 });
    expect(await listPolicyNames(world.consumer)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'shipped' })]),
    );
  });
});

describe('what is learned', () => {
  it('comes back from a backup, and nothing that was asked before is carried out again (law 4)', async () => {
    const now = new Date();
    await publish(null, 0);
    const { turnId } = await decide(world, 'one');
    await saveLabels(regulator, {
      labels: [labelOf(turnId)],
      mark: { job: 'labels', from: null, upto: '9:x', now: start },
    });
    await saveReflections(regulator, {
      reflections: [
        {
          turnId,
          at: start,
          agrees: true,
          wanted: null,
          confidence: 0.8,
          ambiguity: 0.5,
          dimensions: {},
          model: 'm',
          stratum: 'low',
        },
      ],
      labels: [],
    });
    await askPolicy(world.consumer, {
      kind: 'pin',
      policy: 'fleet',
      version: 1,
      askedBy: 'local',
      now: start,
    });
    const before = await contentsOf(world.database);
    const target = await testDatabase();
    const { file } = await backedUp(world.database);
    await restored(target, file, { now });
    const after = await contentsOf(target);
    for (const table of [
      'decision_labels',
      'reflections',
      'policy_heads',
      'policy_changes',
      'router_policies',
    ])
      expect({ table, rows: after.get(table) }).toEqual({ table, rows: before.get(table) });
    expect(await target.admin('select state, outcome from salience.policy_requests')).toEqual([
      { state: 'refused', outcome: { why: 'restored' } },
    ]);
    expect(await target.admin('select 1 from salience.learning_marks')).toEqual([]);
    expect(await listPolicyHeads(target.connect('salience_digest'))).toHaveLength(1);
    expect(await loadPolicyVersion(target.connect('salience_digest'), 'fleet', 1)).toMatchObject({
      version: 1,
    });
    await target.close();
  });

  it('of a turn goes with it: its labels, its review, and what it showed of the turn before', async () => {
    const one = await decide(world, 'one', { threadKey: 't' });
    const two = await decide(world, 'two', { threadKey: 't' });
    const three = await decide(world, 'three', { threadKey: 't' });
    const review = {
      at: start,
      agrees: true,
      wanted: null,
      confidence: 0.8,
      ambiguity: 0.5,
      dimensions: {},
      model: 'm',
      stratum: 'low',
    };
    await saveLabels(regulator, {
      labels: [
        labelOf(one.turnId, { fromTurnId: two.turnId }),
        labelOf(two.turnId, { fromTurnId: three.turnId }),
        labelOf(three.turnId),
      ],
    });
    await saveReflections(regulator, {
      reflections: [one, two, three].map(({ turnId }) => ({ ...review, turnId })),
      labels: [],
    });
    await world.database.admin(
      `select set_config('app.agent', $1, false), salience.forget_beside_turns($1, array[$2])`,
      [world.agentId, two.turnId],
    );
    expect(await world.database.admin('select turn_id from salience.decision_labels')).toEqual([
      { turn_id: three.turnId },
    ]);
    expect(await world.database.admin('select turn_id from salience.reflections order by 1')).toEqual(
      [one, three]
        .map(({ turnId }) => ({ turn_id: turnId }))
        .toSorted((a, b) => (a.turn_id < b.turn_id ? -1 : 1)),
    );
  });
});
