import { type TurnId, turnIdSchema } from '@salience/contracts';
import { loadTurns, type TurnRow } from '@salience/database';
import type { Request } from 'express';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { readParam } from '../http/read-input.ts';

/** The turn id of a path. Throws 404 for what cannot be one. */
export function turnIdOf(request: Request): TurnId {
  return readParam(request, 'turn', turnIdSchema);
}

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
