import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createGoal,
  deleteGoal,
  evaluationInputs,
  expireHolds,
  importConfigFile,
  listActions,
  listGoals,
  loadConfig,
  loadFocus,
  type LoggedAction,
  logAction,
  patchConfig,
  pfcStats,
  recordOutcome,
  setFocus,
  updateGoal,
} from '../src/doors/pfc.ts';
import { loadRuling } from '../src/doors/acting.ts';
import { after, agentsCalled, start } from './pfc.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.database.close());

const add = (goal: string, priority: number, seconds: number, more: object = {}) =>
  createGoal(world.consumer, world.agentId, {
    goal,
    priority,
    context: null,
    trust: 'owner',
    now: after(seconds),
    ...more,
  });

const log = (action: string, more: Partial<LoggedAction> = {}) =>
  logAction(world.consumer, {
    agentId: world.agentId,
    action,
    kind: 'post',
    channel: 'general',
    salience: 0.65,
    decision: 'act',
    matchedGoals: [],
    reasoning: 'Salience 0.65 → act',
    factors: { goal: 0.7 },
    source: 'api',
    trust: 'owner',
    now: start,
    ...more,
  });

describe('goals', () => {
  it('stand by priority, then the older, then by id', async () => {
    for (const [goal, priority, seconds] of [
      ['low', 10, 0],
      ['late', 80, 5],
      ['early', 80, 1],
      ['early too', 80, 1],
    ] as const)
      await add(goal, priority, seconds);
    const names = (await listGoals(world.consumer, world.agentId)).map(({ goal }) => goal);
    expect(names).toEqual(['early', 'early too', 'late', 'low']);
  });

  it('are closed once, opened again, and deleted for good', async () => {
    const { id } = await add('g', 50, 0);
    const change = (to: object, seconds: number) =>
      updateGoal(world.consumer, world.agentId, id, { ...to, now: after(seconds) });
    expect(await change({ status: 'completed' }, 1)).toMatchObject({ completedAt: after(1) });
    expect(await change({ status: 'completed', priority: 7 }, 2)).toMatchObject({
      completedAt: after(1),
      priority: 7,
    });
    expect(await listGoals(world.consumer, world.agentId)).toEqual([]);
    expect(await listGoals(world.consumer, world.agentId, 'all')).toHaveLength(1);
    expect(await change({ status: 'active' }, 3)).toMatchObject({ completedAt: null });
    expect(await deleteGoal(world.consumer, world.agentId, id)).toBe(true);
    expect(await deleteGoal(world.consumer, world.agentId, id)).toBe(false);
    expect(await change({ priority: 1 }, 4)).toBeUndefined();
  });

  it('threat: neither another agent nor a caller whom nobody vouches for changes them', async () => {
    const { id } = await add('g', 50, 0);
    const [other] = await agentsCalled(world, 'other');
    expect(await deleteGoal(world.consumer, other, id)).toBe(false);
    expect(await listGoals(world.consumer, other, 'all')).toEqual([]);
    expect(await deleteGoal(world.consumer, world.agentId, id, { trust: 'unverified' })).toBe(false);
    const change = { priority: 1, trust: 'unverified', now: after(1) } as const;
    expect(await updateGoal(world.consumer, world.agentId, id, change)).toBeUndefined();
    await add('theirs', 100, 0, { trust: 'unverified' });
    const counted = await evaluationInputs(world.consumer, world.agentId, { now: start, trust: 'owner' });
    expect(counted.goals.map(({ goal }) => goal)).toEqual(['g']);
  });
});

