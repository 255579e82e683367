import { isDeepStrictEqual } from 'node:util';
import {
  idSchema,
  pageSchema,
  type TaskRequest,
  taskDetailSchema,
  taskQuerySchema,
  taskRequestSchema,
  taskSignal,
  taskViewSchema,
  type ThreadId,
} from '@salience/contracts';
import { addTask, cancelTask, listTasks, retryTask, type TaskFound } from '@salience/database/tasks';
import { findThread } from '@salience/database/turns';
import { hint } from '@salience/runtime';
import { trustOfMessage } from '@salience/safety';
import { openTasksMax, singlePlan } from '@salience/tasks';
import { currentTraceparent } from '@salience/telemetry';
import { grantOf } from '@salience/trust';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { answeredBy } from '../turns/answered-by.ts';
import { chosenPlan } from '../turns/chosen-plan.ts';
import { idempotencyKeyOf } from '../turns/idempotency-key.ts';
import { originOf } from '../turns/message-origin.ts';
import { signalCancel } from '../turns/signal-cancel.ts';
import { taskDetail, taskView, unknownTask } from '../turns/task-view.ts';
import { threadRef } from '../turns/thread-ref.ts';
import { timeZoneOf, zoneHeader } from '../turns/time-zone.ts';

const source = 'api';
const tag = 'Turns';
const params = { task: idSchema('task') };
const titleMax = 200;
const plainPlan = singlePlan('Do what is asked for below. Say what you did, and what you did not do.');

/** GET /tasks: latest first. */
export const getTasks = callerRoute({
  method: 'GET',
  path: '/tasks',
  needs: 'person',
  does: 'Tasks of the agent, latest first',
  more: '"state" is one state, or several with commas between. See docs/authorised-work.md.',
  tag,
  query: taskQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(taskViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { cursor, limit, source: from, state: states } = query;
    const after = decodeCursor(cursor, timePlace);
    const page = { limit: limit + 1, after, states, source: from };
    const rows = await listTasks(context.db, caller.agent.id, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.createdAt, id: last.id });
    response.json({ items: items.map(taskView), next });
  },
});

/** GET /tasks/:task. */
export const getTask = callerRoute({
  method: 'GET',
  path: '/tasks/:task',
  needs: 'person',
  does: 'A task, with its steps, what it may do, who sent it and who works on it',
  tag,
  params,
  answers: { 200: { is: 'The task.', json: taskDetailSchema } },
  problems: { 404: ['task.unknown'] },
  handle: async (context, { caller, params: { task }, response }) => {
    response.json(await taskDetail(context, caller, task));
  },
});

/** POST /tasks: work for the agent, once per Idempotency-Key. */
export const postTask = callerRoute({
  method: 'POST',
  path: '/tasks',
  needs: 'person',
  does: 'Give the agent a task, to be begun now or at a time',
  more: '"plan" is the name of a built-in plan or the steps of one; without it the task is one step. How it ends is told in "thread_id", else in the thread that was used last. See docs/authorised-work.md.',
  tag,
  headers: {
    'Idempotency-Key': 'The same key and task give the same task; up to 255 printable characters.',
    ...zoneHeader,
  },
  body: taskRequestSchema,
  answers: {
    200: { is: 'The task that was made with this key before.', json: taskDetailSchema },
    201: { is: 'The task is committed, and will be begun.', json: taskDetailSchema },
  },
  problems: {
    400: ['zone.unknown'],
    404: ['thread.unknown'],
    422: ['idempotency.key-invalid', 'idempotency.key-reused', 'plan.invalid', 'thread.bad-id'],
    429: ['task.limit'],
  },
  handle: async (context, { body, caller, request, response }) => {
    const { agent } = caller;
    const { speaker, text } = body;
    const key = idempotencyKeyOf(request);
    const plan = body.plan === undefined ? plainPlan : chosenPlan(body.plan);
    const title = body.title ?? titleOf(text);
    const reportThreadId = await toldIn(context, caller, body);
    const zone = await timeZoneOf(context, caller, request, { speaker });
    const now = await context.clock.now();
    const { status, task } = await addTask(context.db, {
      agentId: agent.id,
      source,
      title,
      text,
      fromName: speaker ?? 'owner',
      trust: trustOfMessage(originOf(caller, { source, speaker })),
      authority: 'system',
      // What each of its calls may do is ruled when it is made.
      actionClass: 'code_or_computer',
      grant: grantOf('system'),
      plan,
      runAt: body.run_at === undefined ? now : new Date(Math.max(Date.parse(body.run_at), now.getTime())),
      now,
      speaker: speaker ?? null,
      zone,
      reportThreadId,
      idempotencyKey: key && `${source}:${key}`,
      traceparent: currentTraceparent(),
      openMax: agent.settings.tasks?.openMax ?? openTasksMax,
    });
    if (status === 'full') {
      const detail = 'The agent has as many open tasks as it may have. Cancel some, or wait for their ends.';
      throw httpProblem(429, 'task.limit', detail, { headers: { 'Retry-After': '60' } });
    }
    if (status === 'known' && !isSame(task, { plan, text, title }))
      throw httpProblem(
        422,
        'idempotency.key-reused',
        'This Idempotency-Key was used for another task. Send a new key with a new task, or the same task again.',
      );
    if (status === 'known') response.set('Idempotent-Replayed', 'true');
    else hint(context, taskSignal, task.id);
    response.status(status === 'known' ? 200 : 201).location(`/tasks/${task.id}`);
    response.json(await taskDetail(context, caller, task.id));
  },
});

