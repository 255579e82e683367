import {
  deadLetterFilterSchema,
  emptyBodySchema,
  idSchema,
  operatorDeadLetterQuerySchema,
  operatorDeadLetterSchema,
  pageSchema,
  settledDeadLettersSchema,
  type SettledDeadLettersView,
} from '@salience/contracts';
import { operatorDeadLetterView } from '@salience/database/operations';
import { listFleetDeadLetters, settleDeadLetters } from '@salience/database/operators';
import { operatorRoute, type Route } from '../../http/route.ts';
import { decodeCursor, encodeCursor, timePlace } from '../../http/cursor.ts';
import { defined } from '../../http/defined.ts';
import { httpProblem } from '../../http/problems.ts';

/** GET /operator/dead-letters: dead letters of all agents and of none, latest first. */
export const getOperatorDeadLetters = operatorRoute({
  method: 'GET',
  path: '/operator/dead-letters',
  does: 'Dead letters of every agent and of none, latest first',
  query: operatorDeadLetterQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(operatorDeadLetterSchema) } },
  handle: async (context, { query, response }) => {
    const { limit, cursor, state, queue, code, agent_id: agentId } = query;
    const before = decodeCursor(cursor, timePlace);
    // One more than requested shows whether there is another page.
    const page = { limit: limit + 1, ...defined({ state, queue, code, agentId, before }) };
    const rows = await listFleetDeadLetters(context.db, page);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : encodeCursor({ at: last.createdAt, id: last.id });
    response.json({ items: items.map(operatorDeadLetterView), next });
  },
});

const settled = { 200: { is: 'The dead letters, with their audit row.', json: settledDeadLettersSchema } };

/** POST /operator/dead-letters/:letter/retry. */
export const postRetryOne = settlingOne('retry', 'retried', 'Send the job of a dead letter again');
/** POST /operator/dead-letters/:letter/drop. */
export const postDropOne = settlingOne('drop', 'dropped', 'Drop a dead letter');
/** POST /operator/dead-letters/retry. */
export const postRetryMany = settlingMany(
  'retry',
  'retried',
  'Send the jobs of many dead letters again, oldest first',
);
/** POST /operator/dead-letters/drop. */
export const postDropMany = settlingMany('drop', 'dropped', 'Drop many dead letters, oldest first');

/** Retries or drops one, once. */
function settlingOne(verb: 'drop' | 'retry', outcome: 'dropped' | 'retried', does: string): Route {
  return operatorRoute({
    method: 'POST',
    path: `/operator/dead-letters/:letter/${verb}`,
    does,
    params: { letter: idSchema('deadLetter') },
    body: emptyBodySchema,
    bodyOptional: true,
    answers: settled,
    problems: { 404: ['letter.unknown'], ...(verb === 'retry' ? { 409: ['letter.unsendable'] } : {}) },
    handle: async (context, { operator, params, response }) => {
      const id = params.letter;
      const result = await settleDeadLetters(context.db, { id }, outcome, operator.actor);
      if (result.unsendable > 0) {
        const detail =
          'Its payload does not say which agent it belongs to, so it would fail the same way. Drop it instead.';
        throw httpProblem(409, 'letter.unsendable', detail);
      }
      if (result.settled.length === 0) {
        const detail = 'There is no open dead letter with this id. GET /operator/dead-letters lists them.';
        throw httpProblem(404, 'letter.unknown', detail);
      }
      const view: SettledDeadLettersView = { settled: [...result.settled], more: false };
      response.json(view);
    },
  });
}

/** Retries or drops all that match the filter, oldest first. */
function settlingMany(verb: 'drop' | 'retry', outcome: 'dropped' | 'retried', does: string): Route {
  return operatorRoute({
    method: 'POST',
    path: `/operator/dead-letters/${verb}`,
    does,
    body: deadLetterFilterSchema,
    answers: settled,
    handle: async (context, { body, operator, response }) => {
      const { limit, queue, code, agent_id: agentId } = body;
      const filter = { limit, ...defined({ queue, code, agentId }) };
      const { settled, more } = await settleDeadLetters(context.db, filter, outcome, operator.actor);
      const view: SettledDeadLettersView = { settled: [...settled], more };
      response.json(view);
    },
  });
}
