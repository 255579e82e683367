import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Id, TurnId } from '@salience/contracts';
import { createDatabase, type Database, newId } from '../src/index.ts';
import {
  expireApprovals,
  findApproval,
  listApprovals,
  loadRun,
  parkLane,
  type ResolveApproval,
  resolveApproval,
} from '../src/doors/acting.ts';
import { listAudit } from '../src/doors/operators.ts';
import { loadTurns } from '../src/doors/turns.ts';
import { asked, request, save, step } from './acting.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const hour = 3_600_000;

function answer(
  approvalId: Id<'approval'>,
  more: Partial<ResolveApproval> = {},
  db: Database = world.consumer,
) {
  return resolveApproval(db, {
    agentId: world.agentId,
    approvalId,
    answer: 'approve',
    by: 'test',
    now: new Date(),
    ...more,
  });
}

describe('a request for a yes (law 11)', () => {
  it('is written with the step that asks or not at all, and the turn ends answered (law 16)', async () => {
    const { approvalId, taken } = await asked(world, 'asks');
    const found = await findApproval(world.consumer, world.agentId, approvalId);
    expect(found).toMatchObject({
      state: 'pending',
      turnId: taken.turn.id,
      runId: taken.turn.id,
      arguments: { to: 'ana' },
      continuationTurnId: null,
    });
    const [turn] = await loadTurns(world.consumer, world.agentId, [taken.turn.id]);
    expect(turn).toMatchObject({ state: 'answered', approvals: [{ id: approvalId, state: 'pending' }] });
    const lost = await world.accept('loses its lane', { threadKey: 'lost' });
    const slow = await world.take(lost.threadId);
    await world.expireLease(lost.threadId);
    const next = await world.take(lost.threadId, 'w2');
    const late = request(0);
    await save(world, slow, [step(slow.turn.id, 0, { state: 'asked', approvalId: late.id })], {
      approvals: [late],
    });
    expect(await findApproval(world.consumer, world.agentId, late.id)).toBeUndefined();
    await world.commit(next);
  });

  it('is asked once, however often its step is written', async () => {
    const { threadId } = await world.accept('asks twice', { threadKey: 'twice' });
    const taken = await world.take(threadId);
    const first = request(0);
    const ask = (approval: typeof first) =>
      save(world, taken, [step(taken.turn.id, 0, { state: 'asked', approvalId: approval.id })], {
        approvals: [approval],
      });
    await ask(first);
    await ask(request(0));
    const rows = await listApprovals(world.consumer, world.agentId, { limit: 10, threadId });
    expect(rows.map(({ id }) => id)).toEqual([first.id]);
    expect((await loadRun(world.digest, world.agentId, taken.turn.id))[0]?.approvalId).toBe(first.id);
    await world.commit(taken);
  });

  it('that is approved brings one continuation of the run in its lane, with what was approved (law 16)', async () => {
    const { approvalId, taken } = await asked(world, 'goes on');
    const resolved = await answer(approvalId);
    expect(resolved).toMatchObject({
      status: 'resolved',
      approval: { state: 'approved', resolvedBy: 'test' },
      continuation: { threadId: taken.turn.thread_id },
    });
    const next = await world.take(taken.turn.thread_id);
    expect(next.turn).toMatchObject({
      id: resolved.continuation?.turnId,
      source: 'approval',
      trust: 'agent',
      text: 'Approved: mail',
      parent_turn_id: taken.turn.id,
    });
    expect(next.snapshot).toMatchObject({
      pendingApproval: null,
      run: {
        runId: taken.turn.id,
        root: { text: 'goes on' },
        steps: [{ n: 0, state: 'asked' }],
        approvals: [{ id: approvalId, state: 'approved', arguments: { to: 'ana' } }],
      },
    });
    await world.commit(next);
  });

  it('that is edited goes on with exactly the other arguments, and without any it is no answer', async () => {
    const { approvalId } = await asked(world, 'edits');
    await expect(answer(approvalId, { answer: 'edit' })).rejects.toMatchObject({ code: 'database.failed' });
    const resolved = await answer(approvalId, { answer: 'edit', arguments: { to: 'bo' } });
    expect(resolved.approval).toMatchObject({
      state: 'edited',
      arguments: { to: 'ana' },
      editedArguments: { to: 'bo' },
    });
  });

  it('is answered once, by whichever of two replicas comes first (law 4)', async () => {
    const other = createDatabase({
      url: world.database.urlFor('salience_consumer'),
      applicationName: 'other',
    });
    for (let round = 0; round < 10; round += 1) {
      const { approvalId, taken } = await asked(world, `race ${round}`);
      const answers = await Promise.all([
        answer(approvalId, { answer: 'approve' }),
        answer(approvalId, { answer: 'refuse' }, other),
        answer(approvalId, { answer: 'approve' }, other),
        answer(approvalId, { answer: 'refuse' }),
      ]);
      const won = answers.filter(({ status }) => status === 'resolved');
      expect(won).toHaveLength(1);
      for (const { status, approval } of answers) {
        expect(['resolved', 'already']).toContain(status);
        expect(approval?.state).toBe(won[0]?.approval?.state);
      }
      const children = await world.database.admin('select id from salience.turns where parent_turn_id = $1', [
        taken.turn.id,
      ]);
      expect(children).toEqual([{ id: won[0]?.continuation?.turnId }]);
    }
    await other.close();
  });

  it('waits for its answer over a restart of everything that knew of it', async () => {
    const { approvalId, taken } = await asked(world, 'restarts');
    const fresh = createDatabase({
      url: world.database.urlFor('salience_consumer'),
      applicationName: 'fresh',
    });
    expect(await answer(approvalId, { answer: 'refuse' }, fresh)).toMatchObject({
      status: 'resolved',
      continuation: { threadId: taken.turn.thread_id },
    });
    await fresh.close();
  });

  it('that is answered in the chat goes on in that very turn, also after its worker was killed', async () => {
    const { approvalId, taken } = await asked(world, 'chats');
    const reply = await world.accept('yes, do it', { threadId: taken.turn.thread_id });
    const turn = await world.take(taken.turn.thread_id);
    expect(turn.snapshot).toMatchObject({ run: null, pendingApproval: { id: approvalId } });
    const resolved = await answer(approvalId, { turnId: reply.turnId as TurnId, by: 'chat' }, world.digest);
    expect(resolved).toMatchObject({
      status: 'resolved',
      approval: { continuationTurnId: reply.turnId },
      continuation: null,
    });
    await world.expireLease(taken.turn.thread_id);
    const again = await world.take(taken.turn.thread_id, 'w2');
    expect(again.snapshot).toMatchObject({ run: { runId: taken.turn.id }, pendingApproval: null });
    expect(await world.commit(again, { takeNext: true })).toMatchObject({ next: { status: 'released' } });
  });

  it('keeps its continuation when a later message interrupts the thread', async () => {
    const { approvalId, taken } = await asked(world, 'stays');
    const { continuation } = await answer(approvalId);
    await world.accept('something else', { threadId: taken.turn.thread_id, midRun: 'interrupt' });
    const next = await world.take(taken.turn.thread_id);
    expect(next.turn.id).toBe(continuation?.turnId);
    await world.commit(next);
  });

  it('is unknown to another agent, and to nobody else (law 12)', async () => {
    const { approvalId } = await asked(world, 'foreign');
    const stranger = newId('agent');
    expect(await answer(approvalId, { agentId: stranger })).toEqual({
      status: 'missing',
      approval: null,
      continuation: null,
    });
    expect(await listApprovals(world.consumer, stranger, { limit: 10 })).toEqual([]);
    expect(await findApproval(world.consumer, world.agentId, approvalId)).toMatchObject({ state: 'pending' });
  });

  it('that an operator answers leaves an audit row, and one that was answered before leaves none', async () => {
    const { approvalId } = await asked(world, 'operated');
    await answer(approvalId, { operator: 'operator:anna', by: 'operator:anna' });
    await answer(approvalId, { operator: 'operator:bob', by: 'operator:bob', answer: 'refuse' });
    const rows = (await listAudit(world.consumer, { limit: 50 })).filter(
      ({ target }) => target === approvalId,
    );
    expect(rows).toMatchObject([{ actor: 'operator:anna', action: 'approval.approve', outcome: 'done' }]);
  });
});

