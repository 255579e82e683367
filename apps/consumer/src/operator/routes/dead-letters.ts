import {
  deadLetterFilterSchema,
  emptyBodySchema,
  idSchema,
  operatorDeadLetterQuerySchema,
  type SettledDeadLettersView,
} from '@salience/contracts';
import { listFleetDeadLetters, operatorDeadLetterView, settleDeadLetters } from '@salience/database';
import type { ConsumerContext } from '../../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../../http/cursor.ts';
import { defined } from '../../http/defined.ts';
import { httpProblem } from '../../http/problems.ts';
import { readBody, readParam, readQuery } from '../../http/read-input.ts';
import type { OperatorHandler } from '../../http/route-table.ts';

/** GET /operator/dead-letters: those of every agent and of none, latest first. */
export function getOperatorDeadLetters(context: ConsumerContext): OperatorHandler {
  return async (request, response) => {
    const {
      limit,
      cursor,
      state,
      queue,
      code,
      agent_id: agentId,
    } = readQuery(request, operatorDeadLetterQuerySchema);
    const before = decodeCursor(cursor, timePlace);
    // One more than asked for tells whether there is another page.
    const page = { limit: limit + 1, ...defined({ state, queue, code, agentId, before }) };
    const rows = await listFleetDeadLetters(context.db, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.createdAt, id: last.id });
    response.json({ items: items.map(operatorDeadLetterView), next });
  };
}

/** POST /operator/dead-letters/:letter/retry and /drop: settles one, once. */
export function settleLetter(context: ConsumerContext, outcome: 'retried' | 'dropped'): OperatorHandler {
  return async (request, response, operator) => {
    await readBody(request, response, emptyBodySchema.optional());
    const id = readParam(request, 'letter', idSchema('deadLetter'));
    const result = await settleDeadLetters(context.db, { id }, outcome, operator.actor);
    if (result.unsendable > 0) {
      const detail =
        'Its payload does not say which agent it belongs to, so it would fail the same way. Drop it instead.';
      throw httpProblem(409, 'letter.unsendable', detail);
    }
    if (result.settled.length === 0) {
      const detail =
        'There is no dead letter with this id that is still unsettled. GET /operator/dead-letters lists them.';
      throw httpProblem(404, 'letter.unknown', detail);
    }
    const view: SettledDeadLettersView = { settled: [...result.settled], more: false };
    response.json(view);
  };
}

/** POST /operator/dead-letters/retry and /drop: settles all that fit the filter, the oldest first. */
export function settleLetters(context: ConsumerContext, outcome: 'retried' | 'dropped'): OperatorHandler {
  return async (request, response, operator) => {
    const {
      limit,
      queue,
      code,
      agent_id: agentId,
    } = await readBody(request, response, deadLetterFilterSchema);
    const filter = { limit, ...defined({ queue, code, agentId }) };
    const { settled, more } = await settleDeadLetters(context.db, filter, outcome, operator.actor);
    const view: SettledDeadLettersView = { settled: [...settled], more };
    response.json(view);
  };
}
