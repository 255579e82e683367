import type { Plan, TurnId } from '@salience/contracts';
import { listApprovals, resolveApproval } from '@salience/database/acting';
import { addTask } from '@salience/database/tasks';
import { linearPlan } from '@salience/tasks';
import { grantOf } from '@salience/trust';
import { beforeAll, describe, expect, it } from 'vitest';
import { isOver, type TaskFleet, taskFleet, taskIn } from './task-fleet.ts';
import { plantStanding, setTaskRules } from './task-stage.ts';

let fleet: TaskFleet;
beforeAll(async () => {
  fleet = await taskFleet();
  await setTaskRules(fleet, {});
  await Promise.all([fleet.spawn('digest'), fleet.spawn('scheduler')]);
});

const items = async (list: string) => {
  const rows = await fleet.database.admin<{ item: string }>(
    'select item from salience.list_items where list = $1 order by created_at, id',
    [list],
  );
  return rows.map(({ item }) => item);
};
const noticesOf = (turnId: string) =>
  fleet.database.admin('select source from salience.notices where turn_id = $1', [turnId]);

/** Says yes to the one request that is open, as whoever runs `salience approvals`. */
const approve = async () => {
  const [approval, ...more] = await listApprovals(fleet.db, fleet.agentId, { limit: 10, state: 'pending' });
  if (approval === undefined || more.length > 0) throw new Error('expected one request');
  await resolveApproval(fleet.db, {
    agentId: fleet.agentId,
    approvalId: approval.id,
    answer: 'approve',
    by: 'local',
    now: await fleet.clock.now(),
  });
};

let keys = 0;
const add = async (plan: Plan, title: string, threadId?: Parameters<typeof addTask>[1]['reportThreadId']) => {
  const now = await fleet.clock.now();
  const { task } = await addTask(fleet.db, {
    agentId: fleet.agentId,
    source: 'api',
    title,
    text: '',
    fromName: 'owner',
    trust: 'user',
    authority: 'system',
    actionClass: 'code_or_computer',
    grant: grantOf('system'),
    plan,
    runAt: now,
    now,
    zone: 'UTC',
    reportThreadId: threadId,
    idempotencyKey: `key ${(keys += 1)}`,
    openMax: 1_000,
  });
  if (task === null) throw new Error('too many tasks');
  return task.id;
};

describe('work in the background, by chat and without a model', { timeout: 120_000 }, () => {
  it('asks before it acts by itself where its tools have earned nothing, and goes on after the yes (laws 11 and 16)', async () => {
    const said = await fleet.say(
      'In the background: first add oats to the breakfast list; then add honey to the breakfast list.',
    );
    const { id } = await fleet.latest();
    const { steps, task } = await fleet.untilTask(id, ({ state }) => state === 'awaiting_review');
    expect(task).toMatchObject({ reason: 'call', reportThreadId: said.threadId });
    expect(steps.map(({ name, state }) => [name, state])).toEqual([['step-1', 'running']]);
    expect(await items('breakfast')).toEqual([]);
    // What is asked stands in the conversation, with a way to answer that works there.
    const [asked] = await fleet.told(said.threadId, 'report');
    expect(asked).toContain('- use list with action "add", items ["oats"], list "breakfast"');
    expect(asked).toContain('Answer with `salience approvals`.');
    // One good deed is no habit yet: the second is asked for too.
    await approve();
    await fleet.untilTask(
      id,
      ({ approvalId, state }) => state === 'awaiting_review' && approvalId !== task.approvalId,
    );
    expect(await items('breakfast')).toEqual(['oats']);
    await approve();
    const done = await fleet.untilTask(id, isOver);
    expect(done.task).toMatchObject({ state: 'completed', turnsUsed: 2 });
    expect(await items('breakfast')).toEqual(['oats', 'honey']);
    expect((await fleet.told(said.threadId, 'report', 3)).at(-1)).toMatch(
      /^Done: .*\n1\. step-1: done, 1 action\. .*\n2\. step-2: done, 1 action\. .*honey/,
    );
  });

  it('carries out each step with real actions, each once, and tells what came of it in the thread that ordered it (laws 4 and 18)', async () => {
    await plantStanding(fleet, 'list');
    const said = await fleet.say(
      'In the background: first add milk to the shopping list; then add bread to the shopping list; then show me the shopping list.',
    );
    expect(said.reply?.text).toMatch(/in the background/);
    const { id } = await fleet.latest();
    const { steps, task } = await fleet.untilTask(id, isOver);
    expect(task).toMatchObject({ state: 'completed', source: 'skill', trust: 'agent', authority: 'system' });
    expect(steps.map(({ acted, attempt, effects, state }) => [state, attempt, acted, effects])).toEqual([
      ['done', 1, 1, 1],
      ['done', 1, 1, 1],
      ['done', 1, 1, 0],
    ]);
    expect(await items('shopping')).toEqual(['milk', 'bread']);
    expect(task.result).toMatch(/milk[\s\S]*bread/);
    const [report, ...more] = await fleet.told(said.threadId, 'report');
    expect(more).toEqual([]);
    expect(report).toMatch(/^Done: [\s\S]*3\. step-3: done, 1 action\./);
    // Its steps are no news of their own: one notice for all.
    const turns = await fleet.database.admin<{ id: string }>(
      "select id from salience.turns where thread_id = $1 or (thread_id = $2 and source = 'report') order by accepted_at",
      [task.threadId, said.threadId],
    );
    expect(await Promise.all(turns.map(async (turn) => (await noticesOf(turn.id)).length))).toEqual([
      0, 0, 0, 1,
    ]);
  });

  it('lists, shows and cancels tasks', async () => {
    const later = await add(linearPlan(['Look at the first.', 'Look at the second.']), 'Compare two boats');
    await fleet.untilTask(later, isOver);
    const listed = await fleet.say('Which background tasks are there?');
    expect(listed.reply?.text).toBe('No task is open.');
    const shown = await fleet.say('Show me the background task boats');
    expect(shown.reply?.text).toMatch(
      new RegExp(`^${later}, completed: Compare two boats\n- step-1: done\\.`),
    );
    expect(taskIn(shown.reply?.text ?? '')).toBe(later);
    const late = await fleet.say('Cancel the background task boats');
    expect(late.reply?.text).toMatch(/Too late: the task is over/);
    const none = await fleet.say('Cancel the background task of the moon');
    expect(none.reply?.text).toMatch(/No task fits/);
  });

  it('ends a task that waits with what it had asked for: nothing of it runs any more', async () => {
    await fleet.database.admin("delete from salience.tool_standing where tool = 'list'");
    await fleet.say('In the background: first add tea to the drinks list; then show me the drinks list.');
    const { id } = await fleet.latest();
    await fleet.untilTask(id, ({ state }) => state === 'awaiting_review');
    const cancelled = await fleet.say('Cancel the background task tea');
    expect(cancelled.reply?.text).toMatch(/cancelled/);
    const { task } = await fleet.untilTask(id, isOver);
    expect(task).toMatchObject({ state: 'rejected', reason: 'cancelled' });
    expect(await listApprovals(fleet.db, fleet.agentId, { limit: 10, state: 'pending' })).toEqual([]);
    expect(await items('drinks')).toEqual([]);
  });

  it('takes no more tasks than its agent may have', async () => {
    await setTaskRules(fleet, { openMax: 1 });
    await fleet.say('In the background: first add rice to the dinner list; then show me the dinner list.');
    const { id } = await fleet.latest();
    await fleet.untilTask(id, ({ state }) => state === 'awaiting_review');
    const second = await fleet.say(
      'In the background: first add soup to the dinner list; then show me the dinner list.',
    );
    expect(second.reply?.text).toMatch(/Too many tasks are open: 1\./);
    expect((await fleet.latest()).id).toBe(id);
    await fleet.say('Cancel the background task rice');
    await fleet.untilTask(id, isOver);
    await setTaskRules(fleet, {});
  });
});

