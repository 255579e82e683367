import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  beat,
  type CountedUsage,
  deleteOldUsage,
  noteModelUsage,
  pauseModel,
} from '../src/doors/operations.ts';
import { listAudit, listLanes, loadCosts, loadModelHealth, startAudit } from '../src/doors/operators.ts';
import { findQuarantined } from '../src/doors/turns.ts';
import { appRoles } from '../src/doors/schema.ts';
import { newId } from '../src/index.ts';
import { createWorld, type World } from './world.ts';
import { plantQuarantined } from '@salience/testing';

const monday = new Date('2026-03-02T23:59:59.000Z');
const tuesday = new Date('2026-03-03T00:00:01.000Z');

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const counted = (more: Partial<CountedUsage> = {}): CountedUsage => ({
  agentId: world.agentId,
  role: 'respond',
  model: 'openai:large',
  calls: 2,
  errors: 0,
  failedOver: 0,
  inputTokens: 100,
  outputTokens: 20,
  untold: 0,
  costUsd: 0.5,
  unpriced: 0,
  totalMs: 900,
  longestMs: 800,
  lastError: null,
  ...more,
});

describe('what calls of models came to', () => {
  const stranger = newId('agent');

  it('adds up by agent, day, role and model, whoever counted it, and many at once', async () => {
    await world.database.admin(
      "insert into salience.agents (id, name, persona, settings) values ($1, 'stranger', '', '{}')",
      [stranger],
    );
    const chunker = world.database.connect('salience_memory_chunker');
    const both = [
      counted(),
      counted({ agentId: stranger, role: 'chunk', model: 'openai:small', costUsd: 2 }),
    ];
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        noteModelUsage(n % 2 === 0 ? world.digest : chunker, n % 3 === 0 ? both.toReversed() : both, monday),
      ),
    );
    await noteModelUsage(
      world.digest,
      [counted({ calls: 1, errors: 1, lastError: 'llm.stalled', longestMs: 5_000, costUsd: 0, unpriced: 1 })],
      tuesday,
    );
    const costs = await loadCosts(world.consumer, { from: '2026-03-02', to: '2026-03-03', top: 10 });
    expect(costs.days.map(({ calls, costUsd, day, role }) => [day, role, calls, costUsd])).toEqual([
      ['2026-03-02', 'chunk', 20, 20],
      ['2026-03-02', 'respond', 20, 5],
      ['2026-03-03', 'respond', 1, 0],
    ]);
    expect(costs.models).toMatchObject([
      { role: 'chunk', model: 'openai:small', calls: 20 },
      {
        role: 'respond',
        model: 'openai:large',
        calls: 21,
        errors: 1,
        unpriced: 1,
        longestMs: 5_000,
        totalMs: 9_900,
      },
    ]);
    expect(costs.agents.map(({ agentName, role }) => `${agentName} ${role}`).toSorted()).toEqual([
      'default respond',
      'stranger chunk',
    ]);
    const dearest = await loadCosts(world.consumer, { from: '2026-03-02', to: '2026-03-03', top: 1 });
    expect(dearest.agents.map(({ agentName }) => agentName)).toEqual(['stranger']);
    const one = { from: '2026-03-03', to: '2026-03-03', top: 10, agentId: stranger };
    expect(await loadCosts(world.consumer, one)).toEqual({ days: [], agents: [], models: [] });
  });

  it('law 12: is seen by an app one agent at a time, and written by apps that ask models alone', async () => {
    const { rows } = await world.digest.pool.query('select * from salience.model_usage');
    expect(rows).toEqual([]);
    const may: string[] = [];
    for (const role of appRoles)
      await noteModelUsage(world.database.connect(role), [counted({ role: 'test' })], monday).then(
        () => may.push(role),
        () => {},
      );
    expect(may.sort()).toEqual([
      'salience_cognitive_drift',
      'salience_digest',
      'salience_episodic',
      'salience_memory_chunker',
      'salience_routing_regulator',
    ]);
  });

  it('shows operators how models do: errors, pauses, and workers that cannot reach them', async () => {
    await pauseModel(world.digest, { model: 'openai:large', ms: 60_000 });
    const workerId = newId('worker');
    await beat(world.digest, {
      id: workerId,
      app: 'digest',
      pid: 1,
      host: 'h',
      version: '1',
      state: 'ready',
      capacity: 1,
      running: [],
      jobsDone: 0,
      jobsFailed: 0,
      away: ['openai'],
    });
    const [large, small] = await loadModelHealth(world.consumer, { from: '2026-03-02', today: '2026-03-03' });
    expect(large).toMatchObject({
      model: 'openai:large',
      today: { calls: 1, errors: 1 },
      lastError: { code: 'llm.stalled' },
      awayFor: [workerId],
    });
    expect(large?.pausedMs).toBeGreaterThan(50_000);
    expect(small).toMatchObject({ model: 'openai:small', roles: ['chunk'], today: null, pausedMs: null });
  });

  it('goes with its day', async () => {
    const scheduler = world.database.connect('salience_scheduler');
    expect(await deleteOldUsage(scheduler, new Date('2026-03-03T12:00:00Z'))).toBe(3);
    expect(await deleteOldUsage(scheduler, new Date('2026-03-03T12:00:00Z'))).toBe(0);
    const left = await loadCosts(world.consumer, { from: '2026-01-01', to: '2026-12-31', top: 10 });
    expect(left.days.map(({ day }) => day)).toEqual(['2026-03-03']);
  });
});

