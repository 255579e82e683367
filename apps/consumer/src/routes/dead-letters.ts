import { deadLetterViewSchema, idSchema, pageQuerySchema, pageSchema } from '@salience/contracts';
import { deadLetterView, listDeadLetters, settleDeadLetter } from '@salience/database/operations';
import { httpProblem } from '../http/problems.ts';
import { callerRoute, type Route } from '../http/route.ts';

/** GET /dead-letters: jobs of this agent that failed for good, latest first. */
export const getDeadLetters = callerRoute({
  method: 'GET',
  path: '/dead-letters',
  needs: 'machine',
  does: 'Dead letters of this agent, latest first',
  tag: 'Operation',
  query: pageQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(deadLetterViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const rows = await listDeadLetters(context.db, caller.agent.id, query.limit);
    response.json({ items: rows.map(deadLetterView), next: null });
  },
});

/** POST /dead-letters/:letter/retry. */
export const postRetryLetter = settling('retry', 'retried', 'Send the job of a dead letter again');
/** POST /dead-letters/:letter/drop. */
export const postDropLetter = settling('drop', 'dropped', 'Drop a dead letter');

/** Retries or drops a dead letter, once. */
function settling(verb: 'drop' | 'retry', outcome: 'dropped' | 'retried', does: string): Route {
  return callerRoute({
    method: 'POST',
    path: `/dead-letters/:letter/${verb}`,
    needs: 'person',
    does,
    tag: 'Operation',
    params: { letter: idSchema('deadLetter') },
    answers: { 200: { is: 'The dead letter.', json: deadLetterViewSchema } },
    problems: { 404: ['letter.unknown'] },
    handle: async (context, { caller, params, response }) => {
      const row = await settleDeadLetter(context.db, caller.agent.id, params.letter, outcome);
      if (row === undefined) {
        const detail = 'This agent has no open dead letter with this id. GET /dead-letters lists them.';
        throw httpProblem(404, 'letter.unknown', detail);
      }
      response.json(deadLetterView(row));
    },
  });
}
