import type { AgentId } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, bytes, id, salience, xid8 } from './columns.ts';

/** The sign code of what is remembered, by which it is found by meaning. Key: the item; codes of one model compare. */
export const memoryCodes = salience.table(
  'memory_codes',
  {
    agentId: id<AgentId>('agent_id').notNull(),
    itemId: id('item_id').notNull(),
    kind: text('kind').notNull(),
    modelId: text('model_id').notNull(),
    code: bytes('code').notNull(),
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
    agentId: agentId(),
    itemId: id('item_id').notNull(),
    kind: text('kind').notNull(),
    count: integer('count').notNull(),
    lastAt: at('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.itemId] })],
);
