import type { Id, TurnId } from '@salience/contracts';
import { findTraces, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveApproval } from '../src/doors/acting.ts';
import type { Restored } from '../src/doors/backup.ts';
import { addHook, claimMailbox, hookDoor, listSenderSessions } from '../src/doors/inlets.ts';
import { requestForgetting, stepForgetting } from '../src/doors/keeping.ts';
import {
  askedTicks,
  claimLetters,
  findTask,
  listLetters,
  loadDueTasks,
  loadEndedTasks,
  notePulseEvent,
  retryTask,
  sweepAgendas,
} from '../src/doors/tasks.ts';
import { newId } from '../src/index.ts';
import { backedUp, opened, restored } from './backups.ts';
import { askFor, beginStep, completeTask, endStep, takeMail, taskRow, writeTo } from './tasks.ts';
import { createWorld, type World } from './world.ts';

// Law 4: tasks and letters of a backup went on after it. Nothing of them is done a second time by who was restored.

const hour = 3_600_000;
const now = new Date(Date.now() + 2 * hour);
let world: World;
let target: TestDatabase;
let done: Restored;
let earlier: Buffer;
let hook: Id<'hook'>;
let approvalId: Id<'approval'>;
const ids = {} as Record<'again' | 'done' | 'runs' | 'scheduled' | 'waits', Id<'task'>>;

beforeAll(async () => {
  world = await createWorld();
  const { agentId, consumer, database } = world;
  const from = { from: 'ana@else.test', text: 'Please.' };
  ids.scheduled = (await takeMail(world, { ...from, subject: 'zzscheduled', uid: 1 })).taskId;
  ids.runs = (await takeMail(world, { ...from, subject: 'zzruns', uid: 2 })).taskId;
  const begun = await beginStep(world, ids.runs, 0, 'Do it.');
  ids.again = await askFor(world, 'zzagain');
  await database.admin(
    "update salience.tasks set state = 'retry_wait', run_at = now() - interval '1 minute' where id = $1",
    [ids.again],
  );
  ids.done = await askFor(world, 'zzdone');
  await endStep(world, await beginStep(world, ids.done, 0, 'Do it.'));
  await completeTask(world, ids.done, 'Done.');
  const waits = await takeMail(world, { ...from, subject: 'zzwaits', uid: 3, says: 'review' });
  ids.waits = waits.taskId;
  approvalId = (await taskRow(world, ids.waits)).approvalId ?? newId('approval');
  for (const subject of ['pending', 'sending', 'sent'])
    await writeTo(world, begun.turn.id as TurnId, { subject, kind: subject === 'sent' ? 'draft' : 'send' });
  await database.admin(
    "update salience.letters set state = 'sending', claimed_until = now() where subject = 'sending'",
  );
  await database.admin(
    "update salience.letters set state = 'done', settled_at = now() where subject = 'sent'",
  );
  await database.admin(
    `insert into salience.sender_sessions (id, agent_id, source, sender, approval_id, opened_by, created_at, until)
     values ('ses_open', $1, 'mail:inbox', 'ana@else.test', 'apr', 'chat', now(), $2), ('ses_over', $1, 'mail:inbox', 'tom@else.test', 'apr', 'chat', now(), now())`,
    [agentId, new Date(now.getTime() + hour)],
  );
  await database.admin("insert into salience.mailboxes (agent_id, name) values ($1, 'new')", [agentId]);
  const plain = {
    agentId,
    ceiling: 'external_verified',
    actionClass: 'read_public',
    plan: null,
    perMinute: 9,
  } as const;
  const added = await addHook(consumer, { ...plain, name: 'shop', secret: 'whsec', createdAt: new Date() });
  hook = added?.id ?? newId('hook');
  await notePulseEvent(consumer, { kind: 'tick_asked', at: new Date(), report: {} });
  ({ file: earlier } = await backedUp(database));
  target = await testDatabase();
  done = await restored(target, earlier, { now });
});
afterAll(async () => {
  await target.close();
  await world.database.close();
});

const restoredTask = async (id: string) =>
  (await findTask(target.connect('salience_consumer'), world.agentId, id)) ?? { task: undefined, steps: [] };

