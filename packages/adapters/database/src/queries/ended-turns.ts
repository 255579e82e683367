import type { AgentId, TurnId } from '@salience/contracts';
import { type Database, query } from '../connect.ts';

/** Which of these turns reached their terminal state; cheap enough to ask for every open stream each second. */
export async function findEndedTurns(
  db: Database,
  agentId: AgentId,
  turnIds: readonly TurnId[],
): Promise<TurnId[]> {
  const rows = await query<{ id: TurnId }>(
    db,
    'find_ended_turns',
    `with agent as materialized (select set_config('app.agent', $1, true) as id)
     select x.id from agent cross join lateral (select e.turn_id as id from salience.terminal_events e
       where e.agent_id = agent.id and e.turn_id = any($2)) x`,
    [agentId, turnIds],
  );
  return rows.map((row) => row.id);
}
