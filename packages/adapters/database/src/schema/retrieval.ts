import { sql } from 'drizzle-orm';
import { customType, index, integer, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { id, salience, xid8 } from './columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The sign code of what is remembered, by which it is found by meaning. Key: the item; codes of one model compare. */
export const memoryCodes = salience.table(
  'memory_codes',
  {
    agentId: id('agent_id')
      .notNull()
      .references(() => agents.id),
    itemId: id('item_id').notNull(),
    kind: text('kind').notNull(),
    modelId: text('model_id').notNull(),
    code: bytea('code').notNull(),
    writtenXid: xid8('written_xid').notNull().default(sql`pg_current_xact_id()`),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.itemId] }),
    index('memory_codes_written').on(t.agentId, t.modelId, t.writtenXid),
  ],
);

/** How often a memory was of use to somebody, and when last. Reads of background work never count. Key: the item. */
export const memoryAccesses = salience.table(
  'memory_accesses',
  {
    agentId: id('agent_id')
      .notNull()
      .references(() => agents.id),
    itemId: id('item_id').notNull(),
    kind: text('kind').notNull(),
    count: integer('count').notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.itemId] })],
);
