import type { AgentId } from '@salience/contracts';
import { newId } from '@salience/database';
import { noteModelUsage } from '@salience/database/operations';
import type { Fixture } from './fixture.ts';

/** Counts calls of a model, as a digest does. */
export async function plantUsage(
  { digestDb }: Pick<Fixture, 'digestDb'>,
  agentId: AgentId,
  now = new Date(),
): Promise<void> {
  const usage = {
    agentId,
    role: 'respond',
    model: 'openai:large:8k',
    calls: 4,
    errors: 1,
    failedOver: 1,
    inputTokens: 4_000,
    outputTokens: 400,
    untold: 0,
    costUsd: 0.25,
    unpriced: 0,
    totalMs: 4_000,
    longestMs: 2_500,
    lastError: 'llm.stalled',
  };
  await noteModelUsage(digestDb, [usage], now);
}

/** A lane whose turn nobody takes: it waits for the retry of an action. */
export async function plantLane({ database }: Pick<Fixture, 'database'>, agentId: AgentId): Promise<void> {
  await database.admin(
    `with h as (insert into salience.threads (id, agent_id, key, source, session, created_at, last_activity_at) values ($1, $2, $1, 'test', '{}', now(), now()) returning id),
     l as (insert into salience.lanes (thread_id, agent_id, tail, wake_at) select id, $2, 1, now() + interval '1 hour' from h)
     insert into salience.turns (id, agent_id, thread_id, seq, text, source, trust, said_at, accepted_at) select $3, $2, id, 1, 'parked', 'test', 'user', now(), now() from h`,
    [newId('thread'), agentId, newId('turn')],
  );
}
