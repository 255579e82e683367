import type { AgentId, MemoryAuditView, TurnId } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { bigint, check, index, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId, agents } from './agents.ts';
import { at, id, json, ownId, salience, xid8 } from './columns.ts';

/** A forget request. What it names is erased when all of it is gone. Key: id. */
export const forgetRequests = salience.table(
  'forget_requests',
  {
    id: ownId<'forgetRequest'>(),
    agentId: agentId().references(() => agents.id),
    scope: text('scope').$type<'item' | 'thread' | 'source' | 'person' | 'period' | 'statement'>().notNull(),
    /** The item's or thread's id, the source's or the person's name, what was said, or two instants with "/" between; null once all of it is gone. */
    target: text('target'),
    /** Further names of the person; empty once all of it is gone. */
    alsoNamed: json<readonly string[]>('also_named').notNull().default([]),
    /** The turn that asked for it: its answer says what was done, so it is waited for and stays. */
    askedIn: id<TurnId>('asked_in'),
    /** Of the action that asked, so that trying it again asks once. */
    idempotencyKey: text('idempotency_key'),
    reason: text('reason').notNull(),
    /** The caller's name as in the audit log. */
    requestedBy: text('requested_by').notNull(),
    /** `watching`: everything was deleted, and late writes are removed again; `done`: that period is over too. */
    state: text('state').$type<'pending' | 'deleting' | 'watching' | 'done'>().notNull().default('pending'),
    /** How many items of each kind are gone. Numbers only. */
    counts: json<Readonly<Record<string, number>>>('counts').notNull().default({}),
    /** Of the hashes in `forget_words`. */
    seed: bigint('seed', { mode: 'bigint' }).notNull(),
    requestedAt: at('requested_at').notNull(),
    /** When all of it was gone; null until then. */
    goneAt: at('gone_at'),
    /** End of the watch period, by the database's clock. */
    watchUntil: at('watch_until'),
    /** The transaction of its last step: what was read before it may hold what is forgotten. Null until the first. */
    steppedXid: xid8('stepped_xid'),
  },
  (t) => [
    index('forget_requests_open').on(t.requestedAt).where(sql`state <> 'done'`),
    index('forget_requests_agent').on(t.agentId, t.requestedAt),
    uniqueIndex('forget_requests_idempotency')
      .on(t.agentId, t.idempotencyKey)
      .where(sql`idempotency_key is not null`),
    check(
      'forget_requests_scope',
      sql`${t.scope} in ('item', 'thread', 'source', 'person', 'period', 'statement')`,
    ),
    check('forget_requests_state', sql`${t.state} in ('pending', 'deleting', 'watching', 'done')`),
  ],
);

/** A turn that a request has still to forget. Key: request and turn. */
export const forgetWork = salience.table(
  'forget_work',
  {
    requestId: id('request_id')
      .notNull()
      .references(() => forgetRequests.id),
    turnId: id('turn_id').notNull(),
    agentId: agentId(),
  },
  (t) => [primaryKey({ columns: [t.requestId, t.turnId] })],
);

/** The hash of a word stem that a request forgets; deleted when the request is done. Key: request and hash. */
export const forgetWords = salience.table(
  'forget_words',
  {
    requestId: id('request_id')
      .notNull()
      .references(() => forgetRequests.id),
    word: bigint('word', { mode: 'bigint' }).notNull(),
    agentId: agentId(),
  },
  (t) => [primaryKey({ columns: [t.requestId, t.word] })],
);

/** The tombstone of a forgotten item: when, why, at whose request. Never its content. Key: the item. */
export const tombstones = salience.table(
  'tombstones',
  {
    agentId: agentId(),
    itemId: id('item_id').notNull(),
    kind: text('kind').notNull(),
    reason: text('reason').notNull(),
    requestId: id('request_id').notNull(),
    forgottenAt: at('forgotten_at').notNull(),
    forgottenBy: text('forgotten_by').notNull(),
    /** Lets processes that hold codes hear of it, as `memory_codes` does. */
    writtenXid: xid8('written_xid').notNull().default(sql`pg_current_xact_id()`),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.itemId] }),
    index('tombstones_written').on(t.agentId, t.writtenXid),
    index('tombstones_request').on(t.requestId),
  ],
);

/** The latest audit of an agent's memory: rates and counts, no content. Key: the agent. */
export const memoryAudits = salience.table('memory_audits', {
  agentId: id<AgentId>('agent_id').primaryKey(),
  body: json<MemoryAuditView>('body').notNull(),
  auditedAt: at('audited_at').notNull(),
  /** A scheduler is at it until then (the database's clock). */
  claimedUntil: at('claimed_until'),
});
