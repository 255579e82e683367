import type { TurnId } from '@salience/contracts';
import { findTraces } from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/index.ts';
import { resolveApproval } from '../src/doors/acting.ts';
import { findInbound, listSenderSessions } from '../src/doors/inlets.ts';
import {
  type ForgetScope,
  loadForgetting,
  previewForgetting,
  requestForgetting,
  stepForgetting,
} from '../src/doors/keeping.ts';
import { addPersonName, createPerson } from '../src/doors/people.ts';
import {
  beginLetter,
  claimLetters,
  listLetters,
  moveTask,
  notePulseEvent,
  retryTask,
  sweepAgendas,
} from '../src/doors/tasks.ts';
import { askFor, beginStep, completeTask, endStep, takeMail, taskRow, threadOf, writeTo } from './tasks.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const traces = async (text: string) => (await findTraces(world.database, text)).map(({ column }) => column);

async function begin(scope: ForgetScope, target: string) {
  const { agentId, consumer } = world;
  const id = await requestForgetting(consumer, {
    agentId,
    scope,
    target,
    reason: 'asked',
    by: 'test',
    now: new Date(),
  });
  const step = () => stepForgetting(consumer, agentId, id, { now: new Date(), watchSeconds: 0, batch: 2 });
  return { id, step };
}

async function forget(scope: ForgetScope, target: string) {
  const { id, step } = await begin(scope, target);
  for (let state = ''; state !== 'done'; ) {
    const did = await step();
    if (did.open > 0) throw new Error('expected nothing to be waited for');
    ({ state } = did);
  }
  const row = await loadForgetting(world.consumer, world.agentId, id);
  if (row === undefined) throw new Error('expected the request to be there');
  return row;
}

/** Answers the turn that asks a person. */
async function ask(turn: { readonly threadId: string; readonly turnId: string } | null): Promise<void> {
  if (turn === null) throw new Error('expected a request');
  await endStep(world, await world.take(turn.threadId as never));
}

const gone = { title: '[forgotten]', text: '', fromName: '[forgotten]' };

