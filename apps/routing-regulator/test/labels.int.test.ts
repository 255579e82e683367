import type { TurnId } from '@salience/contracts';
import { createSharedClock, type Database } from '@salience/database';
import { giveFeedback } from '@salience/database/feedback';
import { findAgent } from '@salience/database/agents';
import { learningMark } from '@salience/database/learning';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  type ClockControl,
  clockControl,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLabeller, type LabelDeps } from '../src/labels/labeller.ts';
import { labelsOf, say, type SaidOptions } from './said.ts';

const start = new Date('2030-01-01T12:00:00Z');
const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const expiryMs = 4 * 3_600_000;

let database: TestDatabase;
let clock: ClockControl;
let db: Database;
beforeEach(async () => {
  database = await testDatabase();
  clock = clockControl(database);
  db = database.connect('salience_routing_regulator');
  await clock.set(later(30), 0);
  return () => database.close();
});

function labeller(part: Partial<LabelDeps> = {}) {
  const run = createLabeller({
    clock: createSharedClock(db),
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    expiryMs,
    ...part,
  });
  return () => run(new AbortController().signal, () => {});
}

/** Runs until a message was looked at: any transaction on the server, of other tests too, holds the mark back. */
async function labelUpTo(turnId: TurnId, run = labeller()): Promise<number> {
  let kept = 0;
  const [row] = await database.admin<{ last: string }>(
    "select written_xid || ':' || exchange_id as last from salience.turn_ends where turn_id = $1",
    [turnId],
  );
  await until(
    async () => {
      kept += await run();
      return (await learningMark(db, 'labels')).readTo === row?.last;
    },
    { what: 'the message to be looked at' },
  );
  return kept;
}

const talk = (text: string, minutes: number, more: Partial<SaidOptions> = {}) =>
  say(database, text, { threadKey: 't', at: later(minutes), ...more });

describe('what a person says next (labels come from outside of the loop)', () => {
  it('labels the decision before it, once, and says what was wanted', async () => {
    const first = await talk('Book a table for two at the harbour.', 0, {
      reply: 'The harbour has nice restaurants.',
    });
    const second = await talk('I only wanted you to do it, just do it!', 1, { mode: 'ACT' });
    const third = await talk('Thanks!', 2, { mode: 'ACKNOWLEDGE' });
    const kept = await labelUpTo(third.turnId);
    expect(await labelsOf(database)).toMatchObject([
      {
        turn_id: first.turnId,
        kind: 'missed_act',
        wanted: 'ACT',
        given_via: 'reaction',
        from_turn_id: second.turnId,
        given_by: 'owner',
      },
      { turn_id: second.turnId, kind: 'correct', wanted: 'ACT', from_turn_id: third.turnId },
    ]);
    expect(kept).toBe(2);
    expect(await labeller()()).toBe(0);
  });

  it.each<[string, Partial<SaidOptions>]>([
    ['the agent itself', { source: 'reminder' }],
    ['a tool or a page', { trust: 'external' }],
    ['somebody whom nobody knows', { trust: 'unverified' }],
    ['another speaker', { speaker: 'Eve' }],
    ['another thread', { threadKey: 'u' }],
  ])('threat: words of %s label nothing', async (_whose, more) => {
    await talk('Book a table for two at the harbour.', 0);
    const last = await talk('That is not what I asked, just do it!', 1, more);
    await labelUpTo(last.turnId);
    expect(await labelsOf(database)).toEqual([]);
  });

  it('a row that cannot be read is counted and passed over, and does not hold up the next (law 8)', async () => {
    await talk('Book a table for two at the harbour.', 0);
    await talk('Just do it!', 1, { mode: 'ACT' });
    const good = await talk('Thanks!', 2, { mode: 'ACKNOWLEDGE' });
    const metrics = defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
    // A speaker that no label may name.
    await database.admin('update salience.turn_ends set speaker = null');
    await database.admin(
      "create or replace function salience.giver_of(p_agent text, p_speaker text) returns text language sql as $$ select repeat('x', 201) $$",
    );
    const run = labeller({ metrics, pageMax: 1 });
    expect(await labelUpTo(good.turnId, run)).toBe(0);
    expect(await metrics.metricsText()).toMatch(/salience_labels_skipped_total\{via="reaction",.*\} 2/);
  });

  it('a label that the database refuses does not hold up those beside it', async () => {
    const first = await talk('Book a table for two at the harbour.', 0);
    const second = await talk('Just do it!', 1, { mode: 'ACT' });
    const last = await talk('Thanks!', 2, { mode: 'ACKNOWLEDGE' });
    await database.admin(
      `alter table salience.decision_labels add constraint refused check (turn_id <> '${first.turnId}')`,
    );
    expect(await labelUpTo(last.turnId)).toBe(1);
    expect(await labelsOf(database)).toMatchObject([{ turn_id: second.turnId, kind: 'correct' }]);
  });
});

