import type { AgentId } from '@salience/contracts';
import { type Database, query } from '../connect.ts';

/**
 * Has everything of an agent that could not be learned from tried again: exchanges, stretches, episodes without concepts, experiences.
 * The sweep finds them within seconds. `now` is business time. Resolves with how many, by kind. For consumer and operator.
 */
export async function retryFailedMemory(
  db: Database,
  agentId: AgentId,
  now: Date,
): Promise<Record<string, number>> {
  const rows = await query<{ r: Record<string, number> }>(
    db,
    'retry_failed',
    'select salience.retry_failed($1, $2) as r',
    [agentId, now],
  );
  return rows[0]?.r ?? {};
}
