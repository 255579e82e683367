import { acceptedSignal, type AgentId } from '@salience/contracts';
import { createSharedClock, type Database } from '@salience/database';
import { createModels, type Models } from '@salience/models';
import { driftRules } from '@salience/memory';
import { openQuiet } from '@salience/runtime';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  acceptSaid,
  clockControl,
  type ClockControl,
  createFakeModelServer,
  type ModelScript,
  plantEnded,
  plantLived,
  type Plants,
  plantsIn,
  testDatabase,
  type TestDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDrift } from '../src/drift.ts';

const start = new Date('2030-01-01T12:00:00Z');
const hourMs = 3_600_000;
const offline = createModels({ default: { kind: 'offline' } });
const lake = {
  talk: ['The kayak leaks since the storm at the lake.', 'The boathouse roof is being repaired by Marta.'],
  names: ['kayak', 'boathouse', 'storm'],
  openLoops: ['Who pays for the boathouse roof?'],
};

let database: TestDatabase;
let queues: TestQueues;
let plants: Plants;
let clock: ClockControl;
let db: Database;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  // What is said here would be work for the fleet, which is to rest.
  await database.admin(`update salience.agents set settings = '{"thoughtsPerDay": 0}'`);
  clock = clockControl(database);
  queues = await testQueues('postgres', database);
  db = database.connect('salience_cognitive_drift');
});
beforeEach(async () => {
  await database.admin(
    'truncate salience.threads, salience.concepts, salience.drift_agents, salience.drift_runs cascade',
  );
  await database.admin(
    'truncate salience.turns, salience.lanes, salience.episodes, salience.memory_progress, salience.turn_ends cascade',
  );
  await database.admin('truncate salience.memory_codes, salience.thoughts cascade');
  await clock.set(start, 0);
});

/** Chance that repeats itself: the same draws in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Parts {
  readonly models?: Models;
  readonly owner?: string;
  readonly tokensMax?: number;
  readonly seed?: number;
  readonly fault?: (point: string) => Promise<void>;
  readonly metrics?: ReturnType<typeof metricsOf>;
}

function metricsOf() {
  return defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
}

/** A worker's run of the loop. */
async function worker(parts: Parts = {}): Promise<() => Promise<number>> {
  const sharedClock = createSharedClock(db);
  const { quiet, close } = await openQuiet({ clock: sharedClock, db, queues, quietMs: 60_000 });
  onTestFinished(close);
  const run = createDrift({
    clock: sharedClock,
    db,
    fault: parts.fault ?? (() => Promise.resolve()),
    log: silentLogger,
    metrics: parts.metrics ?? metricsOf(),
    models: parts.models ?? offline,
    queues,
    quiet,
    owner: parts.owner ?? 'worker',
    draw: seeded(parts.seed ?? 7),
    timeZone: 'UTC',
    tokensMax: parts.tokensMax ?? 1_000_000,
    codeOf: () => Promise.resolve({ code: Buffer.alloc(64, 1).toString('base64'), codeModelId: 'test' }),
  });
  return () => run(new AbortController().signal, () => {});
}

/** Makes every agent due: the first look of a quiet fleet only sets its time. */
async function dueNow(run: () => Promise<number>): Promise<void> {
  await clock.advance(120_000);
  await run();
  await clock.advance(driftRules.intervalMs * 3);
}

const thoughts = () =>
  database.admin<Record<string, unknown>>('select * from salience.thoughts order by created_at, id');
const runs = () =>
  database.admin<Record<string, unknown>>(
    'select state, reason, tokens, thought_id from salience.drift_runs order by id',
  );

async function modelThat(script: ModelScript) {
  const server = await createFakeModelServer(script);
  onTestFinished(() => server.close());
  const models = createModels({
    default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
  });
  return { models, server };
}

async function accept(agentId: AgentId = plants.agentId) {
  const now = await clock.now();
  await acceptSaid(database.connect('salience_consumer'), 'Hello', { agentId, now, limits: {} });
}

