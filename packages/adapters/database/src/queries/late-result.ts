import type { AgentId, TurnId } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';

/** What an action answered after it was given up. */
export interface LateResultRow {
  readonly agentId: AgentId;
  readonly runId: TurnId;
  readonly n: number;
  readonly text: string;
}

/** Keeps it with its step, where nobody will use it; the first one counts. False when it was kept before. */
export function recordLate(db: Database, late: LateResultRow): Promise<boolean> {
  return withAgent(db, late.agentId, async (client) => {
    const kept = await client.query(
      'update salience.act_steps set late = $4 where run_id = $1 and n = $2 and agent_id = $3 and late is null',
      [late.runId, late.n, late.agentId, late.text],
    );
    return kept.rowCount === 1;
  });
}
