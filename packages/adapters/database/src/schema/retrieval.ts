import type { AgentId } from '@salience/contracts';
import { index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, bytes, id, salience, writtenXid, xid8 } from './columns.ts';

/** The sign code of a memory, which finds it by meaning. Key: the item; codes of one model can be compared. */
export const memoryCodes = salience.table(
  'memory_codes',
  {
    agentId: id<AgentId>('agent_id').notNull(),
    itemId: id('item_id').notNull(),
    kind: text('kind').notNull(),
    modelId: text('model_id').notNull(),
    code: bytes('code').notNull(),
    writtenXid: writtenXid(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.itemId] }),
    index('memory_codes_written').on(t.agentId, t.modelId, t.writtenXid),
  ],
);

/**
 * What a process holds of an agent's memory to search it, as it was read once: a reader takes it and reads on from `from_xid`. In parts, one
 * after another. Forgetting drops it. Key: agent, model of the codes, part.
 */
export const memoryImages = salience.table(
  'memory_images',
  {
    agentId: agentId(),
    /** Empty: it has no codes. */
    modelId: text('model_id').notNull(),
    part: integer('part').notNull(),
    /** Everything that older transactions wrote is in it. */
    fromXid: xid8('from_xid').notNull(),
    bytes: bytes('bytes').notNull(),
    /** Tells an image of this server from one that was copied from another, whose transactions have other numbers. */
    writtenXid: writtenXid(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.modelId, t.part] })],
);

/** Number and last time of accesses to a memory. Reads of background work never count. Key: the item. */
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