describe('an idle fleet thinks', () => {
  it('keeps a thought with its sources, its code and the lowest trust, and counts no access (laws 8 and 10)', async () => {
    const graph = await plantLived(database, {
      ...lake,
      agentId: plants.agentId,
      trust: 'external',
      at: start,
    });
    const metrics = metricsOf();
    const run = await worker({ metrics });
    await dueNow(run);
    expect(await run()).toBe(1);
    const [thought] = await thoughts();
    expect(thought).toMatchObject({
      agent_id: plants.agentId,
      trust: 'external',
      grounding_episode_id: graph.episodeId,
    });
    expect(String(thought?.['content'])).toMatch(/kayak|boathouse|storm/);
    const rests = await database.admin(
      'select concept_id, is_seed from salience.thought_concepts where thought_id = $1',
      [thought?.['id']],
    );
    expect(rests.length).toBeGreaterThanOrEqual(2);
    expect(rests.filter((row) => row['is_seed'])).toHaveLength(1);
    expect(
      await database.admin('select kind from salience.memory_codes where item_id = $1', [thought?.['id']]),
    ).toEqual([{ kind: 'thought' }]);
    expect(await database.admin('select * from salience.memory_accesses')).toEqual([]);
    expect(await runs()).toMatchObject([{ state: 'stored', thought_id: thought?.['id'] }]);
    expect(await metrics.metricsText()).toMatch(/salience_drift_thoughts_total\{[^}]*\} 1/);
  });

  it('thinks only where somebody lived through something within a week, and not while any turn waits (law 8)', async () => {
    await plantLived(database, {
      ...lake,
      agentId: plants.agentId,
      at: new Date(start.getTime() - 169 * hourMs),
    });
    const run = await worker();
    await dueNow(run);
    expect(await run()).toBe(0);
    await plantLived(database, {
      agentId: plants.agentId,
      ...lake,
      names: ['oar', 'paddle'],
      talk: ['The oar and the paddle lie in the shed.'],
      at: start,
    });
    await accept();
    await clock.advance(driftRules.intervalMs * 3);
    expect(await run()).toBe(0);
    await database.admin("update salience.turns set state = 'answered'");
    await database.admin('update salience.lanes set cursor = tail');
    expect(await run()).toBe(1);
  });

  it('rests between thoughts, leaves a concept alone for an hour, and tires', async () => {
    await plantLived(database, {
      agentId: plants.agentId,
      ...lake,
      names: ['kayak', 'boathouse', 'storm', 'roof', 'lake'],
      at: start,
    });
    const run = await worker();
    await dueNow(run);
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    await clock.advance(driftRules.intervalMs * 3);
    // Everything that the first thought touched is on its cooldown.
    expect(await run()).toBe(0);
    await clock.advance(driftRules.cooldownMs);
    expect(await run()).toBe(1);
    await database.admin('update salience.thoughts set fatigue = 2.5');
    await plantLived(database, {
      agentId: plants.agentId,
      ...lake,
      names: ['oar', 'paddle'],
      talk: ['The oar and the paddle lie in the shed.'],
      at: start,
    });
    await clock.advance(driftRules.intervalMs * 3);
    expect(await run()).toBe(0);
    await clock.advance(driftRules.fatigueMs);
    expect(await run()).toBe(1);
  });

  it('stops at the tokens of a day, those of refused and lost runs included', async () => {
    await plantLived(database, { ...lake, agentId: plants.agentId, at: start });
    const { models, server } = await modelThat([
      {
        text: JSON.stringify({
          type: 'reflection',
          content: 'Quarterly revenue in Tokyo rose by nine percent again.',
        }),
      },
    ]);
    const run = await worker({ models, tokensMax: 10 });
    await dueNow(run);
    expect(await run()).toBe(0);
    expect(await thoughts()).toEqual([]);
    expect(await runs()).toMatchObject([{ state: 'refused', reason: 'ungrounded' }]);
    await clock.advance(2 * hourMs);
    expect(await run()).toBe(0);
    expect(server.requests()).toHaveLength(1);
    await clock.advance(24 * hourMs);
    expect(await run()).toBe(0);
    expect(server.requests()).toHaveLength(2);
  });

  it('gives a fading seed strength once, apart from its mentions', async () => {
    const long = new Date(start.getTime() - 60 * 24 * hourMs);
    const graph = await plantLived(database, { ...lake, agentId: plants.agentId, strength: 0.3, at: long });
    await database.admin('update salience.episodes set ended_at = $1', [start]);
    const run = await worker();
    await dueNow(run);
    // Whatever the draw chooses, all of them fade: only the strategies that a fading concept is found by may answer.
    for (let tries = 0; (await run()) === 0 && tries < 5; tries += 1) await clock.advance(2 * hourMs);
    const [thought] = await thoughts();
    const added = await database.admin<{ concept_id: string; amount: number }>(
      'select * from salience.drift_reinforcements',
    );
    const strengths = await database.admin<{ id: string; strength: number; mentions: number }>(
      'select id, strength, mentions from salience.concepts where id = any($1)',
      [graph.conceptIds],
    );
    const decaying = thought?.['strategy'] === 'decaying';
    expect(added).toHaveLength(decaying ? 1 : 0);
    for (const { id, mentions, strength } of strengths) {
      expect(strength).toBeCloseTo(added.some((row) => row.concept_id === id) ? 0.4 : 0.3);
      expect(mentions).toBe(1);
    }
  });
});

