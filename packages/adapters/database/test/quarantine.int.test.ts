import { plantQuarantined } from '@salience/testing';
import type { AgentId, TurnId } from '@salience/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgent } from '../src/doors/agents.ts';
import { settleQuarantinedAs } from '../src/doors/operators.ts';
import { countQuarantined, explainTurn, listQuarantined, loadTurns } from '../src/doors/turns.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
const load = async (id: string, agentId: AgentId = world.agentId) =>
  (await loadTurns(world.consumer, agentId, [id as TurnId]))[0];

/** A turn whose worker died three times, of a thread in which one message more waits. */
async function quarantine(threadKey: string, text = 'deadly'): Promise<{ id: TurnId; threadId: never }> {
  const first = await world.accept(text, { threadKey, traceparent, speaker: 'Ana', mayApprove: false });
  const after = await world.accept('after', { threadKey });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await world.take(first.threadId, `w${attempt}`);
    await world.expireLease(first.threadId);
  }
  const next = await world.take(first.threadId, 'w4');
  expect(next).toMatchObject({ turn: { id: after.turnId }, ended: [first.turnId], endedAs: ['quarantined'] });
  await world.commit(next);
  return { id: first.turnId as TurnId, threadId: first.threadId as never };
}

describe('a quarantined turn', () => {
  it('is tried again once: a new turn of the same lane, under the same trace, with its parent (law 4)', async () => {
    const { id, threadId } = await quarantine('q-retry');
    const now = new Date();
    const results = await Promise.all(
      Array.from({ length: 4 }, () =>
        settleQuarantinedAs(world.consumer, { turnId: id, outcome: 'retry', now }, 'test'),
      ),
    );
    const settled = results.filter(({ status }) => status === 'settled');
    expect(settled).toHaveLength(1);
    const [one] = settled;
    if (one?.status !== 'settled') throw new Error('not settled');
    expect(one).toMatchObject({ outcome: 'retried', turnId: id, agentId: world.agentId, threadId });
    for (const other of results.filter((result) => result !== one))
      expect(other).toMatchObject({
        status: 'settled_before',
        outcome: 'retried',
        childTurnId: one.childTurnId,
      });
    const taken = await world.take(threadId);
    expect(taken.turn).toMatchObject({
      id: one.childTurnId,
      text: 'deadly',
      speaker: 'Ana',
      traceparent,
      // Trying it again gives it no right that its sender had not.
      may_approve: false,
      attempts: 1,
    });
    await world.commit(taken);
    expect(await load(one.childTurnId as string)).toMatchObject({ state: 'answered', parentTurnId: id });
    expect(await load(id)).toMatchObject({
      state: 'quarantined',
      childTurnIds: [one.childTurnId],
      settledAs: 'retried',
    });
    const why = await explainTurn(world.consumer, world.agentId, id);
    expect(why?.turn.childTurnIds).toEqual([one.childTurnId]);
  });

  it('is dropped once, and nothing more comes of it', async () => {
    const { id, threadId } = await quarantine('q-drop');
    const wish = { turnId: id, outcome: 'drop', now: new Date() } as const;
    expect(await settleQuarantinedAs(world.consumer, wish, 'test')).toMatchObject({
      status: 'settled',
      childTurnId: null,
    });
    expect(await settleQuarantinedAs(world.consumer, { ...wish, outcome: 'retry' }, 'test')).toMatchObject({
      status: 'settled_before',
      outcome: 'dropped',
    });
    expect(await world.claim(threadId)).toMatchObject({ status: 'released' });
    expect(await load(id)).toMatchObject({ state: 'quarantined', settledAs: 'dropped', childTurnIds: [] });
  });

  it('keeps all texts of a combination when it is tried again', async () => {
    const threadKey = 'q-merged';
    const say = (text: string) => world.accept(text, { threadKey, midRun: 'merge' });
    const { threadId } = await say('one');
    const last = await say('two');
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await world.take(threadId, `w${attempt}`);
      await world.expireLease(threadId);
    }
    expect(await world.claim(threadId)).toMatchObject({ status: 'released', endedAs: ['quarantined'] });
    const turnId = last.turnId as TurnId;
    await settleQuarantinedAs(world.consumer, { turnId, outcome: 'retry', now: new Date() }, 'test');
    expect((await world.take(threadId)).turn.text).toBe('one\ntwo');
  });

  it('of no other state can be settled, and an unknown one is unknown', async () => {
    const { turnId } = await world.accept('fine', { threadKey: 'q-fine' });
    const wish = { outcome: 'retry', now: new Date() } as const;
    for (const id of [turnId, `turn_${'0'.repeat(32)}`])
      expect(await settleQuarantinedAs(world.consumer, { turnId: id as TurnId, ...wish }, 'test')).toEqual({
        status: 'unknown',
      });
  });
});

describe('the list', () => {
  it('shows every agent’s open ones, latest first, page by page; settled ones on request', async () => {
    const operator = world.database.connect('salience_operator');
    await world.database.admin(
      "update salience.turns set settled_as = 'dropped' where state = 'quarantined'",
    );
    const other = await createAgent(operator, { name: 'other', persona: 'x' });
    const a = await quarantine('q-list-a', 'a'.repeat(500));
    const b = await quarantine('q-list-b');
    const c = await world.accept('theirs', { agentId: other.id, threadKey: 'q-list-c' });
    await plantQuarantined(world.database, c.turnId, "now() + interval '1 hour'");
    for (const db of [world.consumer, operator]) {
      expect(await countQuarantined(db)).toBe(3);
      const [first, second] = await listQuarantined(db, { limit: 2 });
      expect([first?.id, second?.id]).toEqual([c.turnId, b.id]);
      expect(first).toMatchObject({ agentName: 'other', settledAs: null });
      if (second === undefined) throw new Error('no second');
      const rest = await listQuarantined(db, {
        limit: 10,
        before: { endedAt: second.endedAt, id: second.id },
      });
      expect(rest.map((row) => [row.id, row.text.length])).toEqual([[a.id, 200]]);
      expect(await listQuarantined(db, { limit: 10, agentId: other.id })).toHaveLength(1);
      expect((await listQuarantined(db, { limit: 100, settled: true })).length).toBeGreaterThan(3);
    }
  });

  it('is for the door and the operator only (law 7)', async () => {
    await expect(countQuarantined(world.digest)).rejects.toThrow('permission denied');
  });
});
