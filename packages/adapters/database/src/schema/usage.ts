import type { AgentId } from '@salience/contracts';
import { bigint, date, doublePrecision, index, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, id, salience } from './columns.ts';

const count = (name: string) => integer(name).notNull().default(0);
const large = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * What an agent's calls of one model in one role came to on one day (UTC, business time). Each process counts its own calls and adds them with its
 * heartbeat, so no turn waits for it; a process that is killed loses the counts of a few seconds. Deleted by the scheduler after 400 days.
 */
export const modelUsage = salience.table(
  'model_usage',
  {
    agentId: id<AgentId>('agent_id').notNull(),
    day: date('day').notNull(),
    role: text('role').notNull(),
    /** `provider:model`: who answered, or who was asked where nobody did. */
    model: text('model').notNull(),
    calls: count('calls'),
    /** Of them: those that ended with an error, and those that another model than the preferred one answered. */
    errors: count('errors'),
    failedOver: count('failed_over'),
    inputTokens: large('input_tokens'),
    outputTokens: large('output_tokens'),
    /** Answers whose tokens the provider did not tell; they count as none. */
    untold: count('untold'),
    costUsd: doublePrecision('cost_usd').notNull().default(0),
    /** Answers whose price is not known; they cost nothing in `cost_usd`. */
    unpriced: count('unpriced'),
    /** Milliseconds of all calls, and of the longest one. */
    totalMs: large('total_ms'),
    longestMs: count('longest_ms'),
    lastAt: at('last_at').notNull(),
    /** The code of the last error, and when it was. */
    lastError: text('last_error'),
    lastErrorAt: at('last_error_at'),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.day, t.role, t.model] }),
    // Serves operators, who look at days of all agents, and deleting old days.
    index('model_usage_day').on(t.day),
  ],
);