describe('it yields', () => {
  it('leaves an open model call when a turn is accepted, keeps nothing and stays due', async () => {
    await plantLived(database, { ...lake, agentId: plants.agentId, at: start });
    const { models, server } = await modelThat([{ stall: 'head' }]);
    const metrics = metricsOf();
    const run = await worker({ models, metrics });
    await dueNow(run);
    const running = run();
    await until(() => server.requests().length === 1, { what: 'the model call' });
    await accept();
    await queues.signals.send(acceptedSignal, plants.agentId);
    expect(await running).toBe(0);
    await until(() => server.aborted().length === 1, { what: 'the closed connection' });
    expect(await thoughts()).toEqual([]);
    expect(await runs()).toMatchObject([{ state: 'yielded', reason: 'quiet.over' }]);
    const [row] = await database.admin<{ owner: string | null; next_at: Date }>(
      'select owner, next_at from salience.drift_agents',
    );
    expect(row?.owner).toBeNull();
    expect((row?.next_at as Date) <= (await clock.now())).toBe(true);
    expect(await metrics.metricsText()).toMatch(/salience_drift_yields_total\{[^}]*\} 1/);
  });

  it('sees a turn whose signal was lost by its row, in a model call and at the very last (law 1)', async () => {
    await plantLived(database, { ...lake, agentId: plants.agentId, at: start });
    const { models, server } = await modelThat([{ stall: 'head' }]);
    const run = await worker({ models });
    await dueNow(run);
    const running = run();
    await until(() => server.requests().length === 1, { what: 'the model call' });
    await accept();
    expect(await running).toBe(0);
    await database.admin('update salience.lanes set cursor = tail');
    await clock.advance(hourMs);
    const late = await worker({
      fault: async (point) => void (point === 'drift.before-save' && (await accept())),
    });
    expect(await late()).toBe(0);
    expect(await thoughts()).toEqual([]);
    expect((await runs()).map(({ state }) => state)).toEqual(['yielded', 'yielded']);
  });
});

describe('more than one worker', () => {
  it('lets two replicas keep one thought (law 4)', async () => {
    await plantLived(database, { ...lake, agentId: plants.agentId, at: start });
    const one = await worker({ owner: 'one', seed: 1 });
    const two = await worker({ owner: 'two', seed: 2 });
    await dueNow(one);
    const kept = await Promise.all([one(), two(), one(), two()]);
    expect(kept.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await thoughts()).toHaveLength(1);
  });

  it('stores nothing for a worker that lost its agent, and counts what the lost run may have cost', async () => {
    await plantLived(database, { ...lake, agentId: plants.agentId, at: start });
    const slow = await worker({
      owner: 'slow',
      fault: async (point) => {
        if (point !== 'drift.before-save') return;
        await database.admin(
          "update salience.drift_agents set lease_until = clock_timestamp() - interval '1 second'",
        );
        expect(await quick()).toBe(1);
      },
    });
    const quick = await worker({ owner: 'quick', seed: 3 });
    await dueNow(quick);
    expect(await slow()).toBe(0);
    expect(await thoughts()).toHaveLength(1);
    const ran = await runs();
    expect(ran.map((one) => String(one['state'])).toSorted()).toEqual(['lost', 'stored']);
    const lost = ran.find((one) => one['state'] === 'lost');
    expect(lost?.['thought_id']).toBeNull();
    expect(lost?.['tokens']).toBeGreaterThan(100);
  });

  it('is told of what holds no longer only as that (law 8)', async () => {
    const { agentId } = plants;
    const names = ['Marta', 'Hamburg', 'harbour'];
    const said = { agentId, talk: ['Marta lives in Hamburg near the harbour.'], names, at: start };
    const saidIn = await plantLived(database, said);
    const endedAt = new Date(start.getTime() + 60_000);
    const endedIn = await plantLived(database, {
      agentId,
      talk: ['I live in Porto now.'],
      names: [],
      at: endedAt,
    });
    const fact = { key: 'lives_in', value: 'Hamburg', now: 'Porto' };
    await plantEnded(database, { ...fact, agentId, saidIn, endedIn, at: start, endedAt });
    const content = 'Does Marta still go to the harbour?';
    const { models, server } = await modelThat([
      { text: JSON.stringify({ thought: { type: 'question', content } }) },
    ]);
    const run = await worker({ models });
    await dueNow(run);
    await run();
    const [prompt] = server.requests().map(({ messages }) => String(messages.at(-1)?.content));
    const told = (prompt ?? '').split(/<[^>]*>|\n/u).filter((text) => text.includes('Hamburg'));
    expect(told).not.toEqual([]);
    expect(told.filter((text) => !text.includes('(until 2030-01-01: lives in Hamburg; now Porto)'))).toEqual(
      [],
    );
    expect(prompt).not.toMatch(/(?:from|to)="Hamburg"/);
    expect(prompt).toMatch(/(?:from|to)="harbour"/);
  });

  it('does not think about what is forgotten meanwhile', async () => {
    const graph = await plantLived(database, { ...lake, agentId: plants.agentId, at: start });
    const run = await worker({
      fault: async (point) => {
        if (point === 'drift.before-save')
          await database.admin('delete from salience.concepts where id = any($1)', [graph.conceptIds]);
      },
    });
    await dueNow(run);
    expect(await run()).toBe(0);
    expect(await thoughts()).toEqual([]);
    expect(await runs()).toMatchObject([{ state: 'refused', reason: 'gone' }]);
  });
});