test('threat: what a forgotten person sent is in no column, ends, and cannot be sent again', async () => {
  const { agentId, consumer } = world;
  const now = new Date();
  const person = await createPerson(consumer, agentId, { name: 'Zibeth' }, now);
  await addPersonName(consumer, agentId, person.id, { kind: 'mail', value: 'zib@zzpost.test' }, now);
  const from = { from: 'zib@zzpost.test', name: 'Zibeth' };
  const first = await takeMail(world, {
    ...from,
    subject: 'A zzboat',
    text: 'Book me a zzboat.',
    uid: 1,
    says: 'review',
  });
  await ask(first.turn);
  const approvalId = (await taskRow(world, first.taskId)).approvalId ?? newId('approval');
  const session = { sessionId: newId('senderSession'), sessionUntil: new Date(now.getTime() + 3_600_000) };
  await resolveApproval(consumer, { agentId, approvalId, answer: 'approve', by: 'test', now, ...session });
  expect(await listSenderSessions(consumer, agentId, now)).toMatchObject([{ sender: 'zib@zzpost.test' }]);
  const begun = await beginStep(world, first.taskId, 0, 'Do what it asks for: zzboat');
  const runId = begun.turn.id as TurnId;
  const waits = await writeTo(world, runId, {
    recipient: 'harbour@zzpost.test',
    subject: 'A zzboat',
    body: 'One zzboat, please.',
  });
  await endStep(world, begun);
  await completeTask(world, first.taskId, 'The zzboat is booked.');
  const waiting = await takeMail(world, {
    ...from,
    subject: 'A zztrain',
    text: 'And a zztrain.',
    uid: 2,
    says: 'review',
  });
  await ask(waiting.turn);
  const turned = await takeMail(world, {
    ...from,
    subject: 'A zzplane',
    text: 'And a zzplane.',
    uid: 3,
    says: 'reject',
  });
  const other = await takeMail(world, { from: 'tom@else.test', subject: 'Tea', text: 'I want tea.', uid: 4 });
  for (const column of [
    'tasks.title',
    'tasks.text',
    'tasks.result',
    'task_steps.result',
    'inbound.subject',
    'letters.body',
    'letters.subject',
  ])
    expect(await traces('zzboat')).toContain(`salience.${column}`);
  for (const column of ['approvals.arguments', 'approvals.reason', 'act_steps.call', 'turns.text'])
    expect(await traces('zztrain')).toContain(`salience.${column}`);
  for (const column of [
    'inbound.sender',
    'inbound.evidence',
    'inbound.message_id',
    'inbound.replay_key',
    'tasks.from_name',
    'letters.recipient',
    'sender_sessions.sender',
  ])
    expect(await traces('zzpost')).toContain(`salience.${column}`);

  const preview = await previewForgetting(consumer, {
    agentId,
    scope: 'person',
    target: 'Zibeth',
    now: new Date(),
  });
  const request = await forget('person', 'Zibeth');
  expect(preview.counts).toMatchObject({ task: 3, inbound: 3, letter: 1, senderSession: 1 });
  expect(request.counts).toEqual(preview.counts);
  for (const word of ['zibeth', 'zzpost', 'zzboat', 'zztrain', 'zzplane'])
    expect([word, await traces(word)]).toEqual([word, []]);
  expect(await taskRow(world, first.taskId)).toMatchObject({
    ...gone,
    state: 'completed',
    result: '[forgotten]',
  });
  expect(await taskRow(world, waiting.taskId)).toMatchObject({
    ...gone,
    state: 'rejected',
    reason: 'forgotten',
    approvalId: null,
  });
  expect(await taskRow(world, turned.taskId)).toMatchObject({
    ...gone,
    state: 'rejected',
    reason: 'verified',
  });
  expect(await taskRow(world, other.taskId)).toMatchObject({ text: 'I want tea.', state: 'scheduled' });
  const asked = await world.database.admin(
    'select state, resolved_by, arguments from salience.approvals where task_id = $1',
    [waiting.taskId],
  );
  expect(asked).toEqual([{ state: 'expired', resolved_by: 'forget', arguments: {} }]);
  expect(await listSenderSessions(consumer, agentId, now)).toEqual([]);
  // Nothing leaves, and nothing that was claimed before either.
  expect(await listLetters(consumer, agentId, 9)).toMatchObject([
    { id: waits.id, state: 'failed', error: 'forgotten', settledAt: expect.any(Date) },
  ]);
  expect(
    (await previewForgetting(consumer, { agentId, scope: 'person', target: 'Zibeth', now: new Date() }))
      .isEmpty,
  ).toBe(true);
  // What tells it from every other message stays, and holds no address.
  const kept = await world.database.admin(
    'select external_id, content_hash, sender, subject, evidence, message_id, replay_key = salience.hashed_key($2) as replays from salience.inbound where id = $1',
    [first.inboundId, 'zib@zzpost.test <1.zib@zzpost.test>'],
  );
  expect(kept).toEqual([
    {
      external_id: '1:1',
      content_hash: 'hash of 1',
      sender: '[forgotten]',
      subject: '',
      evidence: null,
      message_id: null,
      replays: true,
    },
  ]);
  // The mailbox was numbered anew: the same bytes are known.
  expect(
    await takeMail(world, {
      ...from,
      subject: 'A zzboat',
      text: 'Book me a zzboat.',
      uid: 31,
      uidValidity: 2,
      hash: 'hash of 1',
    }),
  ).toMatchObject({
    status: 'duplicate',
    inboundId: first.inboundId,
  });
  // Without faults the sums of the agent agree with its tasks.
  expect(await sweepAgendas(world.database.connect('salience_scheduler'))).toBe(0);
});

