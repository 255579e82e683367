import type { AgentId } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, primaryKey, real, text } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, bytes, id, json, salience, tsvector, writtenXid, xid8 } from './columns.ts';

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

/**
 * Memories of an agent that is too large to be held whole by a process, the oldest first, in blocks: what a process that knows of a block
 * does not hold of it, it finds here. Key: the item. Agents that are not too large have no rows. `weight` is the salience as of then.
 */
export const overflowItems = salience.table(
  'overflow_items',
  {
    agentId: id<AgentId>('agent_id').notNull(),
    id: id('id').notNull(),
    kind: text('kind').notNull(),
    block: integer('block').notNull(),
    words: tsvector('words').notNull(),
    /** Who said it, lower case; null for the user, and for what is no exchange. */
    speaker: text('speaker'),
    weight: real('weight'),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.id] }),
    index('overflow_items_words').using('gin', t.words),
    index('overflow_items_weight').on(t.agentId, t.weight, t.id).where(sql`weight is not null`),
  ],
);

/** In how many exchanges of a block a word stem stands, or, behind a space, how many of them somebody said: what is rare is rare in all that was said. */
export const overflowWords = salience.table(
  'overflow_words',
  {
    agentId: id<AgentId>('agent_id').notNull(),
    stem: id('stem').notNull(),
    block: integer('block').notNull(),
    exchanges: integer('exchanges').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.stem, t.block] })],
);

/** The blocks of an agent, with the last place of each kind in the order of writing and what is counted of its exchanges. */
export const overflowBlocks = salience.table(
  'overflow_blocks',
  {
    agentId: id<AgentId>('agent_id').notNull(),
    block: integer('block').notNull(),
    places: json<Readonly<Record<string, { from: string; after: string }>>>('places').notNull(),
    exchanges: bigint('exchanges', { mode: 'number' }).notNull(),
    words: bigint('words', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.block] })],
);
