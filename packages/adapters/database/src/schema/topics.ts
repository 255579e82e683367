import { bigint, customType, index, integer, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { agents } from './agents.ts';
import { id, salience } from './columns.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A message on a topic as its vector and hashed words, never its text; the latest of each agent are kept. Key: agent and id. */
export const topicSamples = salience.table(
  'topic_samples',
  {
    agentId: id('agent_id')
      .notNull()
      .references(() => agents.id),
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

/** What samples say of an agent's topics, of one embedding model; learned again as they grow. Key: agent and model. */
export const topicStatistics = salience.table(
  'topic_statistics',
  {
    agentId: id('agent_id')
      .notNull()
      .references(() => agents.id),
    modelId: text('model_id').notNull(),
    version: integer('version').notNull(),
    samples: integer('samples').notNull(),
    lastSample: bigint('last_sample', { mode: 'number' }).notNull(),
    body: bytes('body').notNull(),
    learnedAt: at('learned_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.modelId] })],
);
