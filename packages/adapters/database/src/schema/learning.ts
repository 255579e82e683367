import type {
  LabelKind,
  LabelVia,
  Mode,
  PolicyAction,
  PolicyRequestKind,
  PolicyRequestState,
  PolicyStanding,
  ThreadId,
  TurnId,
} from '@salience/contracts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, json, ownId, salience } from './columns.ts';

/**
 * What was said from outside of the router about a decision: ids, codes and numbers, never words. One per decision, way and giver; of
 * feedback the latest counts. Goes when its turn, or the one that showed it, is forgotten.
 */
export const decisionLabels = salience.table(
  'decision_labels',
  {
    id: ownId<'label'>(),
    agentId: agentId(),
    threadId: id<ThreadId>('thread_id').notNull(),
    /** The turn that was decided. */
    turnId: id<TurnId>('turn_id').notNull(),
    kind: text('kind').$type<LabelKind>().notNull(),
    /** The mode that was wanted, where the label tells. */
    wanted: text('wanted').$type<Mode>(),
    /** 0 to 1. */
    confidence: real('confidence').notNull(),
    givenVia: text('given_via').$type<LabelVia>().notNull(),
    /** Why, in a short code. */
    reason: text('reason').notNull(),
    /** Whose word it is: the person's id, `name:` and a hash for a mere name, the caller of feedback, or the model of a review. */
    givenBy: text('given_by').notNull(),
    /** The turn whose message showed it. */
    fromTurnId: id<TurnId>('from_turn_id'),
    /** Of the decision: the mode that was taken, the policy that took it, and when. */
    mode: text('mode').$type<Mode>().notNull(),
    policyName: text('policy_name').notNull(),
    policyVersion: integer('policy_version').notNull(),
    decidedAt: at('decided_at').notNull(),
    /** When it was given. Business time. */
    at: at('at').notNull(),
  },
  (t) => [
    uniqueIndex('decision_labels_given').on(t.turnId, t.givenVia, t.givenBy),
    // Serves the regulator's window.
    index('decision_labels_decided').on(t.decidedAt, t.turnId),
    index('decision_labels_recent').on(t.agentId, t.at, t.id),
    // Serves forgetting.
    index('decision_labels_from').on(t.fromTurnId).where(sql`from_turn_id is not null`),
    check(
      'decision_labels_kind',
      sql`${t.kind} in ('missed_clarify', 'missed_act', 'under_engagement', 'over_engagement', 'correct')`,
    ),
    check('decision_labels_via', sql`${t.givenVia} in ('reaction', 'silence', 'feedback', 'reflection')`),
    check('decision_labels_confidence', sql`${t.confidence} between 0 and 1`),
  ],
);

/** What a model thought of a decision that it reviewed: numbers and names of dimensions. Key: the turn, so each is reviewed once. Goes with its turn's words. */
export const reflections = salience.table(
  'reflections',
  {
    turnId: id<TurnId>('turn_id').primaryKey(),
    agentId: agentId(),
    at: at('at').notNull(),
    /** Whether it would have taken the same mode; `wanted`: the one it would have taken. */
    agrees: boolean('agrees').notNull(),
    wanted: text('wanted').$type<Mode>(),
    /** Of the reviewer, and how far the message can be meant in several ways. 0 to 1. */
    confidence: real('confidence').notNull(),
    ambiguity: real('ambiguity').notNull(),
    /** Numbers by the names of dimensions. */
    dimensions: json<Readonly<Record<string, number>>>('dimensions').notNull(),
    model: text('model').notNull(),
    /** Why it was sampled. */
    stratum: text('stratum').notNull(),
  },
  (t) => [index('reflections_recent').on(t.at)],
);

/** A map from the router's confidence to how often it is right. Key: name and version; never changed. */
export const calibrations = salience.table(
  'calibrations',
  {
    name: text('name').notNull(),
    version: integer('version').notNull(),
    at: at('at').notNull(),
    knots: json<unknown>('knots').notNull(),
    /** What it was made of and how well it does. */
    figures: json<Readonly<Record<string, unknown>>>('figures').notNull(),
    /** How many decisions it was made of. */
    decisions: integer('decisions').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.name, t.version] }),
    check('calibrations_version_positive', sql`${t.version} > 0`),
  ],
);

/**
 * A policy that is regulated, and the one of its versions that decides. Its row is changed only under the version and the cycle that the
 * change leaves. A pinned one moves only by another pin.
 */
