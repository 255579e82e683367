import type { AgentId, ThreadId, TurnId } from '@salience/contracts';
import { type Database, query } from '../connect.ts';
import type { TurnRow } from './turns.ts';

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

/** A place in a thread: the turn with the seq `after` and those before it are known. */
export interface ThreadPlace {
  readonly threadId: ThreadId;
  readonly after: number;
}

/** The turns of threads that ended after these places, by thread and in order; of each thread at most `limit`. */
export async function endedAfter(
  db: Database,
  agentId: AgentId,
  places: readonly ThreadPlace[],
  limit: number,
): Promise<TurnRow[]> {
  const rows = await query<{ turn: TurnRow }>(
    db,
    'ended_after',
    'select salience.ended_after($1, $2::jsonb, $3) as turn',
    [agentId, JSON.stringify(places), limit],
  );
  return rows.map((row) => row.turn);
}
