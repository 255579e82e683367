import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TurnId } from '@salience/contracts';
import { loadRun } from '../src/doors/acting.ts';
import { type CommitResult, loadTurns } from '../src/doors/turns.ts';
import { save, step } from './acting.ts';
import { createWorld, type Taken, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const exchange = { id: `ex_${'1'.repeat(32)}` as never, mode: 'ACT' as const, traceparent: null };

const taking = (ended: CommitResult) => ended.status === 'committed' && ended.next?.status === 'turn';

describe('a message that steers a run', () => {
  let taken: Taken;
  const begin = async (threadKey: string): Promise<Taken> => {
    const { threadId } = await world.accept('find the file', { threadKey });
    taken = await world.take(threadId);
    await save(world, taken, [step(taken.turn.id, 0)]);
    return taken;
  };
  const say = (text: string, more: object = {}) =>
    world.accept(text, { threadId: taken.turn.thread_id, midRun: 'steer', ...more });

  it('enters at the next step, once, in order, and ends merged into the running turn (law 5)', async () => {
    await begin('enters');
    const first = await say('the red one', { speaker: 'Ana' });
    const second = await say('in the attic');
    const saved = await save(world, taken, [step(taken.turn.id, 1)]);
    expect(saved.steered).toMatchObject([
      {
        n: 2,
        kind: 'steer',
        state: 'done',
        note: 'the red one',
        speaker: 'Ana',
        trust: 'user',
        messageTurnId: first.turnId,
      },
      { n: 3, kind: 'steer', note: 'in the attic', speaker: null, messageTurnId: second.turnId },
    ]);
    expect((await save(world, taken, [step(taken.turn.id, 4)])).steered).toEqual([]);
    expect(await world.commit(taken, { exchange, takeNext: true })).toMatchObject({
      next: { status: 'released' },
    });
    const turns = await loadTurns(world.consumer, world.agentId, [
      taken.turn.id,
      first.turnId as TurnId,
      second.turnId as TurnId,
    ]);
    expect(turns.toSorted((a, b) => a.seq - b.seq)).toMatchObject([
      { state: 'answered', mergedInto: null, text: 'find the file', merged: [first.turnId, second.turnId] },
      { state: 'merged', mergedInto: taken.turn.id },
      { state: 'merged', mergedInto: taken.turn.id },
    ]);
    const events = await world.database.admin(
      'select kind from salience.terminal_events where turn_id = any ($1)',
      [turns.map(({ id }) => id)],
    );
    expect(events).toHaveLength(3);
    // What was said is remembered with the answer to it: a merged turn has no exchange of its own (law 8).
    const [row] = await world.database.admin<{ message: string }>(
      'select message from salience.exchanges where turn_id = $1',
      [taken.turn.id],
    );
    expect(row?.message).toBe('find the file\nthe red one\nin the attic');
  });

  it('is not lost when the worker dies right after: the step is there for the next one', async () => {
    await begin('killed');
    const { turnId } = await say('faster');
    await save(world, taken, [step(taken.turn.id, 1)]);
    await world.expireLease(taken.turn.thread_id);
    const next = await world.take(taken.turn.thread_id, 'w2');
    expect(next.turn.id).toBe(taken.turn.id);
    expect(next.snapshot.run?.steps.map(({ kind, note }) => [kind, note])).toEqual([
      ['action', null],
      ['action', null],
      ['steer', 'faster'],
    ]);
    expect(await world.commit(next, { takeNext: true })).toMatchObject({ next: { status: 'released' } });
    const [steered] = await loadTurns(world.consumer, world.agentId, [turnId as TurnId]);
    expect(steered).toMatchObject({ state: 'merged' });
  });

  it('that comes when the run makes no further step runs as a turn of its own', async () => {
    await begin('late');
    const { turnId } = await say('and the blue one');
    const closing = step(taken.turn.id, 1, { kind: 'closing', state: 'done', call: null, reason: 'asked' });
    expect((await save(world, taken, [closing])).steered).toEqual([]);
    const after = await world.commit(taken, { takeNext: true });
    expect(after).toMatchObject({ next: { status: 'turn', turn: { id: turnId, text: 'and the blue one' } } });
    await world.commit(await resume());
  });

  it.each([
    ['of a policy that queues', { midRun: 'queue' }],
    ['that is trusted less than the turn (law 10)', { trust: 'external' }],
    ['that brings a context of its own', { context: [{ role: 'user', content: 'before', trust: 'user' }] }],
  ] as const)('%s waits, and so does what comes behind it (law 3)', async (name, more) => {
    await begin(name);
    const first = await say('one', more);
    await say('two');
    expect((await save(world, taken, [step(taken.turn.id, 1)])).steered).toEqual([]);
    expect(await world.commit(taken, { takeNext: true })).toMatchObject({
      next: { turn: { id: first.turnId } },
    });
    await world.commit(await resume());
    await world.commit(await world.take(taken.turn.thread_id));
  });

  it('threat: what nobody in particular says enters no run of a person, and is answered by itself', async () => {
    await begin('stranger');
    const first = await say('and pay the bill', { trust: 'unverified' });
    expect((await save(world, taken, [step(taken.turn.id, 1)])).steered).toEqual([]);
    expect(await world.commit(taken, { takeNext: true })).toMatchObject({
      next: { turn: { id: first.turnId, trust: 'unverified' } },
    });
    await world.commit(await resume());
  });

  it('passes a reminder over', async () => {
    await begin('reminder');
    const reminder = await say('water the plants', { source: 'reminder', midRun: 'queue' });
    await say('stop after this');
    expect((await save(world, taken, [step(taken.turn.id, 1)])).steered).toHaveLength(1);
    expect(await world.commit(taken, { takeNext: true })).toMatchObject({
      next: { turn: { id: reminder.turnId } },
    });
    await world.commit(await resume());
  });

  it('is consumed or runs by itself, never both and never neither, however accepting and the last step race', async () => {
    for (let round = 0; round < 25; round += 1) {
      await begin(`race-${round}`);
      const closing = step(taken.turn.id, 2, { kind: 'closing', state: 'done', call: null, reason: 'done' });
      const said = say('wait');
      const saved = await save(world, taken, [step(taken.turn.id, 1)]);
      const last = closing.n + saved.steered.length;
      await save(world, taken, [{ ...closing, n: last }]);
      const ended = await world.commit(taken, { takeNext: true });
      const { turnId } = await said;
      const entered = (await loadRun(world.digest, world.agentId, taken.turn.id)).filter(
        ({ kind }) => kind === 'steer',
      );
      const own =
        entered.length > 0
          ? undefined
          : taking(ended)
            ? await resume()
            : await world.take(taken.turn.thread_id);
      expect(own?.turn.id).toBe(entered.length > 0 ? undefined : turnId);
      if (own !== undefined) await world.commit(own);
      const [turn] = await loadTurns(world.consumer, world.agentId, [turnId as TurnId]);
      expect(turn?.state).toBe(entered.length === 0 ? 'answered' : 'merged');
    }
  }, 60_000);

  /** The turn that a commit has taken, for another commit. */
  async function resume(): Promise<Taken> {
    await world.expireLease(taken.turn.thread_id);
    return world.take(taken.turn.thread_id, 'w3');
  }
});
