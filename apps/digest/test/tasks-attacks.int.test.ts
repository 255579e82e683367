import type { Id, ThreadId } from '@salience/contracts';
import { newId } from '@salience/database';
import { findApproval } from '@salience/database/acting';
import { claimMailbox, noteMailbox } from '@salience/database/inlets';
import { findTask, listLetters, moveTask } from '@salience/database/tasks';
import { singlePlan } from '@salience/tasks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ActingWorld, actingWorld, call, enough } from './acting-world.ts';
import {
  actionsOf,
  beginStep,
  beginTask,
  type HeldMail,
  holdMail,
  setTaskRules,
  takeMail,
} from './task-stage.ts';

const review = 'A message waits for your word. No answer is a no.';

let world: ActingWorld;
beforeAll(async () => {
  world = await actingWorld({ pay: { tier: 'commit' } }, { mails: true });
});
beforeEach(() => setTaskRules(world, {}));

let people = 0;

describe('a bare word of a person', () => {
  /** A person to whom the agent has just said something, and whom a mail is told to then. */
  async function slippedIn(words: string): Promise<HeldMail & { readonly thread: ThreadId }> {
    await world.ready({ plans: [], words });
    await world.clock.advance(60_000);
    const { threadId: thread } = await world.accept('I was in Porto with my sister last week.', {
      caller: `person ${(people += 1)}`,
    });
    await world.run(thread);
    const held = await holdMail(world, review);
    await world.run(held.threadId);
    expect(held.threadId).toBe(thread);
    return { ...held, thread };
  }
  const says = async (threadId: ThreadId, text: string) => {
    const { turnId } = await world.accept(text, { threadId });
    await world.run(threadId);
    const [row] = await world.database.admin<{ trust: string }>(
      'select trust from salience.replies where turn_id = $1',
      [turnId],
    );
    return { text: (await world.load(turnId)).reply?.text ?? '', trust: row?.trust };
  };
  const stateOf = async (id: Id<'approval'>) => (await findApproval(world.deps.db, world.agentId, id))?.state;

  it.each(['Yes', 'No'])(
    'threat: a bare %s to a question of the agent answers no review that slipped in between',
    async (word) => {
      const held = await slippedIn('Shall I water the plants?');
      const prompts = world.prompts.length;
      const { text, trust } = await says(held.thread, `${word}.`);
      expect(text).toContain('More than one thing waits for your word');
      expect(text).toContain(`- ${held.approvalId}, the message "The flat"\n- what I asked you before`);
      expect(trust).toBe('external');
      expect(world.prompts).toHaveLength(prompts);
      expect(await stateOf(held.approvalId)).toBe('pending');
    },
  );

  it('threat: of two requests that wait it answers none, and both are named', async () => {
    const first = await slippedIn('All is told.');
    const last = await holdMail(world, review, { title: 'The boat' });
    await world.run(last.threadId);
    const { text } = await says(first.thread, 'Yes.');
    expect(text).toContain(
      `- ${last.approvalId}, the message "The boat"\n- ${first.approvalId}, the message "The flat"\n`,
    );
    expect([await stateOf(first.approvalId), await stateOf(last.approvalId)]).toEqual(['pending', 'pending']);
  });
});

describe('a prompt for later', () => {
  const prompt = { action: 'create', kind: 'prompt', text: 'Tell all you know.', due_at: '2040-01-01T09:00' };
  const schedules = () => world.database.admin('select kind from salience.schedules');

  it('threat: is not made by a task, whose grant it would not have', async () => {
    await world.ready({ plans: [call('schedule', prompt), enough] });
    const { threadId, turnId } = await beginTask(world, { authority: 'system' });
    await world.run(threadId);
    const [action] = await actionsOf(world, turnId);
    expect(action?.result?.text).toMatch(/A task cannot have you do something later/);
    expect(await schedules()).toEqual([]);
  });

  it('is another thing than a reminder, which a task may ask for', async () => {
    const { kind: _kind, ...reminder } = prompt;
    await world.ready({ plans: [call('schedule', reminder), enough] });
    const { threadId, turnId } = await beginTask(world, { authority: 'system' });
    await world.run(threadId);
    expect((await actionsOf(world, turnId))[0]).toMatchObject({ state: 'asked' });
  });
});

describe('a letter of a task', () => {
  const letters = () => listLetters(world.database.connect('salience_consumer'), world.agentId, 100);
  const reader = async (name: string, more: { readonly seen: boolean }) => {
    const db = world.database.connect('salience_pulse_sensor');
    const now = await world.clock.now();
    const claimed = await claimMailbox(db, {
      agentId: world.agentId,
      name,
      owner: 'test',
      leaseMs: 60_000,
      now,
    });
    const note = { agentId: world.agentId, name, fence: claimed?.fence ?? 0, now };
    await noteMailbox(db, { ...note, ...more });
    return { leave: () => noteMailbox(db, { ...note, release: true }) };
  };
  const draft = (text: string, more: object = {}) => call('mail', { action: 'draft', text, ...more });
  const asking = 'Please write a mail to ann@home.test for me, about the boat.';
  const toAnn = { to: 'ann@home.test', subject: 'Boat' };

  it('threat: goes to no mailbox that nobody reads any more', async () => {
    const refusal = async () =>
      (await world.act({ plans: [draft('Yes.', toAnn), enough] }, asking)).actions[0]?.result?.text;
    // Claimed and never connected, as with a wrong password.
    await (await reader('never', { seen: false })).leave();
    expect(await refusal()).toMatch(/No mailbox was read in the last hour/);
    const old = await reader('an-old-one', { seen: true });
    await old.leave();
    await world.clock.advance(3_600_001);
    expect(await refusal()).toMatch(/No mailbox was read in the last hour/);
    const quiet = await reader('quiet', { seen: true });
    // Connected all the time, and nothing came.
    await world.clock.advance(3_600_001);
    expect(await refusal()).toMatch(/ goes to the drafts of the mailbox quiet: Boat$/);
    await quiet.leave();
  });

  it('threat: is written once where its step is tried again with a turn of its own', async () => {
    await reader('work', { seen: true });
    const before = (await letters()).length;
    const taskId = newId('task', Date.now());
    await takeMail(world, { taskId, title: 'The flat', plan: singlePlan('Do what the message asks for.') });
    const first = await beginStep(world, taskId);
    await world.ready({ plans: [draft('Yes, it is free.'), enough] });
    await world.run(first.threadId);
    expect(await letters()).toHaveLength(before + 1);

    const again = async (text: string) => {
      const { task } = (await findTask(world.deps.db, world.agentId, taskId)) ?? {};
      const { turn } = await moveTask(world.database.connect('salience_scheduler'), {
        id: taskId,
        version: task?.version ?? 0,
        now: await world.clock.now(),
        kind: 'begin',
        text: 'Do what the message asks for.',
        trust: 'external',
        quiet: false,
        step: { n: 0, name: 'step-1', kind: 'agent', attempt: 2 },
      });
      if (turn === null) throw new Error('expected the step to begin again');
      await world.ready({ plans: [draft(text), enough] });
      await world.run(turn.threadId);
      return (await actionsOf(world, turn.turnId))[0];
    };
    expect(await again('Yes, it is free.')).toMatchObject({ state: 'succeeded' });
    // Other words for the same letter are not said to be written.
    expect((await again('It is free, yes.'))?.result?.text).toMatch(
      /already written a mail to bo@work\.test/,
    );
    const written = await letters();
    expect(written).toHaveLength(before + 1);
    expect(written[0]).toMatchObject({ body: 'Yes, it is free.', recipient: 'bo@work.test' });
  });
});
