import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, primaryKey, real, text } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, salience, tsvector, writtenXid } from './columns.ts';
import { concepts } from './concepts.ts';
import { episodes } from './memory.ts';

/** A thought. Its trust is the lowest of its sources, at most the agent's. */
export const thoughts = salience.table(
  'thoughts',
  {
    id: id('id').primaryKey(),
    agentId: agentId(),
    type: text('type').notNull(),
    content: text('content').notNull(),
    seedConceptId: id('seed_concept_id').notNull(),
    strategy: text('strategy').notNull(),
    energy: real('energy').notNull(),
    groundingEpisodeId: id('grounding_episode_id')
      .notNull()
      .references(() => episodes.id, { onDelete: 'cascade' }),
    threadId: id('thread_id').notNull(),
    trust: text('trust').notNull(),
    source: text('source').notNull(),
    model: text('model').notNull(),
    tokens: integer('tokens').notNull(),
    fatigue: real('fatigue').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    search: tsvector('search').generatedAlwaysAs(sql`to_tsvector('english', content)`),
    writtenXid: writtenXid(),
  },
  (t) => [
    index('thoughts_agent').on(t.agentId, t.createdAt),
    index('thoughts_live').on(t.agentId, t.expiresAt),
    index('thoughts_written').on(t.agentId, t.writtenXid, t.id),
    index('thoughts_episode').on(t.groundingEpisodeId),
    check('thoughts_type', sql`${t.type} in ('reflection', 'question', 'hypothesis')`),
    check('thoughts_trust', sql`${t.trust} in ('external', 'unverified', 'agent')`),
    check('thoughts_energy', sql`${t.energy} >= 0`),
  ],
);

/** The concepts that a thought rests on, each with the activation that reached it. */
export const thoughtConcepts = salience.table(
  'thought_concepts',
  {
    thoughtId: id('thought_id')
      .notNull()
      .references(() => thoughts.id, { onDelete: 'cascade' }),
    conceptId: id('concept_id')
      .notNull()
      .references(() => concepts.id, { onDelete: 'cascade' }),
    agentId: agentId(),
    energy: real('energy').notNull(),
    isSeed: boolean('is_seed').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.thoughtId, t.conceptId] }),
    index('thought_concepts_concept').on(t.conceptId),
  ],
);

/** Strength that drift added to a fading concept. Key: the thought, so each adds once. */
export const driftReinforcements = salience.table(
  'drift_reinforcements',
  {
    thoughtId: id('thought_id')
      .primaryKey()
      .references(() => thoughts.id, { onDelete: 'cascade' }),
    conceptId: id('concept_id').notNull(),
    agentId: agentId(),
    amount: real('amount').notNull(),
    at: at('at').notNull(),
  },
  (t) => [index('drift_reinforcements_concept').on(t.conceptId)],
);

/** A drift run that called a model: its cost and outcome. The budget is counted from these rows. */
export const driftRuns = salience.table(
  'drift_runs',
  {
    id: id('id').primaryKey(),
    agentId: agentId(),
    fence: bigint('fence', { mode: 'number' }).notNull(),
    state: text('state').notNull().default('running'),
    reason: text('reason'),
    strategy: text('strategy').notNull(),
    seedConceptId: id('seed_concept_id').notNull(),
    tokens: integer('tokens').notNull(),
    thoughtId: id('thought_id'),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('drift_runs_agent').on(t.agentId, t.startedAt),
    index('drift_runs_concept').on(t.seedConceptId),
    check(
      'drift_runs_state',
      sql`${t.state} in ('running', 'stored', 'refused', 'yielded', 'failed', 'lost')`,
    ),
  ],
);

/** The lease and the next due time of an agent's drift. One worker per agent: the lease is this row. */
export const driftAgents = salience.table('drift_agents', {
  agentId: id('agent_id').primaryKey(),
  nextAt: at('next_at').notNull(),
  fence: bigint('fence', { mode: 'number' }).notNull().default(0),
  owner: text('owner'),
  leaseUntil: at('lease_until'),
});
