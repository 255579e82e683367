import { bigint, index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, bytes, id, salience } from './columns.ts';

/** A message of a topic as its vector and hashed words, never its text; the latest of each agent. Key: agent and id. */
export const topicSamples = salience.table(
  'topic_samples',
  {
    agentId: agentId(),
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity(),
    modelId: text('model_id').notNull(),
    topicId: id('topic_id').notNull(),
    vector: bytes('vector').notNull(),
    stems: integer('stems').array().notNull(),
    saidAt: at('said_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.id] }),
    index('topic_samples_model').on(t.agentId, t.modelId, t.id),
  ],
);

/** Statistics of an agent's topics for one embedding model; recomputed as samples grow. Key: agent and model. */
export const topicStatistics = salience.table(
  'topic_statistics',
  {
    agentId: agentId(),
    modelId: text('model_id').notNull(),
    version: integer('version').notNull(),
    samples: integer('samples').notNull(),
    lastSample: bigint('last_sample', { mode: 'number' }).notNull(),
    body: bytes('body').notNull(),
    learnedAt: at('learned_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.modelId] })],
);