export const policyHeads = salience.table(
  'policy_heads',
  {
    name: text('name').primaryKey(),
    liveVersion: integer('live_version').notNull(),
    /** The policy that it departs from. */
    baseName: text('base_name').notNull(),
    baseVersion: integer('base_version').notNull(),
    pinnedVersion: integer('pinned_version'),
    pinnedBy: text('pinned_by'),
    pinnedAt: at('pinned_at'),
    /** What the regulator knows between two cycles. */
    state: json<unknown>('state'),
    /** Business time of the last cycle. */
    cycledAt: at('cycled_at'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    check(
      'policy_heads_pinned',
      sql`num_nonnulls(${t.pinnedVersion}, ${t.pinnedBy}, ${t.pinnedAt}) in (0, 3) and ${t.liveVersion} = coalesce(${t.pinnedVersion}, ${t.liveVersion})`,
    ),
  ],
);

/** What was done to a regulated policy, with why and what it did. Only `adopted_at` and `measured` are written later, each once. */
export const policyChanges = salience.table(
  'policy_changes',
  {
    id: ownId<'policyChange'>(),
    policy: text('policy').notNull(),
    /** The version that decides after it, and the one that decided before; null: none did. */
    version: integer('version').notNull(),
    parentVersion: integer('parent_version'),
    action: text('action').$type<PolicyAction>().notNull(),
    /** The weight that was moved, if it was one. */
    parameter: text('parameter'),
    valueBefore: doublePrecision('value_before'),
    valueAfter: doublePrecision('value_after'),
    /** What pressed for it. */
    pressure: text('pressure'),
    /** What was expected, and what came of it. */
    estimate: json<Readonly<Record<string, unknown>>>('estimate'),
    measured: json<Readonly<Record<string, unknown>>>('measured'),
    /** When every live digest used it. */
    adoptedAt: at('adopted_at'),
    at: at('at').notNull(),
    /** In a few words: why. */
    cause: text('cause').notNull(),
  },
  (t) => [
    index('policy_changes_recent').on(t.policy, t.at, t.id),
    // A version is published by one change.
    uniqueIndex('policy_changes_version')
      .on(t.policy, t.version)
      .where(sql`action in ('publish', 'revert', 'release', 'rollback')`),
    check(
      'policy_changes_action',
      sql`${t.action} in ('publish', 'confirm', 'revert', 'release', 'pin', 'unpin', 'rollback')`,
    ),
  ],
);

/**
 * How a policy did when the regulator looked at it last on a day (UTC, business time), and the version that decided then. Written with what that cycle
 * left. Deleted by the scheduler after 400 days.
 */
export const policyStandings = salience.table(
  'policy_standings',
  {
    policy: text('policy').notNull(),
    day: date('day').notNull(),
    at: at('at').notNull(),
    decidedBy: text('decided_by').notNull(),
    decidedVersion: integer('decided_version').notNull(),
    standing: json<PolicyStanding>('standing').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.policy, t.day] }),
    // Serves deleting old days.
    index('policy_standings_day').on(t.day),
  ],
);

/** What a person asked the regulator to do with a policy. Carried out once. */
export const policyRequests = salience.table(
  'policy_requests',
  {
    id: ownId<'policyRequest'>(),
    kind: text('kind').$type<PolicyRequestKind>().notNull(),
    policy: text('policy').notNull(),
    version: integer('version'),
    arguments: json<Readonly<Record<string, unknown>>>('arguments').notNull().default({}),
    /** As in the audit log. */
    askedBy: text('asked_by').notNull(),
    askedAt: at('asked_at').notNull(),
    state: text('state').$type<PolicyRequestState>().notNull().default('open'),
    outcome: json<Readonly<Record<string, unknown>>>('outcome'),
    doneAt: at('done_at'),
  },
  (t) => [
    index('policy_requests_open').on(t.askedAt, t.id).where(sql`state = 'open'`),
    index('policy_requests_recent').on(t.policy, t.askedAt, t.id),
    check('policy_requests_kind', sql`${t.kind} in ('pin', 'unpin', 'rollback', 'simulate')`),
    check('policy_requests_state', sql`${t.state} in ('open', 'done', 'refused')`),
    check('policy_requests_done', sql`(${t.state} = 'open') = (${t.doneAt} is null)`),
  ],
);

/** How far a loop of learning has read, and who runs it: one at a time, by lease and fence. */
export const learningMarks = salience.table('learning_marks', {
  job: text('job').primaryKey(),
  /** A place in the rows that it reads, in its own notation; null: it begins with the first. */
  readTo: text('read_to'),
  /** Business time of the last move. */
  movedAt: at('moved_at'),
  fence: bigint('fence', { mode: 'number' }).notNull().default(0),
  owner: text('owner'),
  leaseUntil: at('lease_until'),
});
