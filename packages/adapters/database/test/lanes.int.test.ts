import { newId } from '@salience/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptTurn, cancelTurn, loadTurns, releaseLane, renewLane } from '../src/doors/turns.ts';
import { createWorld, settledTurns, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const states = async (threadId: string) =>
  (
    await world.database.admin<{ state: string }>(
      'select state from salience.turns where thread_id = $1 order by seq',
      [threadId],
    )
  ).map((row) => row.state);

describe('accepting (law 2)', () => {
  it('numbers the turns of a thread without gaps, also when many arrive at once', async () => {
    const accepted = await Promise.all(
      Array.from({ length: 40 }, (_, i) => world.accept(`m${i}`, { threadKey: 'busy' })),
    );
    expect(new Set(accepted.map((turn) => turn.threadId)).size).toBe(1);
    expect(accepted.map((turn) => turn.seq).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
  });

  it('the same key and message, sent ten times at once, is one turn', async () => {
    const accepted = await Promise.all(
      Array.from({ length: 10 }, () => world.accept('once', { threadKey: 'once', idempotencyKey: 'key-1' })),
    );
    expect(new Set(accepted.map((turn) => turn.turnId)).size).toBe(1);
    expect(accepted.filter((turn) => !turn.replayed)).toHaveLength(1);
  });

  it('the same key with another message is refused and names the earlier turn', async () => {
    const first = await world.accept('one', { threadKey: 'keys', idempotencyKey: 'key-2' });
    const again = await acceptTurn(world.consumer, {
      agentId: world.agentId,
      turnId: newId('turn'),
      newThreadId: newId('thread'),
      threadKey: 'keys',
      caller: 'test',
      text: 'two',
      source: 'test',
      trust: 'user',
      idempotencyKey: 'key-2',
      now: new Date(),
    });
    expect(again).toEqual({ status: 'key_reused', turnId: first.turnId });
  });

  it('without a thread a caller goes on with the current one; another caller has another', async () => {
    const [a, b] = await Promise.all([
      world.accept('hi', { caller: 'ann' }),
      world.accept('hello', { caller: 'ann' }),
    ]);
    const c = await world.accept('hi', { caller: 'bob' });
    expect(a.threadId).toBe(b.threadId);
    expect(c.threadId).not.toBe(a.threadId);
    const later = await world.accept('hi', { caller: 'ann', now: new Date(Date.now() + 5 * 3_600_000) });
    expect(later.threadId).not.toBe(a.threadId);
  });

  it('policy reject turns a message away while the thread is busy, and only then', async () => {
    const { threadId } = await world.accept('first', { threadKey: 'reject', midRun: 'reject' });
    const busy = { ...base('second'), threadKey: 'reject', midRun: 'reject' as const };
    expect(await acceptTurn(world.consumer, busy)).toEqual({ status: 'busy', threadId });
    await world.commit(await world.take(threadId));
    expect((await acceptTurn(world.consumer, { ...busy, turnId: newId('turn') })).status).toBe('accepted');
    expect(await states(threadId)).toEqual(['answered', 'pending']);
  });

  it('an unknown thread id is told, not made', async () => {
    expect(await acceptTurn(world.consumer, { ...base('x'), threadId: newId('thread') })).toEqual({
      status: 'no_thread',
    });
  });
});

function base(text: string) {
  return {
    agentId: world.agentId,
    turnId: newId('turn'),
    newThreadId: newId('thread'),
    caller: 'test',
    text,
    source: 'test',
    trust: 'user' as const,
    now: new Date(),
  };
}

describe('one thread, one lane (law 3)', () => {
  it('of ten claims at once exactly one gets the lane', async () => {
    const { threadId } = await world.accept('one', { threadKey: 'ten' });
    const claims = await Promise.all(Array.from({ length: 10 }, (_, i) => world.claim(threadId, `w${i}`)));
    expect(claims.filter((claim) => claim.status === 'turn')).toHaveLength(1);
    expect(claims.filter((claim) => claim.status === 'held')).toHaveLength(9);
  });

  it('turns come in order of acceptance, the next one with the commit, and the empty lane is released', async () => {
    const { threadId } = await world.accept('1', { threadKey: 'order' });
    await world.accept('2', { threadKey: 'order' });
    const first = await world.take(threadId);
    const second = await world.commit(first, { takeNext: true });
    if (second.status !== 'committed' || second.next?.status !== 'turn')
      throw new Error('expected the second turn');
    expect(second.next.turn.text).toBe('2');
    expect(second.next.snapshot.history.map((past) => past.reply)).toEqual(['re: 1']);
    const end = await world.commit(second.next, { takeNext: true });
    expect(end).toMatchObject({ status: 'committed', next: { status: 'released' } });
    expect(await world.claim(threadId)).toMatchObject({ status: 'released' });
  });

  it('a commit that does not go on gives the lane back itself and tells whether there is more', async () => {
    const { threadId } = await world.accept('1', { threadKey: 'give-back' });
    await world.accept('2', { threadKey: 'give-back' });
    expect(await world.commit(await world.take(threadId))).toMatchObject({ next: null, more: true });
    expect(await world.commit(await world.take(threadId))).toMatchObject({ next: null, more: false });
    const lanes = await world.database.admin(
      'select owner, lease_until from salience.lanes where thread_id = $1',
      [threadId],
    );
    expect(lanes).toEqual([{ owner: null, lease_until: null }]);
  });

  it('no wake-up is lost between releasing and accepting', async () => {
    // A message that arrives while the last turn commits is either taken by that commit or found by a later claim.
    for (let round = 0; round < 30; round += 1) {
      const { threadId } = await world.accept('a', { threadKey: `race-${round}` });
      const taken = await world.take(threadId);
      const [committed] = await Promise.all([
        world.commit(taken, { takeNext: true }),
        world.accept('b', { threadKey: `race-${round}` }),
      ]);
      if (committed.status !== 'committed') throw new Error(committed.status);
      const next = committed.next?.status === 'turn' ? committed.next : await world.take(threadId);
      expect(next.turn.text).toBe('b');
      await world.commit(next);
    }
  });

  it('a worker whose lease ran out cannot commit; its successor can, once', async () => {
    const { threadId, turnId } = await world.accept('one', { threadKey: 'late' });
    const late = await world.take(threadId, 'w1');
    await world.expireLease(threadId);
    const successor = await world.take(threadId, 'w2');
    expect(successor.fence).toBeGreaterThan(late.fence);
    expect(await renewLane(world.digest, { agentId: world.agentId, threadId, fence: late.fence })).toEqual({
      held: false,
      cancel: false,
    });
    expect(await world.commit(late)).toEqual({ status: 'fenced' });
    expect(await world.commit(successor)).toMatchObject({ status: 'committed' });
    expect(await world.commit(successor)).toEqual({ status: 'fenced' });
    const kept = await world.database.admin('select 1 from salience.exchanges where turn_id = $1', [turnId]);
    expect(kept).toHaveLength(1);
    const takeovers = await world.database.admin(
      'select lost_owner, new_owner from salience.lane_takeovers where thread_id = $1',
      [threadId],
    );
    expect(takeovers).toEqual([{ lost_owner: 'w1', new_owner: 'w2' }]);
  });

  it('an agent with more than its share waits while another agent has work', async () => {
    await world.database.admin(
      `insert into salience.workers (id, app, pid, host, version, state, capacity, running, started_at, seen_at)
       values ('wrk_test', 'digest', 1, 'h', '0', 'ready', 2, '[]', now(), clock_timestamp())`,
    );
    await world.database.admin(
      "insert into salience.agents (id, name, persona, settings) values ($1, 'other', '', '{}')",
      [newId('agent')],
    );
    const other = (
      await world.database.admin<{ id: string }>("select id from salience.agents where name = 'other'")
    )[0]?.id;
    const mine = await Promise.all([
      world.accept('1', { threadKey: 'f1' }),
      world.accept('2', { threadKey: 'f2' }),
    ]);
    await world.take(mine[0].threadId);
    const waiting = await acceptTurn(world.consumer, {
      ...base('x'),
      agentId: other as never,
      threadKey: 'o1',
    });
    if (waiting.status !== 'accepted') throw new Error(waiting.status);
    expect(await world.claim(mine[1].threadId)).toEqual({ status: 'yield' });
    await world.database.admin('update salience.lanes set cursor = tail where agent_id = $1', [other]);
    expect((await world.claim(mine[1].threadId)).status).toBe('turn');
    await world.database.admin("delete from salience.workers where id = 'wrk_test'");
  });
});

describe('exactly one terminal event (law 5)', () => {
  it('a turn whose worker dies three times is quarantined and the lane goes on', async () => {
    const { threadId, turnId } = await world.accept('poison', { threadKey: 'poison' });
    await world.accept('after', { threadKey: 'poison' });
    for (let crash = 0; crash < 3; crash += 1) {
      await world.take(threadId, `w${crash}`);
      await world.expireLease(threadId);
    }
    const next = await world.take(threadId, 'w9');
    expect(next.turn.text).toBe('after');
    expect(next.ended).toEqual([turnId]);
    await world.commit(next);
    expect(await states(threadId)).toEqual(['quarantined', 'answered']);
    const [row] = await loadTurns(world.consumer, world.agentId, [turnId as never]);
    expect(row).toMatchObject({ state: 'quarantined', reply: null, error: { code: 'turn.quarantined' } });
  });

  it('a worker that stops in good order gives its turn back uncounted', async () => {
    const { threadId } = await world.accept('x', { threadKey: 'back' });
    for (let stop = 0; stop < 5; stop += 1) {
      const taken = await world.take(threadId);
      expect(taken.turn.attempts).toBe(1);
      expect(
        await releaseLane(world.digest, { agentId: world.agentId, threadId, fence: taken.fence }),
      ).toEqual({ held: true, more: true });
    }
    expect(await states(threadId)).toEqual(['pending']);
  });

  it('a waiting turn is cancelled at once and skipped; an ended one stays as it is', async () => {
    const { threadId } = await world.accept('1', { threadKey: 'cancel' });
    const second = await world.accept('2', { threadKey: 'cancel' });
    const cancelled = await cancelTurn(world.consumer, world.agentId, second.turnId as never, new Date());
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    const end = await world.commit(await world.take(threadId), { takeNext: true });
    expect(end).toMatchObject({ next: { status: 'released' } });
    expect(await states(threadId)).toEqual(['answered', 'cancelled']);
    expect(await cancelTurn(world.consumer, world.agentId, second.turnId as never, new Date())).toMatchObject(
      { status: 'ended' },
    );
    const events = await world.database.admin(
      'select kind from salience.terminal_events e join salience.turns t on t.id = e.turn_id where t.thread_id = $1 order by seq',
      [threadId],
    );
    expect(events).toEqual([{ kind: 'answered' }, { kind: 'cancelled' }]);
  });

  it('a running turn is asked to stop, and its owner hears of it with the next renewal', async () => {
    const { threadId, turnId } = await world.accept('1', { threadKey: 'stop' });
    const taken = await world.take(threadId);
    expect(await cancelTurn(world.consumer, world.agentId, turnId as never, new Date())).toMatchObject({
      status: 'requested',
    });
    expect(await renewLane(world.digest, { agentId: world.agentId, threadId, fence: taken.fence })).toEqual({
      held: true,
      cancel: true,
    });
    await world.commit(taken, { state: 'cancelled', reply: null, exchange: null });
    expect(await states(threadId)).toEqual(['cancelled']);
  });

  it('a turn that was asked to stop and whose worker died is cancelled, not run again', async () => {
    const { threadId, turnId } = await world.accept('1', { threadKey: 'stop-die' });
    await world.take(threadId);
    await cancelTurn(world.consumer, world.agentId, turnId as never, new Date());
    await world.expireLease(threadId);
    expect(await world.claim(threadId, 'w2')).toMatchObject({ status: 'released', ended: [turnId] });
    expect(await states(threadId)).toEqual(['cancelled']);
  });
});

describe('topics under concurrency', () => {
  it('two threads that open a topic of the same name share it, and no message is lost from its count', async () => {
    const commitTopic = async (key: string) => {
      const { threadId } = await world.accept(key, { threadKey: key });
      const taken = await world.take(threadId);
      const topic = {
        id: newId('topic'),
        name: 'shared',
        trust: 'user' as const,
        modelId: 'm',
        salience: 0.5,
      };
      const exchange = { id: newId('exchange'), mode: 'RESPOND' as const, traceparent: null };
      return world.commit(taken, { topic, exchange: { ...exchange, codeModelId: 'm', vector: 'AAEB' } });
    };
    const results = await Promise.all([commitTopic('t1'), commitTopic('t2'), commitTopic('t3')]);
    const ids = results.map((result) => (result.status === 'committed' ? result.topicId : undefined));
    expect(new Set(ids).size).toBe(1);
    await settledTurns(world, 'm', 3);
    const rows = await world.database.admin(
      "select s.learned, s.numbers::text from salience.topic_sums s join salience.topics t on t.id = s.topic_id where t.name = 'shared'",
    );
    expect(rows).toEqual([{ learned: 3, numbers: '{3}' }]);
  });
});
