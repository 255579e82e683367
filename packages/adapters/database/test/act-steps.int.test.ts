import type { ActionRuling } from '@salience/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadRun, loadStanding, parkLane } from '../src/doors/acting.ts';
import { loadBacklog, sweepLanes } from '../src/doors/operations.ts';
import { cancelTurn, claimLane, loadTurns, releaseLane } from '../src/doors/turns.ts';
import { result, save, step } from './acting.ts';
import { createWorld, type Taken, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const minute = 60_000;

async function act(threadKey: string): Promise<Taken> {
  const { threadId } = await world.accept(`do ${threadKey}`, { threadKey });
  return world.take(threadId);
}

describe('steps of a run', () => {
  it('are read again in order, as they were written', async () => {
    const taken = await act('order');
    const plan = step(taken.turn.id, 0, {
      kind: 'plan',
      state: 'done',
      call: null,
      note: 'first',
      reason: 'tool-calls',
    });
    await save(world, taken, [plan, step(taken.turn.id, 1), step(taken.turn.id, 2)]);
    const ended = step(taken.turn.id, 1, {
      state: 'succeeded',
      result: result(),
      verdict: { verdict: 'accept', rule: 'r', reason: 'fits' },
      attempt: 1,
      idempotencyKey: 'k',
      retryAt: new Date(0).toISOString(),
    });
    await save(world, taken, [ended]);
    const steps = await loadRun(world.digest, world.agentId, taken.turn.id);
    expect(steps.map(({ n, state }) => [n, state])).toEqual([
      [0, 'done'],
      [1, 'succeeded'],
      [2, 'planned'],
    ]);
    const { at, retryAt, ...rest } = steps[1] ?? ended;
    expect({ ...rest, at: Date.parse(at), retryAt: Date.parse(retryAt ?? '') }).toEqual({
      ...ended,
      at: Date.parse(ended.at),
      retryAt: 0,
    });
    await world.commit(taken);
  });

  it('are not written by a worker whose lane was taken over, and come with the turn to the one that took it (laws 3 and 4)', async () => {
    const slow = await act('fence');
    const runId = slow.turn.id;
    await save(world, slow, [step(runId, 0), step(runId, 1)]);
    await save(world, slow, [step(runId, 0, { state: 'started', idempotencyKey: 'once', attempt: 1 })]);
    await world.expireLease(slow.turn.thread_id);
    const next = await world.take(slow.turn.thread_id, 'w2');
    expect(await save(world, slow, [step(runId, 0, { state: 'succeeded', result: result() })])).toEqual({
      status: 'fenced',
      steered: [],
      cancel: false,
    });
    expect(
      next.snapshot.run?.steps.map(({ n, state, idempotencyKey }) => [n, state, idempotencyKey]),
    ).toEqual([
      [0, 'started', 'once'],
      [1, 'planned', null],
    ]);
    expect(next.snapshot.run?.root).toMatchObject({ id: runId, text: 'do fence', trust: 'user' });
    await world.commit(next);
  });

  it('that ended never change, but for what came late (law 4)', async () => {
    const taken = await act('ended');
    const runId = taken.turn.id;
    await save(world, taken, [step(runId, 0, { state: 'timed_out', result: result('failed') })]);
    await save(world, taken, [
      step(runId, 0, { state: 'timed_out', result: result('failed'), late: 'sent after all' }),
    ]);
    await expect(save(world, taken, [step(runId, 0, { state: 'succeeded' })])).rejects.toMatchObject({
      code: 'database.failed',
      message: expect.stringContaining('0 timed_out→succeeded'),
    });
    const [kept] = await loadRun(world.digest, world.agentId, runId);
    expect(kept).toMatchObject({ state: 'timed_out', late: 'sent after all' });
    await world.commit(taken);
  });

  const standing = (kind: string, now = new Date()) =>
    loadStanding(world.digest, { agentId: world.agentId, tool: 'tally', kind, now });

  it('count once in the record of their tool, by code, and in what their kind has earned; control events do not (law 4)', async () => {
    const taken = await act('record');
    const runId = taken.turn.id;
    const ruled = (more: Partial<ActionRuling> = {}): { ruling: ActionRuling } => ({
      ruling: {
        path: 'run',
        reason: 'r',
        gate: { level: 'safe', reasons: [] },
        tier: 'act',
        effectiveTier: 'act',
        confidence: 1,
        least: { section: 'message', id: runId, trust: 'user' },
        two: { untrusted: null, private: null, outside: null },
        tainted: false,
        kind: 'ann',
        ...more,
      },
    });
    const good = {
      call: { id: 'c', tool: 'tally', arguments: {} },
      result: result(),
      attempt: 1,
      ...ruled(),
    };
    const judged = (verdict: 'accept' | 'correct') => ({ verdict: { verdict, rule: 'r', reason: 'r' } });
    const steps = [
      step(runId, 0, { ...good, state: 'succeeded', ...judged('accept') }),
      step(runId, 1, { ...good, state: 'succeeded', ...judged('correct') }),
      step(runId, 2, { ...good, state: 'unknown' }),
      step(runId, 3, { ...good, state: 'denied', attempt: 0 }),
      step(runId, 4, { ...good, state: 'refused', attempt: 0, ...ruled({ path: 'refuse' }) }),
      step(runId, 5, { ...good, state: 'succeeded', ...judged('accept'), ...ruled({ tainted: true }) }),
      step(runId, 6, { ...good, state: 'succeeded', ...judged('accept'), ...ruled({ kind: 'bo' }) }),
      // Out of budget, never judged, of a name that no tool has.
      step(runId, 7, { ...good, state: 'refused', attempt: 0, reason: 'budget' }),
      step(runId, 8, { ...good, state: 'failed', attempt: 0, ruling: null, reason: 'unknown_tool' }),
    ];
    await save(world, taken, steps);
    await save(world, taken, steps);
    expect(await standing('ann')).toEqual({ successes: 1, failures: 4 });
    expect(await standing('bo')).toEqual({ successes: 1, failures: 0 });
    expect(await standing('')).toEqual({ successes: 0, failures: 0 });
    // A doubt that comes later takes the success back, once.
    const doubted = step(runId, 6, { ...steps[6], verdict: { verdict: 'escalate', rule: 'd', reason: 'd' } });
    await save(world, taken, [doubted]);
    await save(world, taken, [doubted]);
    expect(await standing('bo')).toEqual({ successes: 0, failures: 0 });
    await world.commit(taken);
    const after = await act('record-after');
    expect(after.snapshot.toolRecord['tally']).toEqual({ successes: 2, failures: 2 });
    const outcomes = after.snapshot.outcomes.filter(({ tool }) => tool === 'tally');
    expect(Object.fromEntries(outcomes.map(({ code, count }) => [code, count]))).toEqual({
      succeeded: 2,
      doubted: 2,
      unknown: 1,
      denied: 1,
      refused: 1,
    });
    await world.commit(after);
    expect(await standing('ann', new Date(Date.now() + 31 * 86_400_000))).toEqual({
      successes: 0,
      failures: 0,
    });
  });

  it('of one agent are neither read nor written for another (law 12)', async () => {
    const taken = await act('strange');
    await save(world, taken, [step(taken.turn.id, 0)]);
    const stranger = `agt_${'0'.repeat(32)}` as typeof world.agentId;
    expect(await loadRun(world.digest, stranger, taken.turn.id)).toEqual([]);
    expect(await save(world, taken, [step(taken.turn.id, 1)], { agentId: stranger })).toMatchObject({
      status: 'fenced',
    });
    await world.commit(taken);
  });

  it('say that somebody asked the turn to stop', async () => {
    const taken = await act('stop');
    await cancelTurn(world.consumer, world.agentId, taken.turn.id, new Date());
    expect(await save(world, taken, [step(taken.turn.id, 0)])).toMatchObject({
      status: 'saved',
      cancel: true,
    });
    await world.commit(taken, { state: 'cancelled', reply: null });
  });
});

describe('a parked lane (law 3)', () => {
  const park = (taken: Taken, until: Date) =>
    parkLane(world.digest, {
      agentId: world.agentId,
      threadId: taken.turn.thread_id,
      turnId: taken.turn.id,
      fence: taken.fence,
      until,
      now: new Date(),
    });
  const claimAt = (taken: Taken, now: Date) =>
    claimLane(world.digest, { agentId: world.agentId, threadId: taken.turn.thread_id, owner: 'w9', now });

  it('is claimed by nobody before its time, by business time, and its resumption is no attempt (law 15)', async () => {
    const taken = await act('park');
    const until = new Date(Date.now() + minute);
    expect(taken.turn.attempts).toBe(1);
    expect(await park(taken, until)).toMatchObject({ status: 'parked', wakeAt: expect.any(String) });
    await world.accept('and this', { threadKey: 'park' });
    expect(await claimAt(taken, new Date())).toMatchObject({ status: 'held', wakeAt: expect.any(String) });
    for (let round = 0; round < 4; round += 1) {
      const again = await claimAt(taken, until);
      if (again.status !== 'turn') throw new Error(again.status);
      expect(again.turn).toMatchObject({ id: taken.turn.id, attempts: 1 });
      expect(await park(again, until)).toMatchObject({ status: 'parked' });
    }
    const last = await claimAt(taken, until);
    if (last.status !== 'turn') throw new Error(last.status);
    const next = await world.commit(last, { takeNext: true });
    expect(next).toMatchObject({ next: { status: 'turn', turn: { text: 'and this' } } });
    await releaseLane(world.digest, {
      agentId: world.agentId,
      threadId: taken.turn.thread_id,
      fence: last.fence,
    });
    await world.commit(await world.take(taken.turn.thread_id));
  });

  it('is not parked by a worker that has lost it', async () => {
    const taken = await act('park-lost');
    await world.expireLease(taken.turn.thread_id);
    const next = await world.take(taken.turn.thread_id, 'w2');
    expect(await park(taken, new Date(Date.now() + minute))).toEqual({ status: 'fenced', wakeAt: null });
    await world.commit(next);
  });

  it('is neither swept nor counted as waiting before its time, and both from then on', async () => {
    const scheduler = world.database.connect('salience_scheduler');
    const taken = await act('park-sweep');
    const until = new Date(Date.now() + minute);
    const before = (await loadBacklog(scheduler, new Date())).lanesWaiting.count;
    await park(taken, until);
    const swept = async (now: Date) =>
      (await sweepLanes(scheduler, 100, now)).some((lane) => lane.threadId === taken.turn.thread_id);
    expect(await swept(new Date())).toBe(false);
    expect((await loadBacklog(scheduler, new Date())).lanesWaiting.count).toBe(before);
    expect((await loadBacklog(scheduler, until)).lanesWaiting.count).toBe(before + 1);
    expect(await swept(until)).toBe(true);
    await world.commit(await world.take(taken.turn.thread_id));
  });

  it('ends at once when its turn is cancelled, and what waits behind it goes on (law 5)', async () => {
    const taken = await act('park-cancel');
    await park(taken, new Date(Date.now() + minute));
    const { turnId } = await world.accept('next', { threadKey: 'park-cancel' });
    expect(await cancelTurn(world.consumer, world.agentId, taken.turn.id, new Date())).toMatchObject({
      status: 'cancelled',
    });
    const next = await world.take(taken.turn.thread_id);
    expect(next.turn.id).toBe(turnId);
    await world.commit(next);
  });

  it('makes way for a message that interrupts it', async () => {
    const taken = await act('park-interrupt');
    await park(taken, new Date(Date.now() + minute));
    const { turnId } = await world.accept('no, this', { threadKey: 'park-interrupt', midRun: 'interrupt' });
    const next = await world.take(taken.turn.thread_id);
    expect(next.turn.id).toBe(turnId);
    await world.commit(next);
    const [old] = await loadTurns(world.consumer, world.agentId, [taken.turn.id]);
    expect(old).toMatchObject({ state: 'cancelled', interruptedBy: turnId });
  });

  it('is not kept when the turn was asked to stop while it worked', async () => {
    const taken = await act('park-asked');
    await cancelTurn(world.consumer, world.agentId, taken.turn.id, new Date());
    expect(await park(taken, new Date(Date.now() + minute))).toEqual({ status: 'parked', wakeAt: null });
    expect(await world.claim(taken.turn.thread_id)).toMatchObject({
      status: 'released',
      ended: [taken.turn.id],
      endedAs: ['cancelled'],
    });
  });
});
