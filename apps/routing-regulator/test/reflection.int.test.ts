import { acceptedSignal, type RoutingReview } from '@salience/contracts';
import { createSharedClock, type Database } from '@salience/database';
import { learningMark, loadReflections, saveLabels } from '@salience/database/learning';
import { newId } from '@salience/database';
import { createModels } from '@salience/models';
import { openQuiet } from '@salience/runtime';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  acceptSaid,
  type ClockControl,
  clockControl,
  createFakeModelServer,
  type ModelScript,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createReviewer, type ReviewDeps } from '../src/reflection/reviewer.ts';
import { labelsOf, say, type SaidOptions } from './said.ts';

const start = new Date('2030-01-01T12:00:00Z');
const minuteMs = 60_000;
const later = (minutes: number) => new Date(start.getTime() + minutes * minuteMs);

let database: TestDatabase;
let queues: TestQueues;
let clock: ClockControl;
let db: Database;
beforeEach(async () => {
  database = await testDatabase();
  queues = await testQueues('postgres', database);
  clock = clockControl(database);
  db = database.connect('salience_routing_regulator');
  await clock.set(later(120), 0);
  return async () => {
    await queues.close();
    await database.close();
  };
});

const review = (more: Partial<RoutingReview> = {}): { readonly text: string } => ({
  text: JSON.stringify({
    ambiguity: 0.2,
    dimensions: {
      memory_availability: 0,
      intent_clarity: 0.9,
      tone_ambiguity: 0,
      context_sufficiency: 0,
      social_vs_substantive: 0,
    },
    agrees: false,
    wanted: 'ACT',
    confidence: 0.9,
    ...more,
  } satisfies RoutingReview),
});

/** A worker that reviews, and the model that it asks. */
async function reviewer(script: ModelScript, part: Partial<ReviewDeps> = {}) {
  const server = await createFakeModelServer(script);
  const models = createModels({
    default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
  });
  const sharedClock = createSharedClock(db);
  const opened = await openQuiet({ clock: sharedClock, db, queues, quietMs: minuteMs });
  onTestFinished(async () => {
    await opened.close();
    await server.close();
  });
  const metrics = defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
  const run = createReviewer({
    clock: sharedClock,
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics,
    models,
    quiet: opened.quiet,
    owner: newId('worker'),
    callsMax: 40,
    ...part,
  });
  return { metrics, server, run: () => run(new AbortController().signal, () => {}) };
}

const unsure = (text: string, minutes: number, more: Partial<SaidOptions> = {}) =>
  say(database, text, { at: later(minutes), confidence: 0.1, threadKey: `t${minutes}`, ...more });
const reviews = () => loadReflections(db, start, later(10_000), 100);

it('an idle fleet reviews a decision with its message, reply, reaction and signals, and labels it where it is sure', async () => {
  await say(database, 'Hello there.', { at: later(-1), threadKey: 't0', confidence: 0.5 });
  const { threadId, turnId } = await unsure('Book a table.', 0);
  await say(database, 'Which one did you take?', { at: later(1), threadKey: 't0', confidence: 0.5 });
  const { metrics, run, server } = await reviewer([review()]);
  expect(threadId).not.toBe('');
  expect(await run()).toBe(1);
  const asked = JSON.stringify(server.requests()[0]?.messages);
  for (const shown of [
    're: Hello there.',
    'Book a table.',
    're: Book a table.',
    'Which one did you take?',
    'token_count 3',
  ])
    expect(asked).toContain(shown);
  expect(await reviews()).toMatchObject([
    {
      turnId,
      agrees: false,
      wanted: 'ACT',
      stratum: 'low',
      model: 'fake-model',
      dimensions: { intent_clarity: 0.9 },
    },
  ]);
  expect(await labelsOf(database)).toMatchObject([
    { turn_id: turnId, given_via: 'reflection', kind: 'missed_act', wanted: 'ACT', given_by: 'fake-model' },
  ]);
  // Once is enough.
  await clock.advance(20 * minuteMs);
  expect(await run()).toBe(0);
  expect(server.requests()).toHaveLength(1);
  expect(await metrics.metricsText()).toMatch(/salience_reviews_total\{outcome="disagrees",.*\} 1/);
});

