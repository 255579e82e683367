import type { TaskDetail, TaskStepView, TaskView } from '@salience/contracts';
import { findInbound } from '@salience/database/inlets';
import { findTask, type TaskRow, type TaskStepRow, taskStanding } from '@salience/database/tasks';
import { grantInWords, taskInWords } from '@salience/intake';
import { policyRulesOf } from '@salience/trust';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { inboundView } from './inbound-view.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** A task as lists show it. */
export function taskView(row: TaskRow): TaskView {
  return {
    task_id: row.id,
    state: row.state,
    reason: row.reason,
    why: taskInWords(row),
    source: row.source,
    title: row.title,
    from: row.fromName,
    authority: row.authority,
    action_class: row.actionClass,
    trust: row.trust,
    speaker: row.speaker,
    thread_id: row.threadId,
    report_thread_id: row.reportThreadId,
    turn_id: row.turnId,
    approval_id: row.approvalId,
    run_at: row.runAt.toISOString(),
    turns_used: row.turnsUsed,
    result: row.result,
    created_at: row.createdAt.toISOString(),
    started_at: iso(row.startedAt),
    ended_at: iso(row.endedAt),
    cancel_requested_at: iso(row.cancelRequestedAt),
  };
}

/** A task with everything that decided about it. Throws 404 for one that the caller's agent does not have. */
export async function taskDetail(context: ConsumerContext, caller: Caller, id: string): Promise<TaskDetail> {
  const { id: agentId, settings } = caller.agent;
  const [found, standing] = await Promise.all([
    findTask(context.db, agentId, id),
    taskStanding(context.db, agentId, id),
  ]);
  if (found === undefined || standing === undefined) throw unknownTask();
  const { steps, task } = found;
  const now = (await context.clock.now()).getTime();
  const inbound =
    task.inboundId === null ? undefined : await findInbound(context.db, agentId, task.inboundId);
  const lease = task.state === 'running' ? standing.lease : null;
  return {
    ...taskView(task),
    why: taskInWords(task, standing.facts.steps),
    text: task.text,
    plan: task.plan,
    steps: steps.map(stepView),
    lease: lease && { owner: lease.owner, fence: lease.fence, until: lease.until.toISOString() },
    grant: { ...task.grant, words: grantInWords(task.grant, now, policyRulesOf(settings.tasks ?? null)) },
    inbound: inbound === undefined ? null : inboundView(inbound),
  };
}

/** The 404 of tasks. */
export function unknownTask() {
  return httpProblem(404, 'task.unknown', 'This agent has no task with this id. GET /tasks lists them.');
}

function stepView(row: TaskStepRow): TaskStepView {
  return {
    n: row.n,
    name: row.name,
    kind: row.kind,
    state: row.state,
    turn_id: row.turnId,
    approval_id: row.approvalId,
    attempt: row.attempt,
    result: row.result,
    acted: row.acted,
    started_at: row.startedAt.toISOString(),
    ended_at: iso(row.endedAt),
  };
}
