import type {
  AgentId,
  Grant,
  Id,
  Plan,
  TaskSource,
  TaskState,
  ThreadId,
  Trust,
  TurnId,
  TurnState,
} from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ask, call, type Connections, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { taskSteps, tasks } from '../schema/tasks.ts';
import { lanes } from '../schema/turns.ts';

/** A task as it is stored. */
export type TaskRow = typeof tasks.$inferSelect;
/** A step of a task as it is stored. */
export type TaskStepRow = typeof taskSteps.$inferSelect;

/** A step of a task, and of one that runs the turn that works on it now. */
export interface TaskStepFound {
  readonly n: number;
  readonly name: string;
  readonly kind: TaskStepRow['kind'];
  readonly state: TaskStepRow['state'];
  readonly attempt: number;
  readonly leadsTo: string | null;
  readonly result: string | null;
  readonly acted: number;
  readonly effects: number;
  readonly resultTrust: Trust | null;
  /** The turn that began its run. */
  readonly runId: TurnId | null;
  readonly approvalId: Id<'approval'> | null;
  /** Of a person's: what became of the request. */
  readonly answer: 'approved' | 'refused' | 'expired' | null;
  readonly turn: {
    readonly id: TurnId;
    readonly state: TurnState;
    readonly reply: string | null;
    readonly replyTrust: Trust | null;
    readonly errorCode: string | null;
    readonly recoverable: boolean;
    /** Actions of its run that succeeded, and those that could have changed something, whatever became of them. */
    readonly acted: number;
    readonly effects: number;
    readonly openApprovals: number;
    /** Requests of its run that were refused or expired. */
    readonly refusedApprovals: number;
    readonly expiredApprovals: number;
    readonly approvalId: Id<'approval'> | null;
  } | null;
}

/** A task with everything that decides what follows. Times are ISO strings. */
export interface TaskFound {
  readonly id: Id<'task'>;
  readonly agent_id: AgentId;
  readonly thread_id: ThreadId | null;
  readonly report_thread_id: ThreadId | null;
  readonly source: TaskSource;
  readonly title: string;
  readonly text: string;
  readonly from_name: string;
  readonly trust: Trust;
  readonly plan: Plan;
  readonly state: TaskState;
  /** Why it is in this state: a code. */
  readonly reason: string | null;
  readonly speaker: string | null;
  readonly zone: string;
  readonly run_at: string;
  readonly started_at: string | null;
  readonly turns_used: number;
  readonly version: number;
  readonly cancel_requested_at: string | null;
  /** The trace of what made it, or of its first move. */
  readonly traceparent: string | null;
  readonly steps: readonly TaskStepFound[];
}

/** The tasks that may start now: of each agent with a free place the one that is due longest. Scheduler role. */
export function loadDueTasks(
  db: Connections,
  options: { readonly now: Date; readonly limit: number; readonly agents: number },
): Promise<TaskFound[]> {
  return call(db, 'load_due_tasks', options);
}

/** Running tasks whose turn has ended. Scheduler role. */
export function loadEndedTasks(db: Connections, options: { readonly limit: number }): Promise<TaskFound[]> {
  return call(db, 'load_ended_tasks', options);
}

/**
 * Sets agendas anew that do not agree with their tasks; resolves with how many: without faults none. `whole`: also counts all that is open, which costs what
 * waits; default: at the beginning of every hour. Scheduler role.
 */
export function sweepAgendas(db: Connections, { whole }: { readonly whole?: boolean } = {}): Promise<number> {
  return ask(db, 'sweep_agendas', whole ?? null);
}

