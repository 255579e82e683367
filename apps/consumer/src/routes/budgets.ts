import { budgetsSchema } from '@salience/contracts';
import { budgetsOf } from '../budgets/budgets.ts';
import { callerRoute } from '../http/route.ts';

/** GET /budgets. */
export const getBudgets = callerRoute({
  method: 'GET',
  path: '/budgets',
  needs: 'person',
  does: 'The limits of an agent and what is used of each, with the tokens that the replies of the day took by model',
  tag: 'Operation',
  answers: { 200: { is: 'All of them.', json: budgetsSchema } },
  handle: async (context, { caller, response }) => {
    response.json(await budgetsOf(context, caller));
  },
});