test('a running task ends at once and is waited for; nothing of it begins after', async () => {
  const scheduler = world.database.connect('salience_scheduler');
  const { taskId } = await takeMail(world, {
    from: 'eve@else.test',
    subject: 'Quills',
    text: 'Count my zzquills.',
    uid: 5,
  });
  await endStep(world, await beginStep(world, taskId, 0, 'Count the zzquills.'));
  const second = await beginStep(world, taskId, 1, 'Tell of the zzquills.');
  const before = await taskRow(world, taskId);
  const { step } = await begin('item', taskId);
  await step();
  expect(await taskRow(world, taskId)).toMatchObject({
    state: 'rejected',
    reason: 'forgotten',
    text: 'Count my zzquills.',
  });
  const next = { id: taskId, now: new Date(), kind: 'complete', result: 'three' } as const;
  for (const { version } of [before, await taskRow(world, taskId)])
    expect(await moveTask(scheduler, { ...next, version })).toMatchObject({ status: 'passed' });
  while ((await step()).open === 0);
  expect(await step()).toMatchObject({ state: 'deleting', open: 1 });
  await endStep(world, second);
  while ((await step()).state !== 'done');
  expect(await traces('zzquill')).toEqual([]);
  expect(await taskRow(world, taskId)).toMatchObject(gone);
  expect(
    await retryTask(world.consumer, { agentId: world.agentId, id: taskId, now: new Date() }),
  ).toMatchObject({ status: 'refused' });
});

test('a task goes with the message that made it, and with any turn that works on it, whole', async () => {
  const made = await world.accept('Look for zzmushrooms from time to time', { threadKey: 'mushrooms' });
  await endStep(world, await world.take(made.threadId));
  const mine = await askFor(world, 'Look around', {
    source: 'skill',
    madeTurnId: made.turnId as TurnId,
    steps: ['Look for zzmushrooms.'],
  });
  for (const column of ['tasks.plan', 'turns.text'])
    expect(await traces('zzmushroom')).toContain(`salience.${column}`);
  const begun = await beginStep(world, mine, 0, 'Look for zzmushrooms.');
  await endStep(world, begun);
  await completeTask(world, mine, 'Three zzmushrooms by the zzbrook.');
  const preview = await previewForgetting(world.consumer, {
    agentId: world.agentId,
    scope: 'item',
    target: begun.turn.id,
    now: new Date(),
  });
  expect(preview.counts).toMatchObject({ turn: 2, task: 1 });
  // A step that failed may be tried again on somebody's word; one that is forgotten may not.
  await world.database.admin("update salience.tasks set state = 'failed', reason = 'error' where id = $1", [
    mine,
  ]);
  const request = await forget('item', begun.turn.id);
  expect(request.counts).toMatchObject({ turn: 2, task: 1 });
  expect(await taskRow(world, mine)).toMatchObject({
    ...gone,
    state: 'rejected',
    reason: 'forgotten',
    idempotencyKey: null,
  });
  expect(await traces('zzbrook')).toEqual([]);
  // The message that asked for it is not a part of it.
  expect(await traces('zzmushroom')).toContain('salience.turns.text');
  await forget('thread', made.threadId);
  expect(await traces('zzmushroom')).toEqual([]);
});

