import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, salience } from './columns.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A conversation. Key: id, or the caller's own key. Holds the state that the next turn compares with. */
export const threads = salience.table(
  'threads',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    key: text('key').notNull(),
    source: text('source').notNull(),
    state: text('state').notNull().default('active'),
    topicId: id('topic_id'),
    confidence: real('confidence').notNull().default(0),
    /** Counters and the open range of exchanges (domain/topics SessionState). */
    session: jsonb('session'),
    /** State of the topic boundary detector (domain/topics) after turn `boundary_seq`; later ones are folded onto it. */
    boundary: jsonb('boundary'),
    boundarySeq: bigint('boundary_seq', { mode: 'number' }).notNull().default(0),
    /** The last turn that the detector heard. */
    heardSeq: bigint('heard_seq', { mode: 'number' }).notNull().default(0),
    lastMode: text('last_mode'),
    /** Confidence of the last three routings: the router's hysteresis. */
    recentConfidences: real('recent_confidences').array().notNull().default(sql`'{}'`),
    createdAt: at('created_at').notNull(),
    /** Business time of the last committed exchange; read before it is written (law 14). */
    lastActivityAt: at('last_activity_at').notNull(),
    /** The hour of `last_activity_at`. Indexes hold it, so that a turn within the same hour updates the row in place. */
    activeHour: at('active_hour')
      .notNull()
      .generatedAlwaysAs(sql`date_trunc('hour', last_activity_at at time zone 'UTC') at time zone 'UTC'`),
  },
  (t) => [
    uniqueIndex('threads_key').on(t.agentId, t.key),
    // Serves GET /threads, newest first.
    index('threads_recent').on(t.agentId, t.activeHour),
    // Serves thread expiry, which asks across agents.
    index('threads_expiry').on(t.activeHour).where(sql`state = 'active'`),
    check('threads_state', sql`${t.state} in ('active', 'expired')`),
  ],
);