describe('the deadline of a request (laws 11 and 15)', () => {
  const scheduler = () => world.database.connect('salience_scheduler');
  const expired = async (now: Date, approvalId: string) =>
    (await expireApprovals(scheduler(), { now, limit: 100 })).filter((one) => one.approvalId === approvalId);

  it('makes it a no, once over two schedulers, with a continuation that says so (law 16)', async () => {
    const { approvalId, taken } = await asked(world, 'expires');
    expect(await expired(new Date(), approvalId)).toEqual([]);
    const later = new Date(Date.now() + 2 * hour);
    const both = await Promise.all([expired(later, approvalId), expired(later, approvalId)]);
    const once = [...both.flat(), ...(await expired(later, approvalId))];
    expect(once).toMatchObject([
      { threadId: taken.turn.thread_id, turnId: expect.any(String), fence: expect.any(Number) },
    ]);
    expect(await answer(approvalId, { now: later })).toMatchObject({
      status: 'already',
      approval: { state: 'expired' },
    });
    const next = await world.take(taken.turn.thread_id);
    expect(next.turn).toMatchObject({ text: 'No answer in time: mail', parent_turn_id: taken.turn.id });
    expect(next.snapshot.run?.approvals).toMatchObject([{ state: 'expired' }]);
    await world.commit(next);
  });

  it('decides also when the answer comes before any scheduler looked', async () => {
    const { approvalId } = await asked(world, 'too late');
    const late = await answer(approvalId, { now: new Date(Date.now() + 2 * hour) });
    expect(late).toMatchObject({
      status: 'already',
      approval: { state: 'expired', resolvedBy: 'deadline' },
      continuation: { turnId: expect.any(String) },
    });
  });

  it('brings no continuation where the turn that asked was cancelled: nobody was told', async () => {
    const { threadId } = await world.accept('is cancelled', { threadKey: 'cancelled' });
    const taken = await world.take(threadId);
    const approval = request(0);
    await save(world, taken, [step(taken.turn.id, 0, { state: 'asked', approvalId: approval.id })], {
      approvals: [approval],
    });
    await parkLane(world.digest, {
      agentId: world.agentId,
      threadId,
      turnId: taken.turn.id,
      fence: taken.fence,
      until: new Date(),
      now: new Date(),
    });
    const again = await world.take(threadId);
    await world.commit(again, { state: 'cancelled', reply: null });
    const later = new Date(Date.now() + 2 * hour);
    expect(await expired(later, approval.id)).toMatchObject([{ turnId: null, fence: null }]);
    expect((await loadRun(world.digest, world.agentId, taken.turn.id))[0]?.state).toBe('expired');
  });
});
