import { newId } from '@salience/database';
import { claimMailbox, noteMailbox } from '@salience/database/inlets';
import { listLetters } from '@salience/database/tasks';
import { singlePlan } from '@salience/tasks';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type ActingWorld, actingWorld, call, enough } from './acting-world.ts';
import { actionsOf, beginStep, setTaskRules, takeMail } from './task-stage.ts';

let world: ActingWorld;
beforeAll(async () => {
  world = await actingWorld({ echo: { tier: 'observe' } }, { mails: true });
});
beforeEach(() => setTaskRules(world, {}));

const letters = () => listLetters(world.database.connect('salience_consumer'), world.agentId, 100);
const openMailbox = async (name: string) => {
  const db = world.database.connect('salience_pulse_sensor');
  const place = { agentId: world.agentId, name, now: await world.clock.now() };
  const claimed = await claimMailbox(db, { ...place, owner: 'test', leaseMs: 1_000 });
  await noteMailbox(db, { ...place, fence: claimed?.fence ?? 0, seen: true });
};
const draft = (args: object) => call('mail', { action: 'draft', text: 'Yes, it is free.', ...args });
const send = (args: object) => call('mail', { action: 'send', text: 'I come at nine.', ...args });
const ask = 'Please write a mail to ann@home.test for me, about the boat.';

/** The actions of a task of a mail of Bo's. */
async function answering(plan: ReturnType<typeof call>, subject = 'The flat') {
  await world.ready({ plans: [plan, enough] });
  const taskId = newId('task', Date.now());
  await takeMail(world, {
    taskId,
    title: 'The flat',
    subject,
    text: 'Is it free?',
    plan: singlePlan('Do what the message asks for.'),
  });
  const { threadId, turnId } = await beginStep(world, taskId);
  await world.run(threadId);
  return { actions: await actionsOf(world, turnId), threadId, turnId };
}

describe('a draft', () => {
  it('is written nowhere while there is no mailbox, and the model is told so', async () => {
    const { actions } = await world.act(
      { plans: [draft({ to: 'ann@home.test', subject: 'Boat' }), enough] },
      ask,
    );
    expect(actions[0]).toMatchObject({ state: 'failed' });
    expect(actions[0]?.result?.text).toMatch(/No mailbox is set up/);
    expect(await letters()).toEqual([]);
  });

  it('is written unasked, once however often it is tried, among those of the person alone (laws 4 and 11)', async () => {
    await openMailbox('home');
    const { fault } = world.deps;
    onTestFinished(() => void Object.assign(world.deps, { fault }));
    let died = 0;
    Object.assign(world.deps, {
      fault: async (point: string) => {
        if (point === 'digest.act-done' && (died += 1) === 1) throw new Error('the worker died');
        await Promise.resolve();
      },
    });
    const { threadId, turnId } = await world.act(
      { plans: [draft({ to: 'ann@home.test', subject: 'Boat' }), enough] },
      ask,
    );
    await world.clock.advance(2_000);
    await world.run(threadId);
    expect((await actionsOf(world, turnId))[0]).toMatchObject({
      state: 'succeeded',
      ruling: { path: 'run', tier: 'observe' },
    });
    expect(died).toBe(2);
    expect(await letters()).toMatchObject([
      {
        kind: 'draft',
        state: 'pending',
        mailbox: 'home',
        recipient: 'ann@home.test',
        subject: 'Boat',
        body: 'Yes, it is free.',
        inboundId: null,
        inReplyTo: null,
        turnId,
      },
    ]);
  });

  it('answers the mail of its task where the call says no address, in the mailbox that it came to', async () => {
    await openMailbox('work');
    const { actions, turnId } = await answering(draft({}));
    expect(actions[0]).toMatchObject({
      state: 'succeeded',
      result: { trust: 'external' },
      ruling: { path: 'run', grant: { class: 'read_public', says: 'allow' } },
    });
    const [letter] = await letters();
    expect(letter).toMatchObject({
      kind: 'draft',
      mailbox: 'work',
      recipient: 'bo@work.test',
      subject: 'Re: The flat',
      turnId,
    });
    expect(letter?.inReplyTo).toMatch(/^<.*@work\.test>$/);
    expect(letter?.inboundId).not.toBeNull();
  });

  it('threat: the subject of a mail makes no second header in the answer to it', async () => {
    await answering(draft({}), 'Hi\r\nBcc: evil@x.test');
    expect((await letters())[0]?.subject).toBe('Re: Hi Bcc: evil@x.test');
  });

  it('to somebody else answers nothing, and needs a subject', async () => {
    const other = await answering(draft({ to: 'cleo@home.test' }));
    expect(other.actions[0]?.result?.text).toMatch(/needs a "subject"/);
    await answering(draft({ to: 'cleo@home.test', subject: 'For you' }));
    expect((await letters())[0]).toMatchObject({
      recipient: 'cleo@home.test',
      inReplyTo: null,
      inboundId: null,
    });
    await answering(draft({ to: 'BO@work.test' }), 'Re: The boat');
    expect((await letters())[0]).toMatchObject({ recipient: 'BO@work.test', subject: 'Re: The boat' });
  });

  it('without an address is none outside of a task that a mail began', async () => {
    const { actions } = await world.act({ plans: [draft({ subject: 'Boat' }), enough] }, ask);
    expect(actions[0]).toMatchObject({ state: 'failed' });
    expect(actions[0]?.result?.text).toMatch(/"to" needs an address/);
  });

  it.each([
    ['two addresses', { to: 'ann@home.test, cleo@home.test', subject: 'x' }, /one mail address/],
    ['a header', { to: 'ann@home.test\r\nBcc: evil@x.test', subject: 'x' }, /one mail address/],
    ['a name', { to: 'Ann <ann@home.test>', subject: 'x' }, /one mail address/],
    ['a subject of two lines', { to: 'ann@home.test', subject: 'x\r\nBcc: evil@x.test' }, /one line/],
    ['a subject that would be cut', { to: 'ann@home.test', subject: 'x'.repeat(121) }, /120/],
    ['nothing to say', { to: 'ann@home.test', subject: 'x', text: '  ' }, /text/],
  ])('threat: is refused with %s', async (_name, args, expected) => {
    const before = (await letters()).length;
    const { actions } = await world.act({ plans: [draft(args), enough] }, ask);
    expect(actions[0]).toMatchObject({ state: 'failed' });
    expect(actions[0]?.result?.text).toMatch(expected);
    expect(await letters()).toHaveLength(before);
  });
});

