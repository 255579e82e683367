import type {
  EvaluatedAs,
  EvaluationSource,
  GoalStatus,
  HandDeliveryState,
  HandState,
  Hold,
  Id,
  MatchedGoal,
  PfcTrust,
  TurnId,
} from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, json, salience } from './columns.ts';

const number = () => integer('id').primaryKey().generatedAlwaysAsIdentity();
const trust = () => text('trust').$type<PfcTrust>().notNull();
const ownOrUnverified = sql.raw("trust in ('owner', 'unverified')");

/** What an agent is to reach. Deleted by whoever made it, or when its words are forgotten; actions that served it keep what it was. */
export const pfcGoals = salience.table(
  'pfc_goals',
  {
    id: number(),
    agentId: agentId(),
    goal: text('goal').notNull(),
    /** 0 to 100. */
    priority: integer('priority').notNull().default(50),
    context: text('context'),
    status: text('status').$type<GoalStatus>().notNull().default('active'),
    /** `unverified` came without a key: it counts for nobody who showed one. */
    trust: trust(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** When it was closed; null again when it is taken up. */
    completedAt: at('completed_at'),
  },
  (t) => [
    index('pfc_goals_order').on(t.agentId, t.status, t.priority.desc().nullsFirst(), t.createdAt, t.id),
    check('pfc_goals_priority', sql`${t.priority} between 0 and 100`),
    check('pfc_goals_status', sql`${t.status} in ('active', 'paused', 'completed', 'abandoned')`),
    check('pfc_goals_trust', ownOrUnverified),
  ],
);

/** An action that was evaluated, with what became of it. Deleted some time after it was made, or when its words are forgotten. */
export const pfcActionLog = salience.table(
  'pfc_action_log',
  {
    id: number(),
    agentId: agentId(),
    action: text('action').notNull(),
    context: json<Readonly<Record<string, unknown>>>('context').notNull().default({}),
    /** What kind of action: a tool, or the first word. */
    kind: text('kind'),
    channel: text('channel'),
    /** 0 to 1. */
    salience: real('salience').notNull(),
    decision: text('decision').$type<EvaluatedAs>().notNull(),
    /** The goals that it served, as they were. */
    matchedGoals: json<readonly MatchedGoal[]>('matched_goals').notNull().default([]),
    reasoning: text('reasoning').notNull(),
    factors: json<Readonly<Record<string, unknown>>>('factors').notNull().default({}),
    source: text('source').$type<EvaluationSource>().notNull(),
    trust: trust(),
    /** Until when one that is to be considered waits, what became of that, and the action that it went into. */
    heldUntil: at('held_until'),
    hold: text('hold').$type<Hold>(),
    mergedInto: integer('merged_into'),
    outcome: text('outcome'),
    outcomeNotes: text('outcome_notes'),
    /** −1, badly, to 1, well; null: the outcome does not tell. */
    outcomeValue: real('outcome_value'),
    outcomeTrust: text('outcome_trust').$type<PfcTrust>(),
    outcomeAt: at('outcome_at'),
    /** Outcomes that were told before this one, the oldest first. */
    outcomes: json<readonly Readonly<Record<string, unknown>>[]>('outcomes').notNull().default([]),
    /** The turn whose run proposed it. */
    turnId: id<TurnId>('turn_id'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('pfc_action_log_recent').on(t.agentId, t.createdAt.desc().nullsFirst()),
    index('pfc_action_log_decisions').on(t.agentId, t.decision, t.createdAt),
    index('pfc_action_log_held').on(t.heldUntil).where(sql`hold = 'held'`),
    index('pfc_action_log_outcomes')
      .on(t.agentId, t.outcomeAt.desc().nullsFirst())
      .where(sql`outcome is not null`),
    index('pfc_action_log_turn').on(t.turnId).where(sql`turn_id is not null`),
    // Serves retention.
    index('pfc_action_log_old').on(t.createdAt),
    // What nobody vouches for, of which the newest are kept.
    index('pfc_action_log_unverified').on(t.agentId, t.id).where(sql`trust = 'unverified'`),
    check('pfc_action_log_salience', sql`${t.salience} between 0 and 1`),
    check('pfc_action_log_decision', sql`${t.decision} in ('act', 'consider', 'skip')`),
    check('pfc_action_log_source', sql`${t.source} in ('api', 'act', 'pulse')`),
    check('pfc_action_log_hold', sql`${t.hold} in ('held', 'merged', 'expired', 'released')`),
    check('pfc_action_log_held_until', sql`${t.hold} <> 'held' or ${t.heldUntil} is not null`),
    check('pfc_action_log_value', sql`${t.outcomeValue} between -1 and 1`),
    check('pfc_action_log_trust', ownOrUnverified),
  ],
);

/**
 * What an agent thinks while it listens: one thought of a message. Buffered until a synthesis, or whoever empties the buffer, takes it
 * (`consumed_at`); deleted some time after, or when its words are forgotten.
 */
export const pfcMonologue = salience.table(
  'pfc_monologue',
  {
    id: number(),
    agentId: agentId(),
    channel: text('channel'),
    /** One of ours, or a caller's own. */
    thoughtType: text('thought_type').notNull().default('reaction'),
    /** Null where the words are the turn's own. */
    content: text('content'),
    triggerMessageId: text('trigger_message_id'),
    triggerAuthor: text('trigger_author'),
    /** Null where the words are the turn's own, and where nobody told. */
    triggerContent: text('trigger_content'),
    /** Which rule gave the type; `given`: the caller did. */
    rule: text('rule'),
    /** The turn that heard the message. */
    turnId: id<TurnId>('turn_id'),
    trust: trust(),
    /** Where the words came from: the turn's source, `room`, or `api`. */
    source: text('source').notNull().default('api'),
    /** The synthesis that took it. */
    synthesisId: id<Id<'synthesis'>>('synthesis_id'),
    consumedAt: at('consumed_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('pfc_monologue_message')
      .on(t.agentId, sql`coalesce(channel, '')`, t.triggerMessageId)
      .where(sql`trigger_message_id is not null`),
    // What is buffered; the rest is looked at by nobody.
    index('idx_monologue_channel').on(t.agentId, t.channel, t.createdAt).where(sql`consumed_at is null`),
    index('idx_monologue_created').on(t.createdAt.desc().nullsFirst()),
    index('pfc_monologue_turn').on(t.turnId).where(sql`turn_id is not null`),
    // Serves retention.
    index('pfc_monologue_consumed').on(t.consumedAt).where(sql`consumed_at is not null`),
    // What nobody vouches for, of which the newest are kept.
    index('pfc_monologue_unverified').on(t.agentId, t.id).where(sql`trust = 'unverified'`),
    check('pfc_monologue_content', sql`${t.content} is not null or ${t.turnId} is not null`),
    check('pfc_monologue_synthesis', sql`${t.synthesisId} is null or ${t.consumedAt} is not null`),
    check('pfc_monologue_trust', ownOrUnverified),
  ],
);

/** An agent's hand in a channel. Key: agent and channel. */
export const pfcHands = salience.table(
  'pfc_hands',
  {
    agentId: agentId(),
    channel: text('channel').notNull(),
    state: text('state').$type<HandState>().notNull().default('lowered'),
    /** Thoughts that were counted since the last reset. */
    count: integer('count').notNull().default(0),
    /** Why it wants to speak: a type of thought, `threshold`, or `asked`. */
    reason: text('reason'),
    /** How much it wants to, 0 to 1. */
    bid: real('bid').notNull().default(0),
    /** Rises with each transition. */
    version: bigint('version', { mode: 'number' }).notNull().default(0),
    /** When it began to want to speak; null while it is down. */
    raisedAt: at('raised_at'),
    updatedAt: at('updated_at').notNull(),
    /** Of what moved it last. What nobody vouches for gives way to what somebody does. */
    trust: trust().default('owner'),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.channel] }),
    // Serves the arbitration of a room.
    index('pfc_hands_up').on(t.channel).where(sql`state <> 'lowered'`),
    check('pfc_hands_state', sql`${t.state} in ('lowered', 'waiting', 'raised', 'granted')`),
    check('pfc_hands_bid', sql`${t.bid} between 0 and 1`),
    check('pfc_hands_raised', sql`(${t.state} = 'lowered') = (${t.raisedAt} is null)`),
    check('pfc_hands_trust', ownOrUnverified),
  ],
);

