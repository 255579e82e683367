import type { AgentId, Id, ThreadId, TurnId } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, ownId, salience } from './columns.ts';

/**
 * A person whom an agent knows. A speaker resolves to one by name, or stays a name; a message without a speaker is the owner's. One that was
 * merged into another stays as a row, so that its id still resolves and the merge can be taken back.
 */
export const people = salience.table(
  'people',
  {
    id: ownId<'person'>(),
    agentId: agentId(),
    /** How the person is called. */
    name: text('name').notNull(),
    /** The one whose agent it is: whoever speaks without a name. At most one per agent. */
    isOwner: boolean('is_owner').notNull().default(false),
    /** The IANA time zone; null: the agent's. */
    zone: text('zone'),
    /** Start and end of the quiet hours, `HH:MM` on the person's clock; both or neither. They may span midnight. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    /** A zone that follows from what the person said, until it is taken or refused; and the exchange that says so. */
    proposedZone: text('proposed_zone'),
    proposedBy: id('proposed_by'),
    /** The place that they named, in their words; and when an answer told them of the proposal. */
    proposedPlace: text('proposed_place'),
    proposalToldAt: at('proposal_told_at'),
    mergedInto: id<Id<'person'>>('merged_into'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    index('people_agent').on(t.agentId, t.createdAt),
    // Serves every turn: whom an answer still has to tell of a proposed zone.
    index('people_untold').on(t.agentId).where(sql`proposed_zone is not null and proposal_told_at is null`),
    uniqueIndex('people_owner').on(t.agentId).where(sql`is_owner`),
    check('people_quiet', sql`(${t.quietFrom} is null) = (${t.quietUntil} is null)`),
  ],
);

/** A name or an address of a person, lower case. Key: agent, kind and value, so each belongs to one person. */
export const personNames = salience.table(
  'person_names',
  {
    agentId: agentId(),
    kind: text('kind').$type<'name' | 'mail'>().notNull(),
    value: text('value').notNull(),
    personId: id<Id<'person'>>('person_id')
      .notNull()
      .references(() => people.id),
    /** The person that it belonged to before a merge; null if it never moved. */
    mergedFrom: id<Id<'person'>>('merged_from'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.kind, t.value] }),
    index('person_names_person').on(t.personId),
    check('person_names_kind', sql`${t.kind} in ('name', 'mail')`),
  ],
);

/** A way to reach a person away from a stream. It counts once the code sent over it was answered. */
export const channels = salience.table(
  'channels',
  {
    id: ownId<'channel'>(),
    agentId: agentId(),
    personId: id<Id<'person'>>('person_id')
      .notNull()
      .references(() => people.id),
    /** The person that it belonged to before a merge; null if it never moved. */
    mergedFrom: id<Id<'person'>>('merged_from'),
    kind: text('kind').$type<'webhook' | 'mail'>().notNull(),
    /** The URL or the mail address; empty once it was removed. */
    target: text('target').notNull(),
    /** Signs what is sent to a webhook; read by whoever sends, and shown once. */
    secret: text('secret'),
    /** The secret before, and until when it signs too. */
    oldSecret: text('old_secret'),
    oldSecretUntil: at('old_secret_until'),
    /** `gone`: the other side said that it wants nothing more. */
    state: text('state')
      .$type<'unconfirmed' | 'confirmed' | 'gone' | 'removed'>()
      .notNull()
      .default('unconfirmed'),
    codeHash: text('code_hash'),
    codeExpiresAt: at('code_expires_at'),
    /** Wrong answers to the code; after five a new one must be asked for. */
    codeTries: integer('code_tries').notNull().default(0),
    createdAt: at('created_at').notNull(),
    confirmedAt: at('confirmed_at'),
    removedAt: at('removed_at'),
  },
  (t) => [
    index('channels_person').on(t.personId),
    uniqueIndex('channels_target').on(t.agentId, t.kind, t.target).where(sql`state <> 'removed'`),
    check('channels_kind', sql`${t.kind} in ('webhook', 'mail')`),
    check('channels_state', sql`${t.state} in ('unconfirmed', 'confirmed', 'gone', 'removed')`),
  ],
);

/**
 * A turn that nobody asked for, which somebody must hear. Written with the turn. It is settled when a stream showed it, a channel delivered it,
 * or nothing is left to try. Key: the turn.
 */
export const notices = salience.table(
  'notices',
  {
    turnId: id<TurnId>('turn_id').primaryKey(),
    agentId: id<AgentId>('agent_id').notNull(),
    threadId: id<ThreadId>('thread_id').notNull(),
    /** What began the turn. */
    source: text('source').notNull(),
    /** The speaker whom it is for; null: the owner. */
    speaker: text('speaker'),
    createdAt: at('created_at').notNull(),
    /** When a stream showed it first. */
    seenAt: at('seen_at'),
    settledAt: at('settled_at'),
    settledAs: text('settled_as').$type<'seen' | 'delivered' | 'undelivered' | 'nothing'>(),
    /** Why it reached nobody: a code. */
    reason: text('reason'),
    /** Business time from which the scheduler looks at it; null: when a delivery of it has ended. */
    lookAt: at('look_at'),
  },
  (t) => [
    // Serves the scheduler: those that are still to be told.
    index('notices_open').on(t.lookAt).where(sql`settled_at is null`),
    // Serves it too: those that a stream showed before or after that.
    index('notices_shown')
      .on(t.seenAt)
      .where(sql`seen_at is not null and (settled_at is null or settled_as = 'undelivered')`),
    // Serves status and gauges.
    index('notices_undelivered').on(t.agentId, t.createdAt).where(sql`settled_as = 'undelivered'`),
    // Serve a chat that opens, and the list of what reached nobody.
    index('notices_unseen').on(t.agentId, t.createdAt).where(sql`seen_at is null`),
    check('notices_settled', sql`(${t.settledAt} is null) = (${t.settledAs} is null)`),
    check('notices_settled_as', sql`${t.settledAs} in ('seen', 'delivered', 'undelivered', 'nothing')`),
  ],
);

/**
 * What leaves over a channel: a notice, the code that confirms the channel, or a test. It holds ids; what is sent is read when it is
 * sent. `sending` is
 * committed before the first byte leaves, so that a crash leaves an unknown end and never a second mail.
 */
export const deliveries = salience.table(
  'deliveries',
  {
    id: ownId<'delivery'>(),
    agentId: agentId(),
    channelId: id<Id<'channel'>>('channel_id')
      .notNull()
      .references(() => channels.id),
    kind: text('kind').$type<'notice' | 'code' | 'test'>().notNull(),
    /** The turn of a notice. */
    turnId: id<TurnId>('turn_id'),
    state: text('state')
      .$type<'pending' | 'sending' | 'delivered' | 'unknown' | 'failed' | 'withdrawn'>()
      .notNull()
      .default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** Business time of the next attempt. */
    nextAt: at('next_at').notNull(),
    /** The database's clock: until then a scheduler is at it. */
    claimedUntil: at('claimed_until'),
    /** A code for the last error. */
    error: text('error'),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
  },
  (t) => [
    index('deliveries_due').on(t.nextAt).where(sql`state in ('pending', 'sending')`),
    index('deliveries_channel').on(t.channelId, t.createdAt),
    uniqueIndex('deliveries_notice').on(t.turnId, t.channelId).where(sql`turn_id is not null`),
    check('deliveries_kind', sql`${t.kind} in ('notice', 'code', 'test')`),
    check(
      'deliveries_state',
      sql`${t.state} in ('pending', 'sending', 'delivered', 'unknown', 'failed', 'withdrawn')`,
    ),
  ],
);
