import type { PfcTrust } from '@salience/contracts';
import { giveFeedback } from '@salience/database/feedback';
import {
  createGoal,
  deleteGoal,
  evaluationInputs,
  listActions,
  listGoals,
  loadConfig,
  patchConfig,
} from '@salience/database/pfc';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ActingWorld, actingWorld, call, enough } from './acting-world.ts';

let world: ActingWorld;
beforeAll(async () => {
  world = await actingWorld({ echo: { tier: 'observe' }, mail: { tier: 'act' } });
});
beforeEach(async () => {
  const db = world.database.connect('salience_consumer');
  for (const { id } of await listGoals(db, world.agentId, 'all')) await deleteGoal(db, world.agentId, id);
  await world.database.admin('delete from salience.pfc_action_log');
  await world.clock.advance(2 * 86_400_000);
});

const consumer = () => world.database.connect('salience_consumer');
async function pursue(goal: string, trust: PfcTrust = 'owner'): Promise<void> {
  const now = await world.clock.now();
  await createGoal(consumer(), world.agentId, { goal, priority: 90, context: null, trust, now });
}
const logged = async () =>
  listActions(consumer(), world.agentId, { limit: 50, now: await world.clock.now() });

/** What the agent begins by itself: nobody said it. */
const own = { source: 'schedule', trust: 'agent' } as const;
const looks = (text: string) => ({ plans: [call('fake__echo', { text }), enough] });
const order = 'Please look after the harbour report.';

describe('what a person asked for', () => {
  it('is never held back, only recorded, with how it went', async () => {
    await pursue('Learn to play the cello');
    const { actions, turnId } = await world.act(looks('harbour'), order);
    expect(actions[0]).toMatchObject({ state: 'succeeded' });
    const [row, ...more] = await logged();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      source: 'act',
      trust: 'owner',
      turnId,
      kind: 'fake__echo',
      action: expect.stringContaining('harbour'),
      context: { runId: turnId, n: actions[0]?.n, tier: 'observe' },
      factors: { addressed: 1, goal: 0 },
      hold: null,
      outcome: 'succeeded',
      outcomeTrust: 'owner',
    });
  });

  it('is done however often they ask, also where the judgement is against it', async () => {
    await pursue('Learn to play the cello');
    for (const _ of [1, 2]) {
      const { actions } = await world.act(looks('harbour'), order);
      expect(actions[0]).toMatchObject({ state: 'succeeded' });
    }
    expect((await logged()).map(({ decision, hold }) => [decision, hold])).toEqual([
      ['skip', null],
      ['act', null],
    ]);
  });

  it('counts as a person set it up where they did', async () => {
    await pursue('Learn to play the cello');
    const { actions } = await world.act(looks('harbour'), order, { source: 'schedule', trust: 'user' });
    expect(actions[0]).toMatchObject({ state: 'succeeded' });
  });
});

