import type { AgentId, ContextSnapshot, TurnId } from '@salience/contracts';
import { type Database, query, withAgent } from '../connect.ts';

/** One model call of a turn as it is kept: what the model saw, and why. */
export interface TurnContext extends ContextSnapshot {
  /** The number of the call in its turn, from 0. */
  readonly call: number;
  /** Tokens of the whole prompt, estimated. */
  readonly tokens: number;
}

/** What models saw in a turn, in the order of their calls; empty when nothing was kept. */
export function loadContexts(db: Database, agentId: AgentId, turnId: TurnId): Promise<TurnContext[]> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<{ context: TurnContext }>(
      `select c.body || jsonb_build_object('call', c.call, 'model', c.model, 'tokens', c.tokens, 'system', p.system) as context
       from salience.contexts c join salience.context_prefixes p on p.agent_id = c.agent_id and p.hash = c.system_hash
       where c.turn_id = $1 and c.agent_id = $2 order by c.call`,
      [turnId, agentId],
    );
    return rows.rows.map((row) => row.context);
  });
}

/**
 * Deletes what models saw before an instant of business time, at most `limit` rows at once; when none is left, the system texts that
 * nothing refers to any more. Each once across the fleet; resolves with how many, 0 when nothing is left. Scheduler role.
 */
export async function deleteOldContexts(
  db: Database,
  options: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const rows = await query<{ deleted: number }>(
    db,
    'delete_old_contexts',
    'select salience.delete_old_contexts($1, $2) as deleted',
    [options.before, options.limit],
  );
  return rows[0]?.deleted ?? 0;
}