describe('what operators look at', () => {
  it('lists lanes that have turns, the longest wait first, page by page, with who runs them', async () => {
    const now = Date.now();
    const said = await Promise.all(
      [3, 2, 1].map((n) =>
        world.accept(`wait ${n}`, { threadKey: `wait ${n}`, now: new Date(now - n * 10_000) }),
      ),
    );
    await world.accept('and more', { threadKey: 'wait 3' });
    await world.take(said[1]?.threadId as (typeof said)[number]['threadId'], 'w1');
    const all = await listLanes(world.consumer, { now: new Date(now), limit: 10 });
    expect(all.map(({ owner, state, turnId, turns }) => [turnId, state, turns, owner])).toEqual([
      [said[0]?.turnId, 'waiting', 2, null],
      [said[1]?.turnId, 'running', 1, 'w1'],
      [said[2]?.turnId, 'waiting', 1, null],
    ]);
    expect(all[0]).toMatchObject({ agentName: 'default', ageMs: 30_000 });
    const [first] = await listLanes(world.consumer, { now: new Date(now), limit: 1 });
    const after = { at: new Date(first?.acceptedAt ?? 0), id: first?.threadId ?? '' };
    const rest = await listLanes(world.consumer, { now: new Date(now), limit: 10, after, state: 'waiting' });
    expect(rest.map(({ turnId }) => turnId)).toEqual([said[2]?.turnId]);
  });

  it('shows a quarantined turn with its whole message, and nothing of others', async () => {
    const text = `begin ${'x'.repeat(500)} end`;
    const { turnId } = await world.accept(text);
    expect(await findQuarantined(world.consumer, turnId as never)).toBeUndefined();
    await plantQuarantined(world.database, turnId);
    expect(await findQuarantined(world.consumer, turnId as never)).toMatchObject({
      text,
      settledAs: null,
      takeovers: [],
    });
  });

  it('finds rows of the audit log by what they are about and when they were', async () => {
    await startAudit(world.consumer, { actor: 'local', action: 'key.revoke', target: 'key_1' });
    await startAudit(world.consumer, { actor: 'local', action: 'key.revoke', target: 'key_2' });
    const about = await listAudit(world.consumer, { limit: 10, target: 'key_1' });
    expect(about.map(({ target }) => target)).toEqual(['key_1']);
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect(await listAudit(world.consumer, { limit: 10, from: tomorrow })).toEqual([]);
    expect(await listAudit(world.consumer, { limit: 10, to: tomorrow, target: 'key_2' })).toHaveLength(1);
  });
});
