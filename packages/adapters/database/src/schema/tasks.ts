import type {
  ActionClass,
  Authority,
  Grant,
  Id,
  Plan,
  TaskSource,
  TaskState,
  TaskStepState,
  ThreadId,
  Trust,
  TurnId,
} from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, json, ownId, salience } from './columns.ts';

/**
 * A unit of work that was authorised, or waits for that. It is carried out as turns of a thread of its own, one for each step of its plan, so
 * the lease, the heartbeat and the fence of its work are those of that thread's lane. Every change names the version that it was planned
 * from. Ended ones stay until they are forgotten.
 */
export const tasks = salience.table(
  'tasks',
  {
    id: ownId<'task'>(),
    agentId: agentId(),
    /** Where its steps run; null before the first. */
    threadId: id<ThreadId>('thread_id'),
    source: text('source').$type<TaskSource>().notNull(),
    /** The message that came in, of one that a mailbox or a hook brought. */
    inboundId: id<Id<'inbound'>>('inbound_id'),
    title: text('title').notNull(),
    /** The message; empty for one whose plan says it all. */
    text: text('text').notNull(),
    /** Who the message is from, as the inlet knows it. */
    fromName: text('from_name').notNull(),
    /** How far its text is trusted. */
    trust: text('trust').$type<Trust>().notNull(),
    authority: text('authority').$type<Authority>().notNull(),
    actionClass: text('action_class').$type<ActionClass>().notNull(),
    grant: json<Grant>('granted').notNull(),
    plan: json<Plan>('plan').notNull(),
    state: text('state').$type<TaskState>().notNull(),
    /** Why it is in this state: a code. */
    reason: text('reason'),
    /** Business time from which it may start, or be tried again. */
    runAt: at('run_at').notNull(),
    /** The turn that works on it now, or that asked last. */
    turnId: id<TurnId>('turn_id'),
    /** The open review, of one that waits for a person. */
    approvalId: id<Id<'approval'>>('approval_id'),
    /** Where its person hears how it ended; null: in its own thread. */
    reportThreadId: id<ThreadId>('report_thread_id'),
    /** The speaker whom it is for; null: the owner. */
    speaker: text('speaker'),
    zone: text('zone').notNull().default('UTC'),
    /** Turns that its steps took so far. */
    turnsUsed: integer('turns_used').notNull().default(0),
    /** Raised by every change. */
    version: bigint('version', { mode: 'number' }).notNull().default(1),
    result: text('result'),
    createdAt: at('created_at').notNull(),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    cancelRequestedAt: at('cancel_requested_at'),
    /** The same request makes it once. */
    idempotencyKey: text('idempotency_key'),
    /** The turn in which an action made it. */
    madeTurnId: id<TurnId>('made_turn_id'),
    traceparent: text('traceparent'),
  },
  (t) => [
    // Serves the start of what is due, agent by agent in order of its time.
    index('tasks_due').on(t.agentId, t.runAt, t.id).where(sql`state in ('scheduled', 'retry_wait')`),
    // Serves the sweep for tasks whose turn has ended.
    index('tasks_running').on(t.turnId).where(sql`state = 'running'`),
    // Serves the cancelled ones that nobody has ended yet.
    // Serves retention: those that were turned away when they came in.
    index('tasks_turned_away')
      .on(t.endedAt)
      .where(sql`state = 'rejected' and started_at is null and inbound_id is not null`),
    index('tasks_recent').on(t.agentId, t.createdAt, t.id),
    // Serves what pulse-sensor makes signals of.
    index('tasks_ended_at').on(t.agentId, t.endedAt).where(sql`ended_at is not null`),
    index('tasks_inbound').on(t.inboundId).where(sql`inbound_id is not null`),
    index('tasks_made').on(t.madeTurnId).where(sql`made_turn_id is not null`),
    index('tasks_thread').on(t.threadId).where(sql`thread_id is not null`),
    uniqueIndex('tasks_idempotency').on(t.agentId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    check(
      'tasks_state',
      sql`${t.state} in ('scheduled', 'running', 'awaiting_review', 'retry_wait', 'completed', 'rejected', 'failed', 'dead')`,
    ),
    check('tasks_source', sql`${t.source} in ('mail', 'hook', 'api', 'skill')`),
    check(
      'tasks_ended',
      sql`(${t.endedAt} is not null) = (${t.state} in ('completed', 'rejected', 'failed', 'dead'))`,
    ),
    check('tasks_running_turn', sql`${t.state} <> 'running' or ${t.turnId} is not null`),
  ],
);

/** A step of a task that was begun, in order from 0. Key: the task and its number. */
export const taskSteps = salience.table(
  'task_steps',
  {
    taskId: id<Id<'task'>>('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    agentId: agentId(),
    /** The name and kind of the step of the plan. */
    name: text('name').notNull(),
    kind: text('kind').$type<'agent' | 'triage' | 'person'>().notNull(),
    state: text('state').$type<TaskStepState>().notNull(),
    /** The turn that began its run; null for a person's. */
    turnId: id<TurnId>('turn_id'),
    /** The review of a person's step. */
    approvalId: id<Id<'approval'>>('approval_id'),
    /** Of a person's step that stands in for a triage: the step that a yes leads to. */
    leadsTo: text('leads_to'),
    attempt: integer('attempt').notNull().default(1),
    /** Of one that is done: what came of it; of a triage its typed answer. */
    result: text('result'),
    /** Actions of its run that succeeded. */
    acted: integer('acted').notNull().default(0),
    /** Actions of its run that could have changed something, whatever became of them. */
    effects: integer('effects').notNull().default(0),
    /** How far its result is trusted; what a later step is shown of it has no more. */
    resultTrust: text('result_trust').$type<Trust>(),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.n] }),
    // Serves what a turn of a task may do.
    index('task_steps_turn').on(t.turnId).where(sql`turn_id is not null`),
    check('task_steps_kind', sql`${t.kind} in ('agent', 'triage', 'person')`),
    check('task_steps_state', sql`${t.state} in ('running', 'asked', 'done', 'failed', 'refused')`),
  ],
);

/**
 * What an agent has to do: one row an agent, kept by a trigger on its tasks, so that what waits costs nothing while it waits. `next_at` is never
 * later than the first that is due; whoever finds nothing due sets it anew.
 */
export const agendas = salience.table(
  'agendas',
  {
    agentId: id('agent_id').primaryKey(),
    nextAt: at('next_at'),
    /** Tasks that run. */
    running: integer('running').notNull().default(0),
    /** Tasks that have not ended. */
    open: integer('open').notNull().default(0),
    /** How many may run at once. */
    concurrent: integer('concurrent').notNull().default(4),
    servedAt: at('served_at'),
  },
  (t) => [index('agendas_due').on(t.nextAt).where(sql`running < concurrent and next_at is not null`)],
);
