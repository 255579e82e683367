import type { TurnId } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, json, salience } from './columns.ts';

/** A Bridge that an agent listens to. Key: the agent. One process holds its connection, by lease. Removed by a person. */
export const bridges = salience.table('bridges', {
  agentId: agentId().primaryKey(),
  url: text('url').notNull(),
  /** Opens the Bridge; read by whoever connects, and never shown. */
  key: text('key').notNull(),
  /** The ids of the channels that are joined. */
  channels: json<readonly string[]>('channels').notNull(),
  /** What the agent is called there: authors with such a name are the agent itself. */
  selfNames: json<readonly string[]>('self_names').notNull(),
  /** What the agent is called in mentions, without the @. */
  mentionNames: json<readonly string[]>('mention_names').notNull(),
  /** Raised by every change of the settings: whoever is connected connects anew. */
  revision: bigint('revision', { mode: 'number' }).notNull().default(1),
  fence: bigint('fence', { mode: 'number' }).notNull().default(0),
  owner: text('owner'),
  leaseUntil: at('lease_until'),
  /** Failures in a row, the code of the last one, and when it is tried again. */
  failures: integer('failures').notNull().default(0),
  error: text('error'),
  retryAt: at('retry_at'),
  /** When it was connected last. */
  seenAt: at('seen_at'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** How far a channel of a Bridge was heard. Key: agent and channel. Deleted with the Bridge, or when the Bridge is another one. */
export const bridgeChannels = salience.table(
  'bridge_channels',
  {
    agentId: agentId(),
    channel: text('channel').notNull(),
    /** The id of the last message that was taken. */
    lastMessage: text('last_message'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.channel] })],
);

/**
 * What becomes of the answer to a message of a Bridge that was for the agent. Key: agent and turn. `sending` is committed before the first byte leaves, so that a
 * crash leaves an unknown end and never a second message. `silent`: another agent has the claim, or there was nothing to say.
 */
export const bridgeReplies = salience.table(
  'bridge_replies',
  {
    agentId: agentId(),
    turnId: id<TurnId>('turn_id').notNull(),
    channel: text('channel').notNull(),
    /** The message that is answered. */
    messageId: text('message_id').notNull(),
    state: text('state')
      .$type<'waiting' | 'sending' | 'posted' | 'silent' | 'unknown' | 'failed'>()
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Business time of the next look. */
    nextAt: at('next_at').notNull(),
    /** The id that the Bridge gave to the first message of the answer. */
    postedId: text('posted_id'),
    /** A code for the last error. */
    error: text('error'),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.turnId] }),
    index('bridge_replies_open').on(t.agentId, t.nextAt).where(sql`state in ('waiting', 'sending')`),
    index('bridge_replies_recent').on(t.agentId, t.createdAt),
    check(
      'bridge_replies_state',
      sql`${t.state} in ('waiting', 'sending', 'posted', 'silent', 'unknown', 'failed')`,
    ),
  ],
);
