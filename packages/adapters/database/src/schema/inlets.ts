import type { ActionClass, Authorisation, Authority, Evidence, Id, Plan, TurnId } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, json, ownId, salience } from './columns.ts';
import { tasks } from './tasks.ts';

/** A webhook that comes in. Made by a person; a removed one stays as a row without its secrets. */
export const hooks = salience.table(
  'hooks',
  {
    id: ownId<'hook'>(),
    agentId: agentId(),
    name: text('name').notNull(),
    /** Signs what comes in; shown once. */
    secret: text('secret'),
    /** The secret before, and until when it signs too. */
    oldSecret: text('old_secret'),
    oldSecretUntil: at('old_secret_until'),
    /** What whoever signs with it counts as at most. */
    ceiling: text('ceiling').$type<Authority>().notNull(),
    /** What its messages ask for, at least. */
    actionClass: text('action_class').$type<ActionClass>().notNull(),
    /** The plan of its tasks; null: one step. */
    plan: json<Plan>('plan'),
    /** Messages a minute. */
    perMinute: integer('per_minute').notNull(),
    state: text('state').$type<'active' | 'paused' | 'removed'>().notNull().default('active'),
    createdAt: at('created_at').notNull(),
    removedAt: at('removed_at'),
  },
  (t) => [
    uniqueIndex('hooks_name').on(t.agentId, t.name).where(sql`state <> 'removed'`),
    check('hooks_state', sql`${t.state} in ('active', 'paused', 'removed')`),
  ],
);

/** How far a mailbox was read. Key: agent and name; the settings are the installation's. One reader at a time, by lease. */
export const mailboxes = salience.table(
  'mailboxes',
  {
    agentId: agentId(),
    name: text('name').notNull(),
    uidValidity: bigint('uid_validity', { mode: 'number' }),
    lastUid: bigint('last_uid', { mode: 'number' }),
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    owner: text('owner'),
    leaseUntil: at('lease_until'),
    /** Failures in a row, the code of the last one, and when it is tried again. */
    failures: integer('failures').notNull().default(0),
    error: text('error'),
    retryAt: at('retry_at'),
    /** When it was read for the first time, by the database's clock. */
    anchoredAt: at('anchored_at'),
    /** The last mail that was there when the server gave its mails new numbers. */
    oldUpto: bigint('old_upto', { mode: 'number' }),
    /** When it was connected last. */
    seenAt: at('seen_at'),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.name] })],
);

/**
 * A message that came in through an inlet, or was turned away at it. Unique by agent, source and external id: whoever brings it again finds the
 * row. Deleted some time after it came, but not while its task is open.
 */
export const inbound = salience.table(
  'inbound',
  {
    id: ownId<'inbound'>(),
    agentId: agentId(),
    /** `mail:<mailbox>` or `hook:<id>`. */
    source: text('source').notNull(),
    /** What the source calls it; null for what was turned away before it could be told from another. */
    externalId: text('external_id'),
    /** Sender and Message-ID of a mail that proved its sender: a second one of these is a replay, whatever its place in the mailbox. */
    replayKey: text('replay_key'),
    /** SHA-256 of the sender, the time of sending, the subject and the text of such a mail: what a replay under another Message-ID has too. */
    sentKey: text('sent_key'),
    /** SHA-256 of what came, hex. */
    contentHash: text('content_hash'),
    /** Who sent it, as the inlet knows it: an address, or the name of the hook. */
    sender: text('sender').notNull(),
    subject: text('subject').notNull().default(''),
    evidence: json<Evidence>('evidence'),
    authority: text('authority').$type<Authority>().notNull(),
    actionClass: text('action_class').$type<ActionClass>().notNull(),
    authorisation: text('authorisation').$type<Authorisation>().notNull(),
    /** Why: a code. */
    reason: text('reason').notNull(),
    /** How many alike this row stands for, where an inlet was flooded. */
    count: integer('count').notNull().default(1),
    taskId: id<Id<'task'>>('task_id').references(() => tasks.id, { onDelete: 'set null' }),
    /** Message-ID and References of a mail, for an answer. */
    messageId: text('message_id'),
    receivedAt: at('received_at').notNull(),
  },
  (t) => [
    uniqueIndex('inbound_external').on(t.agentId, t.source, t.externalId).where(sql`external_id is not null`),
    uniqueIndex('inbound_replay').on(t.agentId, t.source, t.replayKey).where(sql`replay_key is not null`),
    index('inbound_sent').on(t.agentId, t.source, t.sentKey).where(sql`sent_key is not null`),
    index('inbound_content').on(t.agentId, t.source, t.contentHash).where(sql`content_hash is not null`),
    index('inbound_recent').on(t.agentId, t.receivedAt, t.id),
    // Serves the rates of senders and of inlets.
    index('inbound_sender').on(t.agentId, t.source, t.sender, t.receivedAt),
    index('inbound_old').on(t.receivedAt),
    check('inbound_authorisation', sql`${t.authorisation} in ('allow', 'review', 'reject')`),
  ],
);

