import { turnExplanationSchema } from '@salience/contracts';
import { newId } from '@salience/database';
import { findApproval } from '@salience/database/acting';
import { plansByName } from '@salience/tasks';
import {
  asPerson,
  createFakeModelServer,
  type FakeModelServer,
  type ModelReply,
  type SpawnedApp,
} from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { isOver, type TaskFleet, taskFleet } from './task-fleet.ts';
import { takeMail } from './task-stage.ts';

let fleet: TaskFleet;
let server: FakeModelServer;
let consumer: SpawnedApp;
beforeAll(async () => {
  server = await createFakeModelServer();
  fleet = await taskFleet();
  const models = { ...server.env, SALIENCE_MODEL_TIEBREAK: 'offline', SALIENCE_MODEL_TIMEOUT_MS: '2000' };
  [consumer] = await Promise.all([
    fleet.spawn('consumer'),
    fleet.spawn('digest', models),
    fleet.spawn('scheduler'),
  ]);
});

/** What the model of the triage answers from now on; everybody else says that it is done. */
function triageSays(reply: ModelReply): void {
  server.script(({ messages }) =>
    JSON.stringify(messages).includes('task name=\\"triage\\"')
      ? reply
      : { text: 'It is done as you asked.' },
  );
}
const sorted = (choice: string, confidence: number): ModelReply => ({
  text: JSON.stringify({ choice, confidence }),
});

async function mail(title: string): Promise<string> {
  const taskId = newId('task', (await fleet.clock.now()).getTime());
  await takeMail(fleet, { taskId, title, text: 'Could you send me the photos?', plan: plansByName.mail });
  return taskId;
}

const modesOf = (steps: readonly { name: string; kind: string; state: string; attempt: number }[]) =>
  steps.map(({ attempt, kind, name, state }) => `${name} ${kind} ${state} ${attempt}`);

describe('a mail that is told apart on its way through scheduler and digest', { timeout: 120_000 }, () => {
  it('goes the one way that its kind has, and no other; its triage can be explained', async () => {
    triageSays(sorted('question', 0.9));
    const { steps, task } = await fleet.untilTask(await mail('Photos'), isOver);
    expect(task).toMatchObject({ state: 'completed', result: 'It is done as you asked.' });
    expect(modesOf(steps)).toEqual(['triage triage done 1', 'answer agent done 1']);
    const turnId = steps[0]?.turnId ?? '';
    const answer = await fetch(`${consumer.httpUrl()}/turns/${turnId}/why?context=exact`, {
      headers: asPerson,
    });
    expect(answer.status).toBe(200);
    const why = turnExplanationSchema.parse(await answer.json());
    expect(why).toMatchObject({
      turn: { turn_id: turnId, source: 'triage', state: 'answered' },
      steps: [],
      contexts: [{ role: 'triage', model: 'fake-model' }],
    });
    expect(JSON.stringify(why.contexts)).toContain('Could you send me the photos?');
  });

  it('ends where nothing is to be done', async () => {
    triageSays(sorted('noise', 0.95));
    const { steps, task } = await fleet.untilTask(await mail('Sale'), isOver);
    expect(task.state).toBe('completed');
    expect(modesOf(steps)).toEqual(['triage triage done 1']);
  });

  it('asks a person where the triage is unsure, and goes on as they say', async () => {
    const { threadId } = await fleet.say('I was in Porto with my sister last week.');
    triageSays(sorted('errand', 0.4));
    const id = await mail('Unclear');
    const held = await fleet.untilTask(id, ({ state }) => state === 'awaiting_review');
    expect(held.task).toMatchObject({ reason: 'unsure', reportThreadId: threadId });
    const [asked] = await fleet.told(threadId, 'review');
    expect(asked).toContain('Proposed is "errand", 40 % sure');
    expect(asked).not.toContain('photos');
    const yes = await fleet.say('Yes.', { threadId });
    expect(yes.reply?.text).toBe('Noted: Unclear. I go on.');
    const { steps, task } = await fleet.untilTask(id, isOver);
    expect(task).toMatchObject({
      state: 'completed',
      grant: { authority: 'external_verified', allowed: [] },
    });
    expect(modesOf(steps)).toEqual(['triage triage done 1', 'triage person done 1', 'do agent done 1']);
    const { approvalId } = held.task;
    if (approvalId === null) throw new Error('expected a request');
    const approval = await findApproval(fleet.db, fleet.agentId, approvalId);
    expect(approval).toMatchObject({ kind: 'step', state: 'approved', resolvedBy: 'chat' });
  });

  it('ends with a no', async () => {
    const { threadId } = await fleet.say('I was in Lisbon with my brother last week.');
    triageSays(sorted('errand', 0.3));
    const id = await mail('Unwanted');
    await fleet.untilTask(id, ({ state }) => state === 'awaiting_review');
    await fleet.told(threadId, 'review');
    await fleet.say('No.', { threadId });
    expect((await fleet.untilTask(id, isOver)).task).toMatchObject({ state: 'rejected', reason: 'refused' });
  });

  it('asks a person where the model gives no answer that can be used', async () => {
    triageSays({ text: 'I think that it is an errand.' });
    const id = await mail('Unreadable');
    const held = await fleet.untilTask(id, ({ state }) => state === 'awaiting_review');
    expect(held.task).toMatchObject({ reason: 'unreadable' });
  });

  it('waits and tries again where the model failed before anything was done (law 16)', async () => {
    triageSays({ status: 500 });
    const id = await mail('Later');
    const waits = await fleet.untilTask(id, ({ state }) => state === 'retry_wait');
    expect(waits.task).toMatchObject({ reason: 'recoverable', endedAt: null });
    expect(waits.steps).toMatchObject([{ state: 'failed', attempt: 1 }]);
    expect(waits.task.runAt.getTime()).toBeGreaterThan((await fleet.clock.now()).getTime());
    triageSays(sorted('noise', 0.9));
    // The model is left alone for a moment after it could not be reached, so one more try may come to nothing.
    let tried = waits.task.turnsUsed;
    const isTried = (now: typeof waits.task) =>
      isOver(now) || (now.state === 'retry_wait' && now.turnsUsed > tried);
    let found = waits;
    while (!isOver(found.task)) {
      tried = found.task.turnsUsed;
      await fleet.clock.advance(120_000);
      found = await fleet.untilTask(id, isTried);
    }
    expect(found.task).toMatchObject({ state: 'completed', reason: null });
    expect(found.steps).toMatchObject([{ name: 'triage', state: 'done' }]);
    expect(found.steps[0]?.attempt).toBeGreaterThan(1);
  });
});
