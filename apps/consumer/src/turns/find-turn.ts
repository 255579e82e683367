import type { TurnId } from '@salience/contracts';
import { loadTurns, type TurnRow } from '@salience/database/turns';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';

/** The caller's turn with this id. Throws 404, also for another agent's turn. */
export async function findTurn(context: ConsumerContext, caller: Caller, turnId: TurnId): Promise<TurnRow> {
  const [turn] = await loadTurns(context.db, caller.agent.id, [turnId]);
  if (turn === undefined) throw unknownTurn();
  return turn;
}

/** The 404 of turns. */
export function unknownTurn() {
  return httpProblem(404, 'turn.unknown', 'This agent has no turn with this id. Check the id and the agent.');
}
