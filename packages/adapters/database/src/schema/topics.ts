import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, bytes, id, salience, wholeVector, xid8 } from './columns.ts';

/**
 * What turns said on a topic, summed up to a transaction; what came since is in `turn_ends`. Made of their rows alone, and made anew after a
 * restore. Key: agent, model and topic.
 */
export const topicSums = salience.table(
  'topic_sums',
  {
    agentId: agentId(),
    modelId: text('model_id').notNull(),
    topicId: id('topic_id').notNull(),
    /** The sum of the vectors of `learned` messages, as `taughtNumbers` reads them; empty for none. */
    numbers: wholeVector('numbers').notNull(),
    learned: integer('learned').notNull(),
    /** When something was last said on it. */
    seenAt: at('seen_at').notNull(),
    /** Everything that was written before this transaction is included. The highest of an agent and a model counts for all its topics. */
    settledXid: xid8('settled_xid').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.modelId, t.topicId] })],
);

/** Statistics of an agent's topics for one embedding model; recomputed as samples grow. Key: agent and model. */
export const topicStatistics = salience.table(
  'topic_statistics',
  {
    agentId: agentId(),
    modelId: text('model_id').notNull(),
    version: integer('version').notNull(),
    samples: integer('samples').notNull(),
    /** Messages in the sums of its topics when it was learned. */
    heard: bigint('heard', { mode: 'number' }).notNull(),
    body: bytes('body').notNull(),
    learnedAt: at('learned_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.modelId] })],
);