describe('feedback', () => {
  it('labels the decision of its turn, follows a change of mind, and is taken back by one that says nothing', async () => {
    const { turnId } = await talk('Book a table for two.', 0);
    const consumer = database.connect('salience_consumer');
    const agentId = (await findAgent(consumer, 'default'))?.id as never;
    const give = async (value: number, note?: string) => {
      await giveFeedback(consumer, agentId, {
        target: turnId,
        value,
        givenBy: 'local',
        now: start,
        ...(note === undefined ? {} : { note }),
      });
    };
    const run = labeller();
    const kindsAre = (kinds: readonly string[]) =>
      until(
        async () => {
          await run();
          return JSON.stringify((await labelsOf(database)).map(({ kind }) => kind)) === JSON.stringify(kinds);
        },
        { what: `the labels to be ${kinds.join()}` },
      );
    await give(1);
    await kindsAre(['correct']);
    await give(-1, 'You should have asked me first.');
    await kindsAre(['missed_clarify']);
    expect(await labelsOf(database)).toMatchObject([{ given_via: 'feedback', given_by: 'local' }]);
    await give(-1, '');
    await kindsAre([]);
  });
});

describe('silence until the thread expires', () => {
  it('labels the last decision once, and not before its time', async () => {
    const { turnId } = await talk('My sister lives in Porto.', 0);
    const run = labeller();
    await run();
    expect(await labelsOf(database)).toEqual([]);
    await clock.set(new Date(start.getTime() + expiryMs + 60_000), 0);
    await until(async () => (await run()) === 1, { what: 'the silence to be labelled' });
    await run();
    expect(await labelsOf(database)).toMatchObject([
      { turn_id: turnId, given_via: 'silence', kind: 'correct' },
    ]);
  });
});

it('two replicas label each decision once, and a killed one leaves nothing out (law 4)', async () => {
  const env = { SALIENCE_CLOCK: 'shared', SALIENCE_LABELS_MS: '50' };
  const faulty = { ...env, SALIENCE_FAULTS: JSON.stringify({ 'labels.read': { action: 'kill' } }) };
  const said = [];
  for (let n = 0; n < 12; n += 1)
    said.push(await talk(n % 2 === 0 ? 'What is the time in Porto?' : 'Thanks!', n));
  const killed = await spawnApp('routing-regulator', { database, env: faulty, readyMs: 0 });
  expect((await killed.exited).signal).toBe('SIGKILL');
  const apps = await Promise.all([1, 2].map(() => spawnApp('routing-regulator', { database, env })));
  onTestFinished(async () => void (await Promise.all(apps.map((app) => app.kill9()))));
  await until(async () => (await labelsOf(database)).length === 6, {
    what: 'the decisions to be labelled',
    timeoutMs: 30_000,
  });
  const labelled = (await labelsOf(database)).map(({ turn_id }) => turn_id);
  expect(labelled).toEqual(said.filter((_, n) => n % 2 === 0).map(({ turnId }) => turnId));
  const lines = apps.map((app) => app.log()).join('');
  expect(lines).toContain('decisions are not reviewed');
  expect(await Promise.all(apps.map((app) => app.stop()))).toEqual([0, 0]);
}, 90_000);