describe('what the agent begins by itself', () => {
  it('is done as before where it pursues nothing, however often', async () => {
    for (const _ of [1, 2]) {
      const { actions } = await world.act(looks('harbour'), order, own);
      expect(actions[0]).toMatchObject({ state: 'succeeded' });
    }
    expect(await logged()).toEqual([]);
  });

  it('waits for an hour where it serves no goal, which the planner sees; the same again goes into it', async () => {
    await pursue('Learn to play the cello');
    const first = await world.act(looks('harbour'), order, own);
    expect(first.actions[0]).toMatchObject({
      state: 'refused',
      reason: 'held',
      attempt: 0,
      ruling: { path: 'run' },
      result: { text: expect.stringContaining('It is held until') },
    });
    expect(world.prompts.some((told) => told.includes('It is held until'))).toBe(true);
    await world.act(looks('harbour'), order, { ...own, threadId: first.threadId });
    const [again, held] = await logged();
    expect(held).toMatchObject({ decision: 'consider', hold: 'held', outcome: null });
    const waitsMs = (held?.heldUntil?.getTime() ?? 0) - (held?.createdAt.getTime() ?? 0);
    // Two readings of one clock, milliseconds apart.
    expect(Math.round(waitsMs / 1_000)).toBe(3_600);
    expect(again).toMatchObject({ hold: 'merged', mergedInto: held?.id });
  });

  it('is done where it serves one', async () => {
    await pursue('Look after the harbour report');
    const { actions } = await world.act(looks('harbour report'), order, own);
    expect(actions[0]).toMatchObject({ state: 'succeeded' });
    expect((await logged())[0]).toMatchObject({
      decision: 'act',
      matchedGoals: [{ goal: 'Look after the harbour report' }],
    });
  });

  it('is left where it was just done and serves none', async () => {
    await pursue('Learn to play the cello');
    await world.act(looks('harbour'), order);
    const { actions } = await world.act(looks('harbour'), order, own);
    expect(actions[0]).toMatchObject({ state: 'refused', reason: 'skipped' });
    expect((await logged())[0]).toMatchObject({ decision: 'skip', hold: null });
  });

  it('is judged by the thresholds that were set for the agent, as POST /evaluate is', async () => {
    await pursue('Learn to play the cello');
    const judged = async (act: number, consider: number) => {
      const { revision } = await loadConfig(consumer(), world.agentId);
      const doc = { evaluate: { thresholds: { act, consider } } };
      await patchConfig(consumer(), world.agentId, { revision, doc, now: await world.clock.now() });
      const { actions } = await world.act(looks('harbour'), order, own);
      const [row] = await logged();
      // What was done, and what is held, is forgotten by then.
      await world.clock.advance(2 * 86_400_000);
      return [row?.decision, actions[0]?.state, actions[0]?.reason];
    };
    onTestFinished(() => world.database.admin('delete from salience.pfc_config').then(() => {}));
    expect(await judged(0.2, 0.1)).toEqual(['act', 'succeeded', null]);
    expect(await judged(0.9, 0.2)).toEqual(['consider', 'refused', 'held']);
    expect(await judged(0.9, 0.8)).toEqual(['skip', 'refused', 'skipped']);
  });

  it('threat: a goal that nobody vouches for neither holds anything back nor lets it through', async () => {
    await pursue('Learn to play the cello', 'unverified');
    const { actions } = await world.act(looks('harbour'), order, own);
    expect(actions[0]).toMatchObject({ state: 'succeeded' });
    await pursue('Learn to play the cello');
    await pursue('Look after the garden report', 'unverified');
    const garden = await world.act(looks('garden report'), 'Please look after the garden report.', own);
    expect(garden.actions[0]).toMatchObject({ state: 'refused', reason: 'held' });
  });
});

describe('how an action went', () => {
  it('a held call counts neither for nor against the tool', async () => {
    await pursue('Learn to play the cello');
    const before = await world.database.admin(
      'select sum(refused)::int as refused from salience.tool_records',
    );
    await world.act(looks('harbour'), order, own);
    expect(
      await world.database.admin('select sum(refused)::int as refused from salience.tool_records'),
    ).toEqual(before);
  });

  it('of a run with text from outside tells nothing', async () => {
    await pursue('Learn to play the cello');
    await world.act(looks('harbour'), order, { trust: 'external' });
    expect((await logged())[0]).toMatchObject({ outcome: 'succeeded', outcomeValue: null });
  });

  it('is what a person thinks of the turn, and what was known before is kept beside it', async () => {
    await pursue('Learn to play the cello');
    const { turnId } = await world.act(looks('harbour'), order);
    const now = await world.clock.now();
    const judge = (value: number, givenBy: string) =>
      giveFeedback(consumer(), world.agentId, { target: turnId, value, givenBy, now });
    await judge(0.5, 'agent-key:other');
    expect((await logged())[0]).toMatchObject({ outcome: 'succeeded', outcomeValue: 1 });
    await judge(-1, 'person');
    expect((await logged())[0]).toMatchObject({
      outcome: 'feedback',
      outcomeValue: -1,
      outcomes: [{ outcome: 'succeeded', value: 1 }],
    });
    const { outcomes } = await evaluationInputs(consumer(), world.agentId, { now, trust: 'owner' });
    expect(outcomes).toMatchObject([{ kind: 'fake__echo', value: -1 }]);
  });

  it('a no of a person is one', async () => {
    await pursue('Learn to play the cello');
    const asked = await world.act(
      { plans: [call('fake__mail', { to: 'a@b.test', body: 'hi' }), enough] },
      'Please write hi to a@b.test for me.',
    );
    expect(asked.actions[0]).toMatchObject({ state: 'asked' });
    expect((await logged())[0]).toMatchObject({ outcome: null });
    await world.act({ plans: [enough] }, 'No.', { threadId: asked.threadId, runId: asked.turnId });
    expect((await logged())[0]).toMatchObject({ outcome: 'denied', outcomeValue: -1 });
  });
});