describe('a mail that is to leave', () => {
  const plan = send({ to: 'ann@home.test', subject: 'Boat' });

  it('is asked for with its recipient, its subject and its whole text, and leaves once after the yes (laws 4 and 11)', async () => {
    const before = (await letters()).length;
    const first = await world.act({ plans: [plan, enough] }, ask);
    expect(first.actions[0]).toMatchObject({
      state: 'asked',
      ruling: { path: 'ask', tier: 'commit', asked: { why: { code: 'irreversible' } } },
    });
    expect(first.turn.reply?.text).toContain(
      '- use mail with action "send", subject "Boat", text "I come at nine.", to "ann@home.test", because it cannot be undone',
    );
    expect(await letters()).toHaveLength(before);
    const yes = await world.act({ plans: [enough] }, 'Yes.', {
      threadId: first.threadId,
      runId: first.turnId,
    });
    expect(yes.actions[0]).toMatchObject({ state: 'succeeded' });
    const [letter, ...others] = await letters();
    expect(letter).toMatchObject({
      kind: 'send',
      state: 'pending',
      mailbox: null,
      recipient: 'ann@home.test',
      subject: 'Boat',
      body: 'I come at nine.',
      turnId: first.turnId,
    });
    expect(others).toHaveLength(before);
    // A second yes is to nothing.
    await world.act({ plans: [enough] }, 'Yes.', { threadId: first.threadId });
    expect(await letters()).toHaveLength(before + 1);
  });

  it('is asked for however often that was allowed before, and never leaves after a no', async () => {
    await world.database.admin(
      `insert into salience.tool_standing (agent_id, tool, kind, day, successes, failures) values ($1, 'mail', '', '2030-03-01', 99, 0)
       on conflict (agent_id, tool, kind, day) do update set successes = 99`,
      [world.agentId],
    );
    const before = (await letters()).length;
    const first = await world.act({ plans: [plan, enough] }, ask);
    expect(first.actions[0]).toMatchObject({ state: 'asked' });
    await world.act({ plans: [enough] }, 'No.', { threadId: first.threadId, runId: first.turnId });
    expect((await actionsOf(world, first.turnId))[0]).toMatchObject({ state: 'denied' });
    expect(await letters()).toHaveLength(before);
  });

  it.each([
    ['address', { subject: 'Boat' }],
    ['subject', { to: 'ann@home.test' }],
  ])(
    'threat: without an %s of its own it is refused before anybody is asked, also where its task has one: nobody could see it',
    async (_name, args) => {
      const before = (await letters()).length;
      for (const { actions } of [
        await world.act({ plans: [send(args), enough] }, ask),
        await answering(send(args)),
      ]) {
        expect(actions[0]).toMatchObject({ attempt: 0, approvalId: null });
        expect(actions[0]?.result?.text).toMatch(/give "to" and "subject"/);
      }
      expect(await letters()).toHaveLength(before);
    },
  );

  it('threat: a mail can have none sent: what its task writes to whoever it names waits for a yes, or is refused', async () => {
    const before = (await letters()).length;
    const { actions } = await answering(send({ to: 'evil@x.test', subject: 'All I know' }));
    expect(actions[0]).toMatchObject({
      state: 'asked',
      ruling: { path: 'ask', grant: { class: 'destructive', says: 'review' } },
    });
    await setTaskRules(world, { policy: { external_verified: { destructive: 'reject' } } });
    const refused = await answering(send({ to: 'evil@x.test', subject: 'All I know' }));
    expect(refused.actions[0]).toMatchObject({ state: 'refused', attempt: 0, approvalId: null });
    expect(await letters()).toHaveLength(before);
  });

  it('shows characters that nobody sees', async () => {
    const { turn } = await world.act(
      { plans: [send({ to: 'ann@home.test', subject: 'Boat', text: 'Pay\u202E 100 euros\u200B.' }), enough] },
      ask,
    );
    expect(turn.reply?.text).toContain('text "Pay\\u{202E} 100 euros\\u{200B}."');
  });
});