test('what repeats a forgotten word goes from tasks, messages and letters; what somebody else asks for is not stopped by it', async () => {
  const { agentId, consumer } = world;
  const said = await world.accept('The zzcellar holds a zzlantern', { threadKey: 'cellar' });
  await endStep(world, await world.take(said.threadId));
  const own = await askFor(world, 'Clean the zzcellar', { source: 'skill' });
  const failed = await takeMail(world, {
    from: 'bob@else.test',
    subject: 'The zzcellar',
    text: 'Is it dry?',
    uid: 6,
  });
  await world.database.admin(
    "update salience.tasks set state = 'failed', reason = 'error', ended_at = now() where id = $1",
    [failed.taskId],
  );
  const done = await takeMail(world, {
    from: 'bob@else.test',
    subject: 'The roof',
    text: 'Is it dry there?',
    uid: 7,
  });
  await endStep(world, await beginStep(world, done.taskId, 0, 'Is the roof dry?'));
  await completeTask(world, done.taskId, 'Drier than the zzcellar.', { told: false });
  const open = await askFor(world, 'Buy a zzlantern', { steps: ['Buy one.'] });
  const letter = await writeTo(world, said.turnId as TurnId, { body: 'Hello' });
  await world.database.admin(
    "update salience.letters set turn_id = 'turn_other', body = 'The zzcellar is dry.' where id = $1",
    [letter.id],
  );
  const claimed = await claimLetters(world.database.connect('salience_scheduler'), {
    kind: 'send',
    now: new Date(),
    limit: 9,
    seconds: 60,
  });
  expect(claimed.map(({ id }) => id)).toEqual([letter.id]);
  await notePulseEvent(world.database.connect('salience_pulse_sensor'), {
    agentId,
    kind: 'adapter_error',
    at: new Date(),
    report: { error: 'no folder zzcellar', code: 'mail.no-folder' },
  });
  await world.database.admin(
    `insert into salience.inbound (id, agent_id, source, external_id, sender, authority, action_class, authorisation, reason, received_at)
     values ('inb_words', $1, 'hook:h', 'order zzcellar 7', 'shop', 'unknown', 'read_public', 'reject', 'late', now())`,
    [agentId],
  );
  await forget('item', said.turnId);
  expect(await traces('zzcellar')).toEqual([]);
  expect(await taskRow(world, own)).toMatchObject({ ...gone, state: 'rejected', reason: 'forgotten' });
  expect(await taskRow(world, failed.taskId)).toMatchObject({
    ...gone,
    state: 'rejected',
    reason: 'forgotten',
  });
  expect(await taskRow(world, done.taskId)).toMatchObject({
    title: 'The roof',
    state: 'completed',
    result: '[forgotten]',
  });
  expect(await taskRow(world, open)).toMatchObject({ title: 'Buy a zzlantern', state: 'scheduled' });
  const [taken] = claimed;
  expect(taken && (await beginLetter(world.database.connect('salience_scheduler'), taken))).toBe(false);
  expect(await findInbound(consumer, agentId, 'inb_words')).toMatchObject({
    externalId: expect.stringMatching(/^sha256:/),
    sender: 'shop',
  });
  expect(
    await world.database.admin("select report from salience.pulse_events where kind = 'adapter_error'"),
  ).toEqual([{ report: { error: '[forgotten]', code: 'mail.no-folder' } }]);
});

test('an open message that names a person goes with them, whoever sent it and though no turn has worked on it', async () => {
  const named = await takeMail(world, {
    from: 'tom@else.test',
    subject: 'My sister',
    text: 'My sister Quendoline wants zzsoap.',
    uid: 8,
  });
  const about = await askFor(world, 'Gifts', { steps: ['Find a gift for Quendoline.'] });
  const stays = await takeMail(world, {
    from: 'tom@else.test',
    subject: 'Soap',
    text: 'I want soap too.',
    uid: 9,
  });
  const preview = await previewForgetting(world.consumer, {
    agentId: world.agentId,
    scope: 'person',
    target: 'Quendoline',
    now: new Date(),
  });
  expect(preview.counts).toEqual({ task: 2, inbound: 1 });
  expect((await forget('person', 'Quendoline')).counts).toEqual(preview.counts);
  for (const word of ['quendoline', 'zzsoap']) expect([word, await traces(word)]).toEqual([word, []]);
  for (const id of [named.taskId, about])
    expect(await taskRow(world, id)).toMatchObject({ ...gone, state: 'rejected', reason: 'forgotten' });
  // Who only spoke of them stays a sender.
  expect(await taskRow(world, stays.taskId)).toMatchObject({ fromName: 'tom@else.test', state: 'scheduled' });
});