/** What is to become of a task, as it is committed. See sql/tasks/move_task.sql. */
export interface MoveTask {
  readonly id: Id<'task'>;
  readonly version: number;
  readonly now: Date;
  readonly kind: 'ask' | 'begin' | 'complete' | 'dead' | 'fail' | 'reject' | 'retry' | 'review';
  /** The step that is over. */
  readonly done?: {
    readonly n: number;
    readonly state: 'done' | 'failed' | 'refused';
    readonly result: string | null;
    readonly resultTrust: Trust | null;
    readonly acted: number;
    readonly effects: number;
  };
  /** The step that begins, or that a person is asked about. */
  readonly step?: {
    readonly n: number;
    readonly name: string;
    readonly kind: TaskStepRow['kind'];
    readonly attempt: number;
    readonly leadsTo?: string | undefined;
  };
  /** Of `begin`: what its turn says. */
  readonly text?: string;
  readonly trust?: Trust;
  /** True for a step that is part of what is told when the task is over. */
  readonly quiet?: boolean;
  readonly runAt?: Date;
  readonly reason?: string | undefined;
  readonly result?: string | undefined;
  /** Of `review`: what the turn has asked for, and that turn. */
  readonly approvalId?: Id<'approval'>;
  readonly turnOfRun?: TurnId;
  /** Of `ask`. */
  readonly approval?: ReviewRequest;
  /** What its person is told of the end. */
  readonly report?: { readonly text: string; readonly trust: Trust };
  readonly traceparent?: string | undefined;
}

/** A request to a person, as it is said and stored. */
export interface ReviewRequest {
  readonly kind: 'message' | 'step';
  readonly approvalId: Id<'approval'>;
  readonly turnId: TurnId;
  readonly newThreadId: ThreadId;
  /** What the person reads. */
  readonly text: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly argumentsHash: string;
  readonly tier: string;
  readonly reason: string;
  readonly trust: Trust;
  readonly expiresAt: Date;
}

/** A turn that was begun; the caller wakes its lane. */
export interface BegunTurn {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly fence: number | null;
  readonly heldBy: Id<'worker'> | null;
}

/** `passed`: the task was moved by somebody else meanwhile; `full`: its agent has no free place. */
export interface MovedTask {
  readonly status: 'moved' | 'passed' | 'full';
  readonly turn: BegunTurn | null;
}

/**
 * Moves a task on by compare-and-set. Scheduler role. Throws `database.failed` for a move that cannot be committed whoever tries; a task that waits to begin
 * is put off for a minute then.
 */
export async function moveTask(db: Connections, move: MoveTask): Promise<MovedTask> {
  const at = move.now.getTime();
  const { report, ...rest } = move;
  const moved = await call<MovedTask | FailedMove>(db, 'move_task', {
    ...rest,
    turnId: newId('turn', at),
    newThreadId: newId('thread', at),
    ...(report === undefined
      ? {}
      : { report: { ...report, turnId: newId('turn', at), newThreadId: newId('thread', at) } }),
  });
  if (moved.status !== 'failed') return moved;
  throw new SalienceError('database.failed', `The move of a task could not be committed: ${moved.error}`, {
    kind: 'bug',
    data: { sqlstate: moved.code },
  });
}

interface FailedMove {
  readonly status: 'failed';
  readonly code: string;
  readonly error: string;
}

/** A task that a person asks for. */
export interface AddTask {
  readonly agentId: AgentId;
  readonly source: 'api' | 'skill';
  readonly title: string;
  readonly text: string;
  readonly fromName: string;
  readonly trust: Trust;
  readonly authority: TaskRow['authority'];
  readonly actionClass: TaskRow['actionClass'];
  readonly grant: Grant;
  readonly plan: Plan;
  readonly runAt: Date;
  readonly now: Date;
  readonly speaker?: string | null;
  readonly zone: string;
  /** Where its end is told; default: in the thread that its person used last. */
  readonly reportThreadId?: ThreadId | undefined;
  readonly idempotencyKey: string | undefined;
  readonly madeTurnId?: TurnId | undefined;
  readonly traceparent?: string | undefined;
  /** Open tasks that the agent may have at most. */
  readonly openMax: number;
}

/** Adds a task, once per key. `full`: the agent has as many open tasks as it may have. */
export function addTask(
  db: Database,
  task: AddTask,
): Promise<
  | { readonly status: 'added' | 'known'; readonly task: TaskFound }
  | { readonly status: 'full'; readonly task: null }
> {
  return call(db, 'add_task', { ...task, id: newId('task', task.now.getTime()) });
}

