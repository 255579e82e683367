import type {
  AgentId,
  ApprovalState,
  ConsequenceTier,
  Id,
  ReviewKind,
  ThreadId,
  TurnId,
} from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { check, date, foreignKey, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, id, json, ownId, salience } from './columns.ts';
import { turns } from './turns.ts';

const count = (name: string) => integer(name).notNull().default(0);

/**
 * A step of a run of actions. Key: the turn that began the run, and its number from 0. Written under the lane's fence
 * before and after every effect, so a run goes on after the last one that was committed. An ended step never changes.
 */
export const actSteps = salience.table(
  'act_steps',
  {
    runId: id<TurnId>('run_id')
      .notNull()
      .references(() => turns.id),
    n: integer('n').notNull(),
    agentId: id<AgentId>('agent_id').notNull(),
    threadId: id('thread_id').notNull(),
    /** The turn that made it: the run's own, a continuation, or the message of a steer. */
    turnId: id('turn_id').notNull(),
    kind: text('kind').notNull(),
    state: text('state').notNull(),
    note: text('note'),
    reason: text('reason'),
    call: json('call'),
    seen: json('seen'),
    ruling: json('ruling'),
    result: json('result'),
    verdict: json('verdict'),
    approvalId: id('approval_id'),
    idempotencyKey: text('idempotency_key'),
    attempt: integer('attempt').notNull().default(0),
    retryAt: at('retry_at'),
    late: text('late'),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.n] }),
    // Serves the tools whose profile is stale: actions that ran since.
    index('act_steps_outcomes')
      .on(t.agentId, t.at)
      .where(sql`kind = 'action' and state in ('succeeded', 'failed', 'timed_out', 'unknown')`),
    // Serves the state of the world: actions that wait for a retry.
    index('act_steps_open').on(t.threadId).where(sql`state = 'waiting'`),
    check('act_steps_kind', sql`${t.kind} in ('plan', 'action', 'steer', 'summary', 'closing')`),
    check(
      'act_steps_state',
      sql`${t.state} in ('planned', 'started', 'waiting', 'asked', 'succeeded', 'failed', 'timed_out', 'unknown', 'refused', 'denied', 'expired', 'done')`,
    ),
  ],
);

/**
 * A request for a yes, bound to its exact arguments and to the tool as it was shown. Key: id; one open one per step. Leaves `pending`
 * once, by an answer or by its
 * deadline, and then names the turn that goes on from it.
 */
export const approvals = salience.table(
  'approvals',
  {
    id: ownId<'approval'>(),
    agentId: id<AgentId>('agent_id').notNull(),
    threadId: id<ThreadId>('thread_id').notNull(),
    /** The turn that began the run. */
    runId: id<TurnId>('run_id').notNull(),
    /** The step that asks. */
    n: integer('n').notNull(),
    /** The turn that asked. */
    turnId: id<TurnId>('turn_id').notNull(),
    state: text('state').$type<ApprovalState>().notNull().default('pending'),
    tool: text('tool').notNull(),
    arguments: json<Record<string, unknown>>('arguments').notNull(),
    /** SHA-256 of tool and canonical arguments, hex; of an edited one, of the new arguments. */
    argumentsHash: text('arguments_hash').notNull(),
    /** The tool's definition as shown, part by part; empty if unknown. */
    definition: json<Readonly<Record<string, string>>>('definition').notNull().default({}),
    definitionHash: text('definition_hash').notNull().default(''),
    reason: text('reason').notNull(),
    tier: text('tier').$type<ConsequenceTier>().notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    resolvedAt: at('resolved_at'),
    resolvedBy: text('resolved_by'),
    /** Of an edited one: the arguments that run instead of `arguments`. */
    editedArguments: json<Record<string, unknown>>('edited_arguments'),
    /** The turn that goes on from the answer. */
    continuationTurnId: id<TurnId>('continuation_turn_id'),
    /** What is asked for: a call of a tool, that a message is taken in as a task, or a step of a task that is a person's. */
    kind: text('kind').$type<ReviewKind>().notNull().default('call'),
    /** The task that waits for the answer. */
    taskId: id<Id<'task'>>('task_id'),
  },
  (t) => [
    foreignKey({ columns: [t.runId, t.n], foreignColumns: [actSteps.runId, actSteps.n] }),
    uniqueIndex('approvals_step').on(t.runId, t.n).where(sql`state = 'pending'`),
    // Serves the run that a turn finds: all that it ever asked.
    index('approvals_run').on(t.runId, t.n),
    // Serves the scheduler: those whose deadline has passed, across agents.
    index('approvals_deadline').on(t.expiresAt).where(sql`state = 'pending'`),
    // Serves the claim of a turn: open approvals of its thread.
    index('approvals_open').on(t.threadId, t.createdAt).where(sql`state = 'pending'`),
    // Serves the run that a continuation goes on with.
    index('approvals_continuation').on(t.continuationTurnId).where(sql`continuation_turn_id is not null`),
    index('approvals_turn').on(t.turnId),
    // Serves the API's pages.
    index('approvals_recent').on(t.agentId, t.createdAt, t.id),
    index('approvals_task').on(t.taskId).where(sql`task_id is not null`),
    check('approvals_state', sql`${t.state} in ('pending', 'approved', 'edited', 'refused', 'expired')`),
    check('approvals_tier', sql`${t.tier} in ('observe', 'organise', 'act', 'commit')`),
    check('approvals_resolved', sql`(${t.state} = 'pending') = (${t.resolvedAt} is null)`),
  ],
);

/**
 * How an agent's tools did on one day (UTC), by code: what its planner is told of the last seven days, and what profiles are written
 * from. Counted in the statement that ends the step, so each end counts once. `failures`: all ends of calls that ran, but those
 * that the critic's rules accepted.
 */
export const toolRecords = salience.table(
  'tool_records',
  {
    agentId: id('agent_id').notNull(),
    day: date('day').notNull(),
    tool: text('tool').notNull(),
    successes: integer('successes').notNull(),
    failures: integer('failures').notNull(),
    doubted: count('doubted'),
    failed: count('failed'),
    timedOut: count('timed_out'),
    unknown: count('unknown'),
    denied: count('denied'),
    expired: count('expired'),
    refused: count('refused'),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.day, t.tool] })],
);

/**
 * What a kind of call has earned on one day (UTC): the source of confidence in an action. Kind: a hash of the arguments that matter,
 * empty for the tool as a whole. Successes of runs with text from outside are not in it, but of tools that only read; every failure
 * and every no is.
 */
export const toolStanding = salience.table(
  'tool_standing',
  {
    agentId: id('agent_id').notNull(),
    tool: text('tool').notNull(),
    kind: id('kind').notNull(),
    day: date('day').notNull(),
    successes: integer('successes').notNull(),
    failures: integer('failures').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.tool, t.kind, t.day] })],
);
