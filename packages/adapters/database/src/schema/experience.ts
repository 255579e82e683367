import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, salience } from './columns.ts';
import { actSteps } from './acting.ts';

/**
 * Which exchanges an episode was made from. Of a range that mixes topics the exchanges of the others stay in the range
 * alone. Key: episode and exchange.
 */
export const episodeExchanges = salience.table(
  'episode_exchanges',
  {
    episodeId: id('episode_id').notNull(),
    exchangeId: id('exchange_id').notNull(),
    agentId: id('agent_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.episodeId, t.exchangeId] }),
    // Serves the list of items derived from an exchange.
    index('episode_exchanges_exchange').on(t.exchangeId),
  ],
);

/**
 * The answer of an external tool on its way to an episode. Key: id; one per step. The words are in the step. Made in the
 * transaction that saves the finished step; leaves `pending` once.
 */
export const experiences = salience.table(
  'experiences',
  {
    id: id('id').primaryKey(),
    agentId: agentId(),
    threadId: id('thread_id').notNull(),
    turnId: id('turn_id').notNull(),
    runId: id('run_id').notNull(),
    stepN: integer('step_n').notNull(),
    tool: text('tool').notNull(),
    /** SHA-256 of the answer, hex: the same answer is looked at once while it is fresh. */
    contentHash: text('content_hash').notNull(),
    topicId: id('topic_id'),
    /** The topic, else the thread: at most one of them is looked at in each cooldown. */
    cooldownKey: id('cooldown_key'),
    state: text('state').notNull().default('pending'),
    error: text('error'),
    /** Business time at which it is due. */
    dueAt: at('due_at').notNull(),
    /** Business time at which a model was first asked about it on the day that it counts for. */
    askedAt: at('asked_at'),
    settledAt: at('settled_at'),
    episodeId: id('episode_id'),
    sweptAt: at('swept_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.runId, t.stepN],
      foreignColumns: [actSteps.runId, actSteps.n],
      name: 'experiences_run_id_step_n_fk',
    }),
    uniqueIndex('experiences_step').on(t.runId, t.stepN),
    uniqueIndex('experiences_waiting').on(t.agentId, t.contentHash).where(sql`state = 'pending'`),
    index('experiences_seen').on(t.agentId, t.contentHash, t.settledAt).where(sql`settled_at is not null`),
    // Serves the sweeper: only experiences that wait.
    index('experiences_due').on(t.dueAt).where(sql`state = 'pending'`),
    // Serves the budget of a day and the cooldown.
    index('experiences_asked').on(t.agentId, t.askedAt).where(sql`asked_at is not null`),
    index('experiences_turn').on(t.turnId),
    index('experiences_episode').on(t.episodeId).where(sql`episode_id is not null`),
    check('experiences_state', sql`${t.state} in ('pending', 'stored', 'skipped', 'failed')`),
    check('experiences_stored', sql`(${t.state} = 'stored') = (${t.episodeId} is not null)`),
  ],
);