/** Cancels a task. Of one that runs, `turnId` is the turn whose worker is to be told. */
export function cancelTask(
  db: Database,
  wish: { readonly agentId: AgentId; readonly id: string; readonly now: Date; readonly by: string },
): Promise<{
  readonly status: 'cancelled' | 'ended' | 'missing' | 'requested';
  readonly task: TaskFound | null;
  readonly turnId?: TurnId;
}> {
  return call(db, 'cancel_task', wish);
}

/** Has a task that failed or died go on with its last step. */
export function retryTask(
  db: Database,
  wish: { readonly agentId: AgentId; readonly id: string; readonly now: Date },
): Promise<{ readonly status: 'missing' | 'refused' | 'scheduled'; readonly task: TaskFound | null }> {
  return call(db, 'retry_task', wish);
}

/** Which tasks, latest first. */
export interface TaskPage {
  readonly limit: number;
  readonly states?: readonly TaskState[] | undefined;
  readonly source?: TaskSource | undefined;
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
}

/** A page of the agent's tasks, latest first. */
export function listTasks(
  db: Database,
  agentId: AgentId,
  { after, limit, source, states }: TaskPage,
): Promise<TaskRow[]> {
  const before =
    after && sql`(date_trunc('milliseconds', ${tasks.createdAt}), ${tasks.id}) < (${after.at}, ${after.id})`;
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(tasks)
      .where(
        and(
          eq(tasks.agentId, agentId),
          states && inArray(tasks.state, [...states]),
          source && eq(tasks.source, source),
          before,
        ),
      )
      .orderBy(desc(tasks.createdAt), desc(tasks.id))
      .limit(limit),
  );
}

/** One task with its steps; undefined if the agent has none with this id. */
export function findTask(
  db: Database,
  agentId: AgentId,
  id: string,
): Promise<{ readonly task: TaskRow; readonly steps: readonly TaskStepRow[] } | undefined> {
  return withAgent(db, agentId, async ({ orm }) => {
    const [task] = await orm
      .select()
      .from(tasks)
      .where(and(eq(tasks.agentId, agentId), eq(tasks.id, id as Id<'task'>)));
    if (task === undefined) return undefined;
    const steps = await orm
      .select()
      .from(taskSteps)
      .where(eq(taskSteps.taskId, task.id))
      .orderBy(asc(taskSteps.n));
    return { task, steps };
  });
}

/** How a task stands: what decides what follows, and who works on it. */
export interface TaskStanding {
  readonly facts: TaskFound;
  /** The lease of its thread's lane; null while nobody holds it. */
  readonly lease: { readonly owner: string; readonly fence: number; readonly until: Date } | null;
}

const t = alias(tasks, 't');

/** How one task stands; undefined if the agent has none with this id. */
export function taskStanding(db: Database, agentId: AgentId, id: string): Promise<TaskStanding | undefined> {
  return withAgent(db, agentId, async ({ orm }) => {
    const [found] = await orm
      .select({
        facts: sql<TaskFound>`salience.task_facts(${t})`,
        owner: lanes.owner,
        fence: lanes.fence,
        until: lanes.leaseUntil,
      })
      .from(t)
      .leftJoin(lanes, eq(lanes.threadId, t.threadId))
      .where(and(eq(t.agentId, agentId), eq(t.id, id as Id<'task'>)));
    if (found === undefined) return undefined;
    const { facts, fence, owner, until } = found;
    const isHeld = owner !== null && fence !== null && until !== null;
    return { facts, lease: isHeld ? { owner, fence, until } : null };
  });
}

/** The task that a run of actions belongs to. */
export interface TaskOfRun {
  readonly taskId: Id<'task'>;
  readonly grant: Grant;
  /** The step that the run carries out: its name, kind and number. */
  readonly step: string;
  readonly kind: TaskStepRow['kind'];
  readonly n: number;
  readonly plan: Plan;
  readonly text: string;
  readonly fromName: string;
  readonly trust: Trust;
  readonly createdAt: string;
  readonly inboundId: Id<'inbound'> | null;
  /** What the agent's settings say of tasks. */
  readonly settings: Readonly<Record<string, unknown>> | null;
}

/** The task of a run, by the turn that began the run; null for a run of no task. */
export function taskOfRun(db: Database, agentId: AgentId, runId: TurnId): Promise<TaskOfRun | null> {
  return ask(db, 'grant_of_run', agentId, runId);
}