/** The thread that a caller without a thread id goes on with. Key: agent and caller. */
export const currentThreads = salience.table(
  'current_threads',
  {
    agentId: id('agent_id').notNull(),
    caller: text('caller').notNull(),
    threadId: id('thread_id').notNull(),
    usedAt: at('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.caller] })],
);

/**
 * The lane of a thread: its mailbox counters and its lease. `tail` is the last accepted seq, `cursor` the last ended
 * one. A worker owns the lane while `lease_until` is ahead of the database's clock and its fence is the row's.
 */
export const lanes = salience.table(
  'lanes',
  {
    threadId: id('thread_id')
      .primaryKey()
      .references(() => threads.id),
    agentId: id('agent_id').notNull(),
    tail: bigint('tail', { mode: 'number' }).notNull().default(0),
    cursor: bigint('cursor', { mode: 'number' }).notNull().default(0),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    owner: text('owner'),
    /** The worker that claimed it last, also after its release: the next wake-up prefers it. */
    heldBy: text('held_by'),
    leaseUntil: at('lease_until'),
    sweptAt: at('swept_at'),
    /** Parked until this business time: its turn waits for the retry of an action. */
    wakeAt: at('wake_at'),
    /** `tail > cursor`. The index names it instead of both, so that a change which leaves it as it is updates the row in place. */
    hasWork: boolean('has_work').notNull().generatedAlwaysAs(sql`tail > cursor`),
  },
  (t) => [
    // Serves the sweeper and the fairness rule: only lanes with work are in it.
    index('lanes_with_work').on(t.agentId).where(sql`has_work`),
    check('lanes_cursor', sql`${t.cursor} <= ${t.tail}`),
  ],
);

/** A turn. Key: id; (thread, seq) is its position in the lane. Never deleted by a worker. */
export const turns = salience.table(
  'turns',
  {
    id: id('id').primaryKey(),
    agentId: id('agent_id').notNull(),
    threadId: id('thread_id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    state: text('state').notNull().default('pending'),
    text: text('text').notNull(),
    speaker: text('speaker'),
    source: text('source').notNull(),
    trust: text('trust').notNull(),
    /** Earlier messages that a stateless client sent along (OpenAI endpoint), oldest first. */
    context: jsonb('context'),
    attempts: integer('attempts').notNull().default(0),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    idempotencyKey: text('idempotency_key'),
    requestHash: text('request_hash'),
    traceparent: text('traceparent'),
    /** The turn that this one goes on from: the quarantined one that it tries again, or the one whose run was approved. */
    parentTurnId: id('parent_turn_id'),
    /** Accepted under the policy merge: while it waits it may become part of a later turn. */
    mergeable: boolean('mergeable').notNull().default(false),
    /** The turn that answers it, of a merged one. */
    mergedInto: id('merged_into'),
    /** The text of this message alone, if `text` includes merged ones. */
    ownText: text('own_text'),
    /** Accepted under the policy steer: while it waits it may enter the run of actions before it. */
    steering: boolean('steering').notNull().default(false),
    /** The texts of messages that steered its run, separated by line breaks; `text` stays its own. */
    steeredText: text('steered_text'),
    /** When its words were forgotten on request; the row has none since. */
    forgottenAt: at('forgotten_at'),
    /** The turn whose message took its place. */
    interruptedBy: id('interrupted_by'),
    /** What an operator did with a quarantined turn. */
    settledAs: text('settled_as'),
    settledAt: at('settled_at'),
    /** When it was said (a replayed transcript says so; otherwise when it was accepted). */
    saidAt: at('said_at').notNull(),
    acceptedAt: at('accepted_at').notNull(),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
    cancelRequestedAt: at('cancel_requested_at'),
    error: jsonb('error'),
    /** Milliseconds per stage of the run that ended the turn; shown by `salience why`. */
    timings: jsonb('timings'),
    /** The IANA time zone of the speaker, for "tomorrow" and for clock times. */
    zone: text('zone').notNull().default('UTC'),
    /** Of a reminder: when it was due. */
    dueAt: at('due_at'),
    /** Of a catch-up: how many occurrences it stands for. */
    standsFor: integer('stands_for'),
    /** It was said to others: the agent hears it and does not answer. */
    overheard: boolean('overheard').notNull().default(false),
    /** It may be the answer to a request for approval: false for what an assistant says over MCP, and for a key without `manage`. */
    mayApprove: boolean('may_approve').notNull().default(true),
  },
  (t) => [
    uniqueIndex('turns_place').on(t.threadId, t.seq),
    // Serve the readers of the columns that few turns have.
    index('turns_merged').on(t.mergedInto).where(sql`merged_into is not null`),
    index('turns_interrupted').on(t.threadId, t.seq).where(sql`interrupted_by is not null`),
    index('turns_children').on(t.parentTurnId).where(sql`parent_turn_id is not null`),
    check('turns_settled_as', sql`${t.settledAs} in ('retried', 'dropped')`),
    uniqueIndex('turns_idempotency').on(t.agentId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    check(
      'turns_state',
      sql`${t.state} in ('pending','running','answered','ignored','merged','failed','cancelled','quarantined')`,
    ),
  ],
);

/** A lane that was taken over after its owner's lease ran out. Append-only; read by status and by the checker. */
export const laneTakeovers = salience.table(
  'lane_takeovers',
  {
    threadId: id('thread_id').notNull(),
    fence: bigint('fence', { mode: 'number' }).notNull(),
    agentId: id('agent_id').notNull(),
    lostOwner: text('lost_owner').notNull(),
    newOwner: text('new_owner').notNull(),
    /** When the lost owner last renewed (database clock). */
    lastRenewedAt: at('last_renewed_at').notNull(),
    takenAt: at('taken_at').notNull(),
  },
  // The index serves the operator's events.
  (t) => [primaryKey({ columns: [t.threadId, t.fence] }), index('lane_takeovers_at').on(t.takenAt)],
);