/** For a while a sender counts as approved, because a person said so when they let a message in. */
export const senderSessions = salience.table(
  'sender_sessions',
  {
    id: ownId<'senderSession'>(),
    agentId: agentId(),
    source: text('source').notNull(),
    sender: text('sender').notNull(),
    /** The review whose yes opened it, and who said so. */
    approvalId: id<Id<'approval'>>('approval_id').notNull(),
    openedBy: text('opened_by').notNull(),
    createdAt: at('created_at').notNull(),
    until: at('until').notNull(),
    revokedAt: at('revoked_at'),
  },
  (t) => [index('sender_sessions_of').on(t.agentId, t.source, t.sender, t.until)],
);

/**
 * A mail that the agent wrote: a draft for the person's own mailbox, or one that leaves after a yes. `sending` is committed before the first byte
 * leaves, so that a crash leaves an unknown end and never a second mail. Written once per idempotency key.
 */
export const letters = salience.table(
  'letters',
  {
    id: ownId<'letter'>(),
    agentId: agentId(),
    kind: text('kind').$type<'draft' | 'send'>().notNull(),
    /** The mailbox whose drafts it joins. */
    mailbox: text('mailbox'),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** The message that it answers. */
    inboundId: id<Id<'inbound'>>('inbound_id'),
    /** Message-ID of the mail that it answers. */
    inReplyTo: text('in_reply_to'),
    state: text('state')
      .$type<'pending' | 'sending' | 'done' | 'unknown' | 'failed'>()
      .notNull()
      .default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** Business time of the next attempt. */
    nextAt: at('next_at').notNull(),
    /** The database's clock: until then somebody is at it. */
    claimedUntil: at('claimed_until'),
    error: text('error'),
    turnId: id<TurnId>('turn_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
  },
  (t) => [
    uniqueIndex('letters_idempotency').on(t.agentId, t.idempotencyKey),
    index('letters_due').on(t.kind, t.nextAt).where(sql`state in ('pending', 'sending')`),
    index('letters_turn').on(t.turnId),
    index('letters_recent').on(t.agentId, t.createdAt, t.id),
    check('letters_kind', sql`${t.kind} in ('draft', 'send')`),
    check('letters_state', sql`${t.state} in ('pending', 'sending', 'done', 'unknown', 'failed')`),
  ],
);

/**
 * What the tick and the inlets report: a tick that did something or was asked for, one that failed, an inlet that failed. Of all agents where
 * `agent_id` is null. Deleted after some time.
 */
export const pulseEvents = salience.table(
  'pulse_events',
  {
    id: ownId<'pulseEvent'>(),
    agentId: id('agent_id'),
    kind: text('kind').$type<'tick' | 'tick_error' | 'adapter_error' | 'tick_asked'>().notNull(),
    at: at('at').notNull(),
    report: json<Readonly<Record<string, unknown>>>('report').notNull(),
    /** Of a tick: the request that it answers. */
    askedId: id<Id<'pulseEvent'>>('asked_id'),
  },
  (t) => [
    index('pulse_events_at').on(t.at, t.id),
    // Serves the look for ticks that were asked for.
    index('pulse_events_wanted').on(t.at).where(sql`kind = 'tick_asked'`),
    index('pulse_events_asked').on(t.askedId).where(sql`asked_id is not null`),
    check('pulse_events_kind', sql`${t.kind} in ('tick', 'tick_error', 'adapter_error', 'tick_asked')`),
  ],
);