it('what a person showed of the decision overrides the review, which is kept', async () => {
  const { turnId } = await unsure('Book a table.', 0);
  await saveLabels(db, {
    labels: [
      {
        id: newId('label'),
        turnId,
        kind: 'correct',
        wanted: 'RESPOND',
        confidence: 0.9,
        givenVia: 'reaction',
        reason: 'thanks',
        givenBy: 'owner',
        fromTurnId: null,
        at: later(1),
      },
    ],
  });
  const { run } = await reviewer([review()]);
  expect(await run()).toBe(1);
  expect(await reviews()).toHaveLength(1);
  expect((await labelsOf(database)).map(({ given_via }) => given_via)).toEqual(['reaction']);
});

it('threat: tainted turns, and those that the agent began itself, are not reviewed', async () => {
  await unsure('of a page', 0, { trust: 'external' });
  await unsure('of nobody known', 1, { trust: 'unverified' });
  await unsure('It is time.', 2, { source: 'reminder' });
  const { run, server } = await reviewer([review()]);
  expect(await run()).toBe(0);
  expect(server.requests()).toEqual([]);
});

it('reviews while the whole fleet is idle only (law 8)', async () => {
  await unsure('Book a table.', 0);
  const { run, server } = await reviewer([review()]);
  await acceptSaid(database.connect('salience_consumer'), 'Hello', { now: later(119) });
  expect(await run()).toBe(0);
  expect(server.requests()).toEqual([]);
});

it.each(['the signal', 'the row, where the signal was lost'])(
  'leaves an open model call when a turn is accepted, by %s, and keeps nothing',
  async (by) => {
    await unsure('Book a table.', 0);
    const { metrics, run, server } = await reviewer([{ stall: 'head' }]);
    const running = run();
    await until(() => server.requests().length === 1, { what: 'the model call' });
    const { agentId } = await acceptSaid(database.connect('salience_consumer'), 'Hello', { now: later(120) });
    if (by === 'the signal') await queues.signals.send(acceptedSignal, agentId);
    expect(await running).toBe(0);
    await until(() => server.aborted().length === 1, { what: 'the closed connection' });
    expect(await reviews()).toEqual([]);
    expect(await metrics.metricsText()).toMatch(/salience_reviews_total\{outcome="yielded",.*\} 1/);
    const [row] = await database.admin('select owner from salience.learning_marks where job = $1', [
      'reflection',
    ]);
    expect(row).toEqual({ owner: null });
  },
);

it('keeps to the calls of a day, failed ones included, over replicas, and begins anew the next day', async () => {
  for (let n = 0; n < 4; n += 1) await unsure(`Book table ${n}.`, n);
  const one = await reviewer([{ text: 'I would rather not.' }], { callsMax: 2 });
  const two = await reviewer([review()], { callsMax: 2 });
  const [mine, other] = await Promise.all([one.run(), two.run()]);
  await one.run();
  await two.run();
  expect((await learningMark(db, 'reflection')).readTo).toBe('2030-01-01:2');
  expect(mine + other).toBeLessThanOrEqual(2);
  const before = (await reviews()).length;
  await clock.set(later(24 * 60), 0);
  await two.run();
  expect((await reviews()).length).toBeGreaterThan(before);
  expect((await learningMark(db, 'reflection')).readTo).toMatch(/^2030-01-02:[12]$/);
});

it('reviews unsure decisions, tie-breaks and sure ones five to three to two', async () => {
  for (let n = 0; n < 30; n += 1) {
    const kinds = [{ confidence: 0.1 }, { confidence: 0.4, against: 'ACT' as const }, { confidence: 0.9 }];
    await unsure(`Message ${n}.`, n, kinds[n % 3]);
  }
  const { run } = await reviewer([review({ agrees: true, wanted: null })]);
  expect(await run()).toBe(10);
  const strata = Map.groupBy(await reviews(), ({ stratum }) => stratum);
  expect(Object.fromEntries([...strata].map(([name, rows]) => [name, rows.length]))).toEqual({
    low: 5,
    tiebreak: 3,
    high: 2,
  });
});
