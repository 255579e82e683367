import type { AgentId } from '@salience/contracts';
import { type Database, query } from '../connect.ts';

/**
 * Offers everything of an agent that could not be learned from again: exchanges, ranges, episodes without concepts, experiences.
 * A sweep sends their jobs within seconds. Resolves with how many, by kind. For consumer and operator.
 */
export async function retryFailedMemory(db: Database, agentId: AgentId): Promise<Record<string, number>> {
  const rows = await query<{ r: Record<string, number> }>(
    db,
    'retry_failed',
    'select salience.retry_failed($1) as r',
    [agentId],
  );
  return rows[0]?.r ?? {};
}
