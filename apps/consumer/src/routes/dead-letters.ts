import { idSchema, pageQuerySchema } from '@salience/contracts';
import { deadLetterView, listDeadLetters, settleDeadLetter } from '@salience/database';
import type { ConsumerContext } from '../consumer-context.ts';
import { httpProblem } from '../http/problems.ts';
import { readParam, readQuery } from '../http/read-input.ts';
import type { Handler } from '../http/route-table.ts';

/** GET /dead-letters: jobs of this agent that failed for good, latest first. */
export function getDeadLetters(context: ConsumerContext): Handler {
  return async (request, response, caller) => {
    const { limit } = readQuery(request, pageQuerySchema);
    const rows = await listDeadLetters(context.db, caller.agent.id, limit);
    response.json({ items: rows.map(deadLetterView), next: null });
  };
}

/** POST /dead-letters/:letter/retry and /drop: settles a dead letter, once. */
export function settle(context: ConsumerContext, outcome: 'retried' | 'dropped'): Handler {
  return async (request, response, caller) => {
    const id = readParam(request, 'letter', idSchema('deadLetter'));
    const row = await settleDeadLetter(context.db, caller.agent.id, id, outcome);
    if (row === undefined) {
      const detail =
        'This agent has no dead letter with this id that is still unsettled. GET /dead-letters lists them.';
      throw httpProblem(404, 'letter.unknown', detail);
    }
    response.json(deadLetterView(row));
  };
}