/** POST /tasks/:task/cancel: one that waits ends at once (200), of one that runs the turn is asked to stop (202). */
export const postTaskCancel = callerRoute({
  method: 'POST',
  path: '/tasks/:task/cancel',
  needs: 'person',
  does: 'Cancel a task',
  tag,
  params,
  answers: {
    200: { is: 'The task, cancelled.', json: taskDetailSchema },
    202: { is: 'The task runs and was asked to stop.', json: taskDetailSchema },
  },
  problems: { 404: ['task.unknown'], 409: ['task.ended'] },
  handle: async (context, { caller, params: { task: id }, response }) => {
    const now = await context.clock.now();
    const agentId = caller.agent.id;
    const { status, task, turnId } = await cancelTask(context.db, {
      agentId,
      id,
      now,
      by: answeredBy(caller),
    });
    if (status === 'missing' || task === null) throw unknownTask();
    if (status === 'ended')
      throw httpProblem(409, 'task.ended', `This task is over: ${task.state}. Nothing was changed.`);
    if (turnId !== undefined) {
      signalCancel(context, turnId);
      context.streams.check(agentId, turnId);
    }
    hint(context, taskSignal, id);
    response.status(status === 'requested' ? 202 : 200).json(await taskDetail(context, caller, id));
  },
});

/** POST /tasks/:task/retry: one that failed or died goes on with its last step. */
export const postTaskRetry = callerRoute({
  method: 'POST',
  path: '/tasks/:task/retry',
  needs: 'person',
  does: 'Have a task that failed or died go on with its last step',
  more: 'What the step did before may be done again: look at it first.',
  tag,
  params,
  answers: { 200: { is: 'The task, scheduled.', json: taskDetailSchema } },
  problems: { 404: ['task.unknown'], 409: ['task.not-retriable'] },
  handle: async (context, { caller, params: { task: id }, response }) => {
    const now = await context.clock.now();
    const { status, task } = await retryTask(context.db, { agentId: caller.agent.id, id, now });
    if (status === 'missing' || task === null) throw unknownTask();
    if (status === 'refused')
      throw httpProblem(
        409,
        'task.not-retriable',
        `Only a task that failed or died goes on; this one is ${task.state}. Nothing was changed.`,
      );
    hint(context, taskSignal, id);
    response.json(await taskDetail(context, caller, id));
  },
});

function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= titleMax ? line : `${line.slice(0, titleMax - 1).toWellFormed()}…`;
}

/** The thread that a body names for the end of its task. Throws 404 where the agent has none such. */
async function toldIn(
  context: ConsumerContext,
  caller: Caller,
  { thread_id: ref }: TaskRequest,
): Promise<ThreadId | undefined> {
  if (ref === undefined) return undefined;
  threadRef(ref);
  const thread = await findThread(context.db, caller.agent.id, ref);
  if (thread !== undefined) return thread.id;
  throw httpProblem(
    404,
    'thread.unknown',
    'This agent has no such thread. Omit thread_id for the one that was used last.',
  );
}

function isSame(task: TaskFound, asked: Pick<TaskFound, 'plan' | 'text' | 'title'>): boolean {
  return task.text === asked.text && task.title === asked.title && isDeepStrictEqual(task.plan, asked.plan);
}