/** The channel that an agent is in with its voice. Key: agent. */
export const pfcFocus = salience.table(
  'pfc_focus',
  {
    agentId: agentId().primaryKey(),
    /** Null: in none. */
    channel: text('channel'),
    updatedAt: at('updated_at').notNull(),
    /** Of whoever said it. */
    trust: trust().default('owner'),
  },
  () => [check('pfc_focus_trust', ownOrUnverified)],
);

/** What was set of an agent's prefrontal cortex; what was not set is code. Key: agent. Changed only under the revision that the change leaves. */
export const pfcConfig = salience.table('pfc_config', {
  agentId: agentId().primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
  doc: json<Readonly<Record<string, unknown>>>('doc').notNull(),
  /** SHA-256 of the file that was read in last; hex. */
  fileHash: text('file_hash'),
  updatedAt: at('updated_at').notNull(),
});

/** A raised hand on its way to somebody, once for each transition and target. Key: agent, channel, version and target. */
export const handDeliveries = salience.table(
  'hand_deliveries',
  {
    agentId: agentId(),
    channel: text('channel').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    /** `bridge`, or `webhook:` and the id of a channel. */
    target: text('target').$type<'bridge' | 'bridge:lower' | `webhook:${Id<'channel'>}`>().notNull(),
    state: text('state').$type<HandDeliveryState>().notNull().default('pending'),
    /** Sent along with every attempt, so that the other side knows a repetition. */
    key: text('key').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Business time of the next attempt. */
    nextAt: at('next_at').notNull(),
    /** By the database's clock: until then another process sends it. */
    claimedUntil: at('claimed_until'),
    lastError: text('last_error'),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.channel, t.version, t.target] }),
    index('hand_deliveries_due').on(t.nextAt).where(sql`state in ('pending', 'unknown')`),
    // Serves retention.
    index('hand_deliveries_old').on(t.createdAt),
    check('hand_deliveries_state', sql`${t.state} in ('pending', 'sent', 'unknown', 'failed', 'late')`),
  ],
);