describe('actions', () => {
  it('law 12: are judged by the thresholds that were set for their own agent, as they were set', async () => {
    const [other] = await agentsCalled(world, 'other');
    const thresholds = { act: 0.8, consider: 0.6 };
    const set = (revision: number, evaluate: object) =>
      patchConfig(world.consumer, world.agentId, { revision, doc: { evaluate }, now: start });
    const read = async (agentId = world.agentId) => {
      const asked = { now: start, trust: 'owner' } as const;
      const ruling = { tool: 'post', kind: 'post', now: start, evaluation: true };
      const { evaluation } = await loadRuling(world.digest, { agentId, ...ruling });
      return [(await evaluationInputs(world.consumer, agentId, asked)).thresholds, evaluation?.thresholds];
    };
    await add('g', 50, 0);
    expect(await read()).toEqual([null, null]);
    await set(0, {});
    expect(await read()).toEqual([null, null]);
    await set(1, { thresholds });
    expect(await read()).toEqual([thresholds, thresholds]);
    expect(await read(other)).toEqual([null, null]);
  });

  it('are logged, listed the newest first and counted', async () => {
    await log('a', { now: after(1) });
    const logged = await log('b', {
      now: after(2),
      decision: 'skip',
      salience: 0.1,
      context: { from: 'Viktor' },
      matchedGoals: [{ id: 1, goal: 'g', priority: 50, overlap: 0.5, contribution: 0.25 }],
    });
    expect(logged).toMatchObject({
      salience: 0.1,
      context: { from: 'Viktor' },
      createdAt: after(2),
      hold: null,
    });
    const listed = await listActions(world.consumer, world.agentId, { limit: 20, now: after(3) });
    expect(listed[0]).toEqual(logged);
    expect(listed.map(({ action }) => action)).toEqual(['b', 'a']);
    expect(await pfcStats(world.consumer, world.agentId, { now: after(3) })).toMatchObject({
      totalActions: 2,
      last24h: [
        { decision: 'act', count: 1 },
        { decision: 'skip', count: 1 },
      ],
    });
    const day = new Date(start.getTime() + 25 * 3_600_000);
    expect((await pfcStats(world.consumer, world.agentId, { now: day })).last24h).toEqual([]);
  });

  it('to be considered wait, go into one another, and expire', async () => {
    const consider = { decision: 'consider', salience: 0.4, heldUntil: after(3600) } as const;
    const held = await log('Post it', consider);
    const again = await Promise.all([log('post it ', consider), log('Post it', consider)]);
    expect(held).toMatchObject({ hold: 'held', heldUntil: after(3600), mergedInto: null });
    expect(again.map(({ hold, mergedInto }) => [hold, mergedInto])).toEqual([
      ['merged', held.id],
      ['merged', held.id],
    ]);
    const like = await log('Post that', { ...consider, like: [held.id] });
    expect(like.mergedInto).toBe(held.id);
    const elsewhere = await log('Post it', { ...consider, channel: 'other' });
    expect(elsewhere.hold).toBe('held');
    const unverified = await log('Post it', { ...consider, trust: 'unverified' });
    expect(unverified.hold).toBe('held');
    const done = await log('Post it');
    const of = async (id: number, now = after(1)) =>
      (await listActions(world.consumer, world.agentId, { limit: 20, now })).find((row) => row.id === id);
    expect(await of(held.id)).toMatchObject({ hold: 'merged', mergedInto: done.id });
    expect(await of(elsewhere.id, after(3600))).toMatchObject({ hold: 'expired' });
    const scheduler = world.database.connect('salience_scheduler');
    expect(await expireHolds(scheduler, after(3599))).toBe(0);
    expect(await expireHolds(scheduler, after(3600))).toBe(2);
    expect(await of(elsewhere.id)).toMatchObject({ hold: 'expired' });
  });

  it('two at once that are alike: one waits, the other goes into it', async () => {
    const other = world.database.connect('salience_consumer');
    const consider = { decision: 'consider', salience: 0.4, heldUntil: after(3600) } as const;
    const row = await log('seed');
    const both = await Promise.all(
      [world.consumer, other].map((db) =>
        logAction(db, {
          ...consider,
          agentId: world.agentId,
          action: 'x',
          kind: null,
          channel: null,
          matchedGoals: [],
          reasoning: '',
          factors: {},
          source: 'act',
          trust: 'owner',
          now: row.createdAt,
        }),
      ),
    );
    expect(new Set(both.map(({ hold }) => hold))).toEqual(new Set(['held', 'merged']));
  });

  it('keep every outcome, and the word of somebody before that of nobody', async () => {
    const { id } = await log('a');
    const record = (outcome: string, more: object = {}) =>
      recordOutcome(world.consumer, world.agentId, id, {
        outcome,
        value: 1,
        trust: 'owner',
        now: after(1),
        ...more,
      });
    await record('maybe', { trust: 'unverified', value: -1 });
    expect(await record('good')).toMatchObject({
      outcome: 'good',
      outcomeTrust: 'owner',
      outcomes: [{ outcome: 'maybe' }],
    });
    expect(await record('bad', { trust: 'unverified', value: -1, notes: 'n' })).toMatchObject({
      outcome: 'good',
      outcomeValue: 1,
      outcomes: [{ outcome: 'maybe' }, { outcome: 'bad', value: -1, trust: 'unverified', notes: 'n' }],
    });
    expect(await record('x', { only: 'unverified' })).toBeUndefined();
    expect(
      await recordOutcome(world.consumer, world.agentId, 99, {
        outcome: 'x',
        value: null,
        trust: 'owner',
        now: start,
      }),
    ).toBeUndefined();
    const inputs = await evaluationInputs(world.consumer, world.agentId, { now: after(2), trust: 'owner' });
    expect(inputs.outcomes).toEqual([
      { actionId: id, goalIds: [], channel: 'general', kind: 'post', value: 1, at: after(1) },
    ]);
    expect(inputs.recent).toMatchObject([{ id, action: 'a', decision: 'act', at: start }]);
  });

  it('threat: pulse-sensor logs and changes what it held a wake against, and nothing else', async () => {
    const pulse = world.database.connect('salience_pulse_sensor');
    const wake = {
      agentId: world.agentId,
      action: 'wake',
      kind: 'wake',
      channel: null,
      salience: 0.2,
      decision: 'skip',
      matchedGoals: [],
      reasoning: '',
      factors: {},
      trust: 'owner',
      now: start,
    } as const;
    expect(await logAction(pulse, { ...wake, source: 'pulse' })).toMatchObject({ source: 'pulse' });
    await expect(logAction(pulse, { ...wake, source: 'act' })).rejects.toMatchObject({
      code: 'database.failed',
    });
    const { id } = await log('a');
    expect(
      await recordOutcome(pulse, world.agentId, id, {
        outcome: 'x',
        value: 1,
        trust: 'owner',
        now: start,
      }).catch(() => undefined),
    ).toBeUndefined();
    const [row] = await listActions(world.consumer, world.agentId, { limit: 1, now: start });
    expect(row?.outcome).toBeNull();
  });
});

