import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AcceptResult,
  type AcceptTurn,
  cancelTurn,
  loadTurns,
  releaseLane,
  renewLane,
  type TurnRow,
} from '../src/doors/turns.ts';
import { createWorld, type Taken, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const load = async (id: string): Promise<TurnRow> => {
  const [row] = await loadTurns(world.consumer, world.agentId, [id as never]);
  if (row === undefined) throw new Error(`no ${id}`);
  return row;
};
const events = (id: string) =>
  world.database.admin<{ kind: string }>('select kind from salience.terminal_events where turn_id = $1', [
    id,
  ]);
const next = async (taken: Taken): Promise<Taken> => {
  const result = await world.commit(taken, { takeNext: true });
  if (result.status !== 'committed' || result.next?.status !== 'turn')
    throw new Error('expected a next turn');
  return result.next;
};

describe('merge', () => {
  let room = 0;
  /** A thread that works on "first"; what is said next waits under the policy merge. */
  const busy = async () => {
    const threadKey = `merge-${++room}`;
    const say = (text: string, more: Partial<AcceptTurn> = {}) =>
      world.accept(text, { threadKey, midRun: 'merge', ...more });
    const first = await say('first');
    return { say, first, threadId: first.threadId, running: await world.take(first.threadId) };
  };

  it('what waits is answered together: the last has all texts, the others end merged once (law 5)', async () => {
    const { say, running } = await busy();
    const [a, b, c] = [
      await say('my sister is Ana'),
      await say('she lives in Porto'),
      await say('remember it'),
    ];
    const taken = await next(running);
    expect(taken.turn).toMatchObject({
      id: c.turnId,
      text: 'my sister is Ana\nshe lives in Porto\nremember it',
      attempts: 1,
    });
    expect(taken).toMatchObject({ ended: [a.turnId, b.turnId], endedAs: ['merged', 'merged'] });
    for (const { turnId } of [a, b]) {
      expect(await load(turnId)).toMatchObject({ state: 'merged', mergedInto: c.turnId, reply: null });
      expect(await events(turnId)).toEqual([{ kind: 'merged' }]);
    }
    expect(await load(c.turnId)).toMatchObject({ text: 'remember it', merged: [a.turnId, b.turnId] });
    expect((await world.commit(taken)).status).toBe('committed');
    const kept = await world.database.admin<{ message: string }>(
      'select message from salience.exchanges where thread_id = $1 order by seq',
      [taken.turn.thread_id],
    );
    expect(kept.map((row) => row.message)).toEqual([
      'first',
      'my sister is Ana\nshe lives in Porto\nremember it',
    ]);
    expect(await events(c.turnId)).toEqual([{ kind: 'answered' }]);
  });

  it('a crash in the middle and a retake give the same combination, whatever came meanwhile (law 4)', async () => {
    const { say, running, threadId } = await busy();
    await say('one');
    const two = await say('two');
    const taken = await next(running);
    const three = await say('three');
    await world.expireLease(threadId);
    const again = await world.take(threadId, 'w2');
    expect(again.turn).toMatchObject({ id: two.turnId, text: 'one\ntwo', attempts: 2 });
    expect(again.ended).toEqual([]);
    expect((await world.commit(taken)).status).toBe('fenced');
    const after = await next(again);
    expect(after.turn).toMatchObject({ id: three.turnId, text: 'three' });
  });

  it('a combination that was given back in good order is taken again as it was', async () => {
    const { say, running, threadId } = await busy();
    await say('one');
    await say('two');
    const taken = await next(running);
    await releaseLane(world.digest, { agentId: world.agentId, threadId, fence: taken.fence });
    await say('three');
    const again = await world.take(threadId);
    expect(again.turn).toMatchObject({ text: 'one\ntwo', attempts: 1 });
  });

  it('stops at another speaker, a reminder, another source, another right to approve and another policy', async () => {
    const { say, running } = await busy();
    await say('a1', { speaker: 'Ana' });
    await say('a2', { speaker: 'Ana' });
    await say('t1', { speaker: 'Tom' });
    await say('water the plants', { source: 'reminder', midRun: 'queue' });
    await say('t2', { speaker: 'Tom' });
    await say('t3', { speaker: 'Tom', source: 'other' });
    await say('t4', { speaker: 'Tom', source: 'other', mayApprove: false });
    await say('t5', { speaker: 'Tom', source: 'other', mayApprove: false });
    await say('t6', { speaker: 'Tom', source: 'other' });
    await say('q', { speaker: 'Tom', source: 'other', midRun: 'queue' });
    const texts: string[] = [];
    let taken = await next(running);
    for (;;) {
      texts.push(taken.turn.text);
      const result = await world.commit(taken, { takeNext: true });
      if (result.status !== 'committed' || result.next?.status !== 'turn') break;
      taken = result.next;
    }
    expect(texts).toEqual(['a1\na2', 't1', 'water the plants', 't2', 't3', 't4\nt5', 't6', 'q']);
  });

  it('steps over what was cancelled while it waited', async () => {
    const { say, running } = await busy();
    await say('one');
    const gone = await say('never mind');
    await say('two');
    await cancelTurn(world.consumer, world.agentId, gone.turnId as never, new Date());
    expect((await next(running)).turn.text).toBe('one\ntwo');
    expect(await load(gone.turnId)).toMatchObject({ state: 'cancelled', mergedInto: null });
  });

  it('takes at most 20 messages and 16,000 characters; the rest waits for the next round', async () => {
    const { say, running } = await busy();
    for (let i = 1; i <= 22; i += 1) await say(`m${i}`);
    await say('x'.repeat(15_995));
    const twenty = await next(running);
    expect(twenty.turn.text.split('\n')).toEqual(Array.from({ length: 20 }, (_, i) => `m${i + 1}`));
    const rest = await next(twenty);
    expect(rest.turn.text).toBe('m21\nm22');
    expect((await next(rest)).turn.text).toHaveLength(15_995);
  });

  it('the agent’s setting is what counts for a message that does not say', async () => {
    await world.database.admin(`update salience.agents set settings = '{"midRun": "merge"}' where id = $1`, [
      world.agentId,
    ]);
    const threadKey = 'merge-setting';
    const { threadId } = await world.accept('first', { threadKey });
    const running = await world.take(threadId);
    await world.accept('a', { threadKey });
    await world.accept('b', { threadKey });
    await world.database.admin(`update salience.agents set settings = '{}' where id = $1`, [world.agentId]);
    expect((await next(running)).turn.text).toBe('a\nb');
  });
});

describe('interrupt', () => {
  const accept = async (text: string, more: Partial<AcceptTurn>) =>
    (await world.accept(text, more)) as Extract<AcceptResult, { status: 'accepted' }>;

  it('ends what waits, tells what runs, spares reminders, and the new turn knows what was said', async () => {
    const threadKey = 'interrupt-1';
    const kept = await world.accept('answered before', { threadKey });
    await world.commit(await world.take(kept.threadId));
    const running = await accept('tell me a long story', { threadKey });
    const taken = await world.take(running.threadId);
    const waiting = await accept('about ships', { threadKey });
    await accept('water the plants', { threadKey, source: 'reminder', midRun: 'queue' });
    const new_ = await accept('no, about Porto', { threadKey, midRun: 'interrupt' });
    expect(new_.interrupted).toEqual([
      { turnId: running.turnId, state: 'running' },
      { turnId: waiting.turnId, state: 'cancelled' },
    ]);
    expect(await load(waiting.turnId)).toMatchObject({
      state: 'cancelled',
      interruptedBy: new_.turnId,
      error: { code: 'turn.interrupted', recoverable: false },
    });
    // The worker learns it from its lease, also when no signal reaches it.
    const lane = { agentId: world.agentId, threadId: running.threadId, fence: taken.fence };
    expect(await renewLane(world.digest, lane)).toEqual({ held: true, cancel: true });
    const reminder = await world.commit(taken, {
      state: 'cancelled',
      reply: null,
      exchange: null,
      takeNext: true,
    });
    expect(await load(running.turnId)).toMatchObject({
      state: 'cancelled',
      error: { code: 'turn.interrupted' },
    });
    expect(await events(running.turnId)).toEqual([{ kind: 'cancelled' }]);
    if (reminder.status !== 'committed' || reminder.next?.status !== 'turn') throw new Error('no reminder');
    expect(reminder.next.turn.text).toBe('water the plants');
    const last = await next(reminder.next);
    expect(last.turn.id).toBe(new_.turnId);
    expect(last.snapshot.history.map((past) => past.message)).toEqual([
      'answered before',
      'water the plants',
    ]);
    expect(last.snapshot.interrupted.map((past) => past.text)).toEqual([
      'tell me a long story',
      'about ships',
    ]);
  });

  it('a turn whose worker died after it was interrupted ends interrupted too', async () => {
    const threadKey = 'interrupt-2';
    const first = await accept('one', { threadKey });
    await world.take(first.threadId);
    const second = await accept('two', { threadKey, midRun: 'interrupt' });
    await world.expireLease(first.threadId);
    expect(await world.take(first.threadId, 'w2')).toMatchObject({
      turn: { id: second.turnId },
      ended: [first.turnId],
      endedAs: ['cancelled'],
    });
    expect(await load(first.turnId)).toMatchObject({ error: { code: 'turn.interrupted' } });
  });

  it('the repeated request interrupts nothing, and an answer that was faster stands', async () => {
    const threadKey = 'interrupt-3';
    const first = await accept('one', { threadKey });
    const taken = await world.take(first.threadId);
    const key = { threadKey, midRun: 'interrupt', idempotencyKey: 'i-3' } as const;
    const second = await accept('two', key);
    expect(second.interrupted).toHaveLength(1);
    await world.commit(taken);
    expect(await load(first.turnId)).toMatchObject({ state: 'answered', error: null });
    const running = await world.take(first.threadId);
    expect(running.snapshot.interrupted).toEqual([]);
    expect((await accept('two', key)).interrupted).toBeUndefined();
    const lane = { agentId: world.agentId, threadId: first.threadId, fence: running.fence };
    expect(await renewLane(world.digest, lane)).toEqual({ held: true, cancel: false });
  });

  it('a free thread has nothing to interrupt', async () => {
    const only = await accept('one', { threadKey: 'interrupt-4', midRun: 'interrupt' });
    expect(only.interrupted).toBeUndefined();
  });
});
