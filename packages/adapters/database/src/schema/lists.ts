import type { AgentId, ThreadId, Trust } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { foreignKey, index, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, ownId, salience } from './columns.ts';
import { threads } from './turns.ts';

/** A named list of an agent. Key: agent and name (lower case). */
export const lists = salience.table(
  'lists',
  {
    agentId: agentId(),
    name: text('name').notNull(),
    /** Trust of the message that named it. */
    trust: text('trust').$type<Trust>().notNull().default('external'),
    createdAt: at('created_at').notNull(),
    /** When it was deleted or got another name; null while there is one of this name. */
    deletedAt: at('deleted_at'),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.name] })],
);

/** An item on a list; a removed one stays as a row. One live item of the same words per list. */
export const listItems = salience.table(
  'list_items',
  {
    id: ownId<'listItem'>(),
    agentId: id<AgentId>('agent_id').notNull(),
    list: text('list').notNull(),
    item: text('item').notNull(),
    trust: text('trust').$type<Trust>().notNull(),
    source: text('source').notNull(),
    createdAt: at('created_at').notNull(),
    checkedAt: at('checked_at'),
    removedAt: at('removed_at'),
    /** Of the action that added it: the same action adds it once, also after it was removed. */
    idempotencyKey: text('idempotency_key'),
  },
  (t) => [
    foreignKey({ columns: [t.agentId, t.list], foreignColumns: [lists.agentId, lists.name] }),
    uniqueIndex('list_items_live').on(t.agentId, t.list, sql`lower(item)`).where(sql`removed_at is null`),
    // Serves the state of the world: open items.
    index('list_items_open').on(t.agentId, t.createdAt).where(sql`removed_at is null and checked_at is null`),
    // One action may add several items.
    index('list_items_idempotency').on(t.agentId, t.idempotencyKey).where(sql`idempotency_key is not null`),
  ],
);

/** The focus of a thread. One at a time; a cleared one stays as a row. */
export const focuses = salience.table(
  'focuses',
  {
    id: ownId<'focus'>(),
    agentId: id<AgentId>('agent_id').notNull(),
    threadId: id<ThreadId>('thread_id')
      .notNull()
      .references(() => threads.id),
    text: text('text').notNull(),
    trust: text('trust').$type<Trust>().notNull(),
    source: text('source').notNull(),
    setAt: at('set_at').notNull(),
    clearedAt: at('cleared_at'),
    idempotencyKey: text('idempotency_key'),
  },
  (t) => [
    uniqueIndex('focuses_live').on(t.threadId).where(sql`cleared_at is null`),
    uniqueIndex('focuses_idempotency')
      .on(t.agentId, t.idempotencyKey)
      .where(sql`idempotency_key is not null`),
  ],
);