test('a mailbox, a time, a message and a letter go by name; what came by other ways and at other times stays', async () => {
  const mail = await takeMail(world, {
    from: 'ida@else.test',
    subject: 'zznorth',
    text: 'It is cold.',
    uid: 10,
  });
  const other = await askFor(world, 'zzsouth', { steps: ['Wait.'] });
  await world.database.admin(
    "update salience.tasks set created_at = '2031-05-02T12:00:00Z' where id = any ($1)",
    [[other, mail.taskId]],
  );
  await world.database.admin(
    "update salience.inbound set received_at = '2031-05-02T12:00:00Z' where id = $1",
    [mail.inboundId],
  );
  const letter = await writeTo(world, newId('turn'), { subject: 'zzwest' });
  expect((await forget('item', letter.id)).counts).toEqual({ letter: 1 });
  expect(await traces('zzwest')).toEqual([]);
  // A request takes nothing that comes after it.
  expect((await forget('source', 'mail:inbox')).counts['task']).toBeGreaterThan(0);
  expect(await traces('zznorth')).not.toEqual([]);
  await world.database.admin(
    "update salience.inbound set received_at = '2021-05-02T12:00:00Z' where id = $1",
    [mail.inboundId],
  );
  await world.database.admin(
    "update salience.tasks set created_at = '2021-05-02T12:00:00Z' where id = any ($1)",
    [[other, mail.taskId]],
  );
  await forget('item', mail.inboundId);
  expect(await traces('zznorth')).toEqual([]);
  expect(await traces('zzsouth')).toContain('salience.tasks.title');
  await forget('period', '2021-05-02T00:00:00Z/2021-05-03T00:00:00Z');
  expect(await traces('zzsouth')).toEqual([]);
});

test('a request to a person that is forgotten ends the task that waits for the answer', async () => {
  const waits = await takeMail(world, {
    from: 'una@else.test',
    subject: 'Shoes',
    text: 'Mend my zzshoes.',
    uid: 11,
    says: 'review',
  });
  await ask(waits.turn);
  await forget('item', waits.turn?.turnId ?? '');
  expect(await taskRow(world, waits.taskId)).toMatchObject({
    ...gone,
    state: 'rejected',
    reason: 'forgotten',
  });
  expect(await traces('zzshoe')).toEqual([]);
  // One whose request goes because of a word in it alone ends too, and keeps what it is about.
  const asks = 'una asks; the zzword is in the request alone';
  const only = await takeMail(world, {
    from: 'una@else.test',
    subject: 'Laces',
    text: 'Mend my laces.',
    uid: 12,
    says: 'review',
    asks,
  });
  await ask(only.turn);
  await world.database.admin(
    "update salience.turn_ends set message = 'Laces', reply = 'Laces' where turn_id = $1",
    [only.turn?.turnId],
  );
  const said = await world.accept('The zzword is secret', { threadKey: 'word' });
  await endStep(world, await world.take(said.threadId));
  await forget('item', said.turnId);
  expect(await traces('zzword')).toEqual([]);
  expect(await taskRow(world, only.taskId)).toMatchObject({
    title: 'Laces',
    state: 'rejected',
    reason: 'forgotten',
  });
});

test('law 12: tasks of another agent stay', async () => {
  const mail = await takeMail(world, {
    from: 'max@else.test',
    subject: 'zzeast',
    text: 'It is warm.',
    uid: 13,
  });
  await endStep(world, await beginStep(world, mail.taskId, 0, 'zzeast'));
  const stranger = newId('agent');
  await world.database.admin(
    "insert into salience.agents (id, name, persona, settings) values ($1, 'strange', '', '{}')",
    [stranger],
  );
  const wish = { agentId: stranger, reason: 'asked', by: 'test', now: new Date() } as const;
  for (const [scope, target] of [
    ['item', mail.taskId],
    ['item', mail.inboundId],
    ['thread', await threadOf(world, mail.taskId)],
    ['source', 'mail:inbox'],
  ] as const) {
    const id = await requestForgetting(world.consumer, { ...wish, scope, target });
    while (
      (await stepForgetting(world.consumer, stranger, id, { now: new Date(), watchSeconds: 0 })).state !==
      'done'
    );
  }
  expect(await taskRow(world, mail.taskId)).toMatchObject({ title: 'zzeast', state: 'running' });
});