describe('a restore', () => {
  it('law 4: ends tasks that were scheduled, ran or were to be tried again, and names them', async () => {
    const failed = { state: 'failed', reason: 'restored', endedAt: now };
    for (const id of [ids.scheduled, ids.runs, ids.again])
      expect((await restoredTask(id)).task).toMatchObject(failed);
    expect((await restoredTask(ids.runs)).steps).toMatchObject([{ state: 'failed', endedAt: now }]);
    expect((await restoredTask(ids.done)).task).toMatchObject({ state: 'completed', reason: null });
    expect(done.tasks.map(({ state, title }) => [title, state])).toEqual([
      ['zzscheduled', 'failed'],
      ['zzruns', 'failed'],
      ['zzagain', 'failed'],
      ['zzwaits', 'rejected'],
    ]);
    const scheduler = target.connect('salience_scheduler');
    expect(await loadDueTasks(scheduler, { now, limit: 9, agents: 9 })).toEqual([]);
    expect(await loadEndedTasks(scheduler, { limit: 9 })).toEqual([]);
    expect(await sweepAgendas(scheduler)).toBe(0);
  });

  it('law 11: rejects a task that waits for a person: a late yes takes nothing in, and nobody can have it tried again', async () => {
    const consumer = target.connect('salience_consumer');
    const { agentId } = world;
    const answer = {
      agentId,
      approvalId,
      answer: 'approve',
      by: 'test',
      now: new Date(now.getTime() + 1),
    } as const;
    expect(await resolveApproval(consumer, answer)).toMatchObject({
      status: 'already',
      approval: { state: 'expired' },
    });
    expect((await restoredTask(ids.waits)).task).toMatchObject({
      state: 'rejected',
      reason: 'restored',
      approvalId: null,
    });
    expect(await retryTask(consumer, { agentId, id: ids.waits, now })).toMatchObject({ status: 'refused' });
  });

  it('lets what failed be tried again on the word of a person, and of nobody else', async () => {
    const consumer = target.connect('salience_consumer');
    expect(await retryTask(consumer, { agentId: world.agentId, id: ids.again, now })).toMatchObject({
      status: 'scheduled',
    });
    const due = await loadDueTasks(target.connect('salience_scheduler'), { now, limit: 9, agents: 9 });
    expect(due.map(({ id }) => id)).toEqual([ids.again]);
  });

  it('law 4: has no letter leave that had not left, nor one a second time', async () => {
    for (const kind of ['draft', 'send'] as const)
      expect(
        await claimLetters(target.connect('salience_scheduler'), { kind, now, limit: 9, seconds: 9 }),
      ).toEqual([]);
    const letters = await listLetters(target.connect('salience_consumer'), world.agentId, 9);
    expect(
      letters.map(({ error, state, subject }) => `${subject}: ${state} ${error ?? '-'}`).toSorted(),
    ).toEqual(['pending: failed restored', 'sending: unknown restored', 'sent: done -']);
    expect(done.settled.letters).toEqual({ failed: 1, unknown: 1 });
  });

  it('law 4: reads a mailbox from what comes now on, and knows what it had taken in', async () => {
    const there = { ...world, database: target, consumer: target.connect('salience_consumer') };
    const read = (name: string) =>
      claimMailbox(target.connect('salience_pulse_sensor'), {
        agentId: world.agentId,
        name,
        owner: 'w',
        leaseMs: 1,
        now,
      });
    // The number of the last mail tells it from one that was never read.
    expect(await read('inbox')).toMatchObject({ uidValidity: null, lastUid: 3 });
    expect(await read('new')).toMatchObject({ uidValidity: null, lastUid: null });
    expect(done.settled.mailboxes).toBe(1);
    // The server that was restored beside it numbers anew.
    const numbers = { uid: 9, uidValidity: 2 };
    const again = {
      from: 'ana@else.test',
      text: 'Please.',
      subject: 'zzruns',
      hash: 'hash of 2',
      ...numbers,
    };
    expect(await takeMail(there, again)).toMatchObject({ status: 'duplicate', taskId: ids.runs });
  });

  it('lets nobody in who was let in for a while; hooks take messages in by their secrets, and are counted', async () => {
    expect(await listSenderSessions(target.connect('salience_consumer'), world.agentId, now)).toEqual([]);
    expect(done.settled.sessions).toBe(1);
    expect(await hookDoor(target.connect('salience_consumer'), hook, now)).toMatchObject({ secret: 'whsec' });
    expect(done.hooks).toBe(1);
  });

  it('answers no tick that was asked for before', async () => {
    expect(await askedTicks(target.connect('salience_scheduler'), 9)).toEqual([]);
  });
});

describe('what was forgotten since', () => {
  it('is forgotten again with a later backup: tasks, messages, letters and sessions, and none is named', async () => {
    const { agentId, consumer, database } = world;
    for (const [scope, target] of [
      ['source', 'mail:inbox'],
      ['item', ids.again],
      ['item', 'ses_open'],
    ] as const) {
      const id = await requestForgetting(consumer, {
        agentId,
        scope,
        target,
        reason: 'wish',
        by: 'test',
        now,
      });
      for (let state = ''; state !== 'watching'; ) {
        ({ state } = await stepForgetting(consumer, agentId, id, { now }));
        // Whoever works on one ends, and is forgotten then.
        const open = await database.admin<{ threadId: never }>(
          "select distinct thread_id as \"threadId\" from salience.turns where state in ('pending', 'running')",
        );
        for (const { threadId } of open) {
          await world.expireLease(threadId);
          await endStep(world, await world.take(threadId, 'w2'));
        }
      }
    }
    const { file: later } = await backedUp(database);
    const other = await testDatabase();
    const back = await restored(other, earlier, { now, openLater: opened(later) });
    for (const word of ['zzscheduled', 'zzruns', 'zzagain', 'zzwaits', 'ana@else'])
      expect([word, await findTraces(other, word)]).toEqual([word, []]);
    expect((await findTraces(other, 'zzdone')).length).toBeGreaterThan(0);
    expect(back.tasks).toEqual([]);
    expect(back.forgotten?.items).toBeGreaterThan(0);
    await other.close();
  }, 120_000);
});
