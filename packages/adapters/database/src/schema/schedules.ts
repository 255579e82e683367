import type { Id, ThreadId, Trust, TurnId } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, endedXid, id, ownId, salience } from './columns.ts';
import { threads } from './turns.ts';

/**
 * Something that comes back in its thread at its time: once, or by a rule. A `reminder` is said; with a `prompt` the agent begins a turn and
 * does what it says. `due_at` is the next slot without a fate; what became of each slot stands in `occurrences`.
 */
export const schedules = salience.table(
  'schedules',
  {
    id: ownId<'schedule'>(),
    agentId: agentId(),
    threadId: id<ThreadId>('thread_id')
      .notNull()
      .references(() => threads.id),
    kind: text('kind').$type<'reminder' | 'prompt'>().notNull().default('reminder'),
    text: text('text').notNull(),
    trust: text('trust').$type<Trust>().notNull(),
    source: text('source').notNull(),
    /** The speaker whom it is for; null: the owner. */
    speaker: text('speaker'),
    /** The IANA time zone of the person who asked for it. */
    zone: text('zone').notNull().default('UTC'),
    /** The first time on the clock of the zone: `2026-11-23T09:00:00`. */
    firstWall: text('first_wall').notNull(),
    /** An RRULE of RFC 5545 without DTSTART; null: once. */
    rule: text('rule'),
    /** The next slot, as an instant; of one that is over its last. */
    dueAt: at('due_at').notNull(),
    state: text('state').$type<'active' | 'paused' | 'ended' | 'cancelled'>().notNull().default('active'),
    /** Slots that were skipped since one was fired, other than while paused: a catch-up stands for them. */
    missed: integer('missed').notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** The trace of the request that made it; its turns go on with it. */
    traceparent: text('traceparent'),
    /** Of one that an action made: the same action makes it once. */
    idempotencyKey: text('idempotency_key'),
    /** The turn in which an action made it. */
    madeTurnId: id<TurnId>('made_turn_id'),
    /** The turn in which an action cancelled it; null if a person cancelled it directly. */
    cancelledTurnId: id<TurnId>('cancelled_turn_id'),
    cancelledAt: at('cancelled_at'),
    endedXid: endedXid(),
  },
  (t) => [
    // Serves the scheduler: the due ones across agents. What is paused has slots too, and they are skipped.
    index('schedules_due').on(t.dueAt, t.id).where(sql`state in ('active', 'paused')`),
    index('schedules_thread').on(t.threadId, t.dueAt),
    // Serve every turn: the agent's nearest, and those whose requests mean nothing any more.
    index('schedules_waiting').on(t.agentId, t.dueAt).where(sql`state = 'active'`),
    index('schedules_made').on(t.madeTurnId).where(sql`made_turn_id is not null`),
    index('schedules_cancelled').on(t.agentId, t.cancelledAt).where(sql`cancelled_at is not null`),
    // Serves what processes know of them.
    index('schedules_ends').on(t.agentId, t.endedXid, t.id).where(sql`ended_xid is not null`),
    uniqueIndex('schedules_idempotency')
      .on(t.agentId, t.idempotencyKey)
      .where(sql`idempotency_key is not null`),
    check('schedules_kind', sql`${t.kind} in ('reminder', 'prompt')`),
    check('schedules_state', sql`${t.state} in ('active', 'paused', 'ended', 'cancelled')`),
  ],
);

/**
 * What became of a slot of a schedule. Key: the schedule and the slot, so that a slot has one fate whatever clocks and processes do. A run
 * that somebody asked for has an instant of its own between the slots, which lie on whole seconds.
 */
export const occurrences = salience.table(
  'occurrences',
  {
    scheduleId: id<Id<'schedule'>>('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    slot: at('slot').notNull(),
    agentId: agentId(),
    /** What the clock of the schedule's zone showed: `2026-11-23T09:00:00`. */
    wall: text('wall').notNull(),
    fate: text('fate').$type<'fired' | 'late' | 'catch-up' | 'skipped' | 'cancelled'>().notNull(),
    /** Why it was skipped, or that somebody asked for it: a code. */
    reason: text('reason'),
    /** Of a catch-up: how many slots it stands for, itself included. */
    standsFor: integer('stands_for'),
    turnId: id<TurnId>('turn_id'),
    /** From the slot to `decided_at`, in milliseconds. */
    lateMs: bigint('late_ms', { mode: 'number' }).notNull(),
    /** When its fate was decided: business time. */
    decidedAt: at('decided_at').notNull(),
    /** Of a run that an action asked for: the same action asks once. */
    idempotencyKey: text('idempotency_key'),
  },
  (t) => [
    primaryKey({ columns: [t.scheduleId, t.slot] }),
    // Serves forgetting: from a turn to what began it.
    index('occurrences_turn').on(t.turnId).where(sql`turn_id is not null`),
    uniqueIndex('occurrences_asked')
      .on(t.scheduleId, t.idempotencyKey)
      .where(sql`idempotency_key is not null`),
    check('occurrences_fate', sql`${t.fate} in ('fired', 'late', 'catch-up', 'skipped', 'cancelled')`),
    check(
      'occurrences_turn_of_fired',
      sql`(${t.turnId} is not null) = (${t.fate} in ('fired', 'late', 'catch-up'))`,
    ),
    check('occurrences_reason', sql`(${t.fate} <> 'skipped') or (${t.reason} is not null)`),
  ],
);
