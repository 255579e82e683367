import { date, index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, id, json, salience } from './columns.ts';

/**
 * The system text of prompts, kept once per agent. Key: agent and the SHA-256 of the text, hex. Deleted by the scheduler, once every
 * context that refers to it may be: none is of a later day than `used_on`.
 */
export const contextPrefixes = salience.table(
  'context_prefixes',
  {
    agentId: id('agent_id').notNull(),
    hash: text('hash').notNull(),
    system: text('system').notNull(),
    /** The last day of business time, UTC, on which it was sent; written once a day. */
    usedOn: date('used_on').defaultNow().notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.hash] }), index('context_prefixes_used').on(t.usedOn)],
);

/**
 * The exact context of one model call of a turn. Key: the turn and the number of its call, from 0. Deleted by the scheduler
 * after its retention period.
 */
export const contexts = salience.table(
  'contexts',
  {
    turnId: id('turn_id').notNull(),
    call: integer('call').notNull(),
    agentId: id('agent_id').notNull(),
    model: text('model').notNull(),
    systemHash: text('system_hash').notNull(),
    /** The rest of the context, as `keepContext` writes it: messages, candidates with their relevance and outcome, shares. */
    body: json<object>('body').notNull(),
    tokens: integer('tokens').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.turnId, t.call] }), index('contexts_created').on(t.createdAt)],
);