describe('settings and focus', () => {
  it('of two changes of one revision one stands', async () => {
    expect(await loadConfig(world.consumer, world.agentId)).toMatchObject({
      revision: 0,
      doc: {},
      fileHash: null,
    });
    const change = (revision: number, threshold: number) =>
      patchConfig(world.consumer, world.agentId, { revision, doc: { handRaise: { threshold } }, now: start });
    const first = await Promise.all([change(0, 4), change(0, 5)]);
    expect(first.filter((row) => row !== undefined)).toHaveLength(1);
    const second = await Promise.all([change(1, 6), change(1, 7), change(0, 8)]);
    expect(second.filter((row) => row !== undefined)).toMatchObject([{ revision: 2 }]);
    const file = await importConfigFile(world.consumer, world.agentId, {
      revision: 2,
      doc: {},
      fileHash: 'ab',
      now: after(1),
    });
    expect(file).toMatchObject({ revision: 3, fileHash: 'ab' });
    expect(await change(3, 9)).toMatchObject({ revision: 4, fileHash: 'ab' });
  });

  it('keeps the channel that an agent speaks in', async () => {
    const { agentId, consumer } = world;
    expect(await loadFocus(consumer, agentId)).toEqual({ channel: null, updatedAt: null, trust: 'owner' });
    await setFocus(consumer, { agentId, channel: '10', now: start });
    expect(await loadFocus(consumer, agentId)).toMatchObject({ channel: '10' });
    await setFocus(consumer, { agentId, channel: null, now: after(1) });
    expect(await loadFocus(consumer, agentId)).toMatchObject({ channel: null });
  });
});