describe('a task that gets nowhere', { timeout: 120_000 }, () => {
  it('ends where the turns that it may take are used up, and says so', async () => {
    const { threadId } = await fleet.say('I was in Porto with my sister last week.');
    const id = await add(
      linearPlan(['Where was I?', 'Where was my sister?'], { turns_max: 1 }),
      'Trip',
      threadId,
    );
    const { steps, task } = await fleet.untilTask(id, isOver);
    expect(task).toMatchObject({ state: 'failed', reason: 'turns', turnsUsed: 1 });
    expect(steps.map(({ state }) => state)).toEqual(['done']);
    expect((await fleet.told(threadId, 'report')).at(-1)).toMatch(
      /^Not done: Trip\n[\s\S]*used up the 1 turn that it may take\.$/,
    );
  });

  it('ends where the hours that it may take are used up', async () => {
    const id = await add(linearPlan(['Where was I?', 'Where was my sister?'], { hours_max: 0.1 }), 'Long');
    await fleet.untilTask(id, isOver);
    const before = await fleet.clock.now();
    const other = await add(
      linearPlan(['Please add rum to the bar list.', 'Say it.'], { hours_max: 0.1 }),
      'Waits',
    );
    await fleet.untilTask(other, ({ state }) => state === 'awaiting_review');
    await fleet.clock.set(new Date(before.getTime() + 3_600_000));
    await approve();
    const { task } = await fleet.untilTask(other, isOver);
    expect(task).toMatchObject({ state: 'failed', reason: 'hours' });
  });

  it('ends where its steps do nothing and say nothing new', async () => {
    const { threadId } = await fleet.say('I was in Lisbon with my brother last year.');
    const steps = ['moon', 'sun', 'star', 'rain'].map((name) => `Who built the ${name} bridge?`);
    const id = await add(linearPlan([...steps, 'Add stars to the sky list.']), 'Bridges', threadId);
    const found = await fleet.untilTask(id, isOver);
    expect(found.task).toMatchObject({ state: 'failed', reason: 'stalled' });
    expect(found.steps).toHaveLength(4);
    expect(await items('sky')).toEqual([]);
    expect((await fleet.told(threadId, 'report')).at(-1)).toMatch(
      /^Not done: Bridges\n[\s\S]*Two steps in a row did nothing and said nothing new\.$/,
    );
  });
});

describe('threat: a task', { timeout: 120_000 }, () => {
  it('begins no other: whoever it is for has not asked for that', async () => {
    const id = await add(
      linearPlan([
        'In the background: first add gin to the bar list; then show me the bar list.',
        'Say what was done.',
      ]),
      'Breeds',
    );
    const { steps } = await fleet.untilTask(id, isOver);
    expect(steps[0]?.result).toMatch(/A task cannot begin another task/);
    const made = await fleet.database.admin('select 1 from salience.tasks where made_turn_id = $1', [
      steps[0]?.turnId as TurnId,
    ]);
    expect(made).toEqual([]);
  });
});
