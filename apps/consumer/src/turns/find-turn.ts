import type { TurnId } from '@salience/contracts';
import { loadTurns, mayTurnApprove, type TurnRow } from '@salience/database/turns';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { requireScope } from '../http/scopes.ts';

/** The caller's turn with this id. Throws 404, also for another agent's turn. */
export async function findTurn(context: ConsumerContext, caller: Caller, turnId: TurnId): Promise<TurnRow> {
  const [turn] = await loadTurns(context.db, caller.agent.id, [turnId]);
  if (turn === undefined) throw unknownTurn();
  return turn;
}

/**
 * The caller's turn, as findTurn, for a key that may talk as much as for one that may read. With neither `read` nor `manage` it reads what was
 * said as it speaks itself: with a key that approves nothing. The person's turns need `read`, whoever told it their ids. Throws 404 and 403.
 */
export async function findReadableTurn(
  context: ConsumerContext,
  caller: Caller,
  turnId: TurnId,
): Promise<TurnRow> {
  const turn = await findTurn(context, caller, turnId);
  const scopes = caller.rules?.scopes;
  if (scopes === undefined || scopes.includes('read') || scopes.includes('manage')) return turn;
  if (await mayTurnApprove(context.db, caller.agent.id, turnId)) requireScope(caller, ['read']);
  return turn;
}

/** The 404 of turns. */
export function unknownTurn() {
  return httpProblem(404, 'turn.unknown', 'This agent has no turn with this id. Check the id and the agent.');
}
