import {
  actionsQuerySchema,
  actionViewSchema,
  evaluateRequestSchema,
  evaluationViewSchema,
  goalChangeSchema,
  goalDeletedSchema,
  goalsQuerySchema,
  goalViewSchema,
  newGoalSchema,
  outcomeRequestSchema,
  pfcIdSchema,
} from '@salience/contracts';
import {
  createGoal,
  deleteGoal,
  listActions,
  listGoals,
  recordOutcome,
  updateGoal,
} from '@salience/database/pfc';
import { z } from 'zod';
import { defined } from '../http/defined.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { evaluate, valueOfOutcome } from '../pfc/evaluate.ts';
import { actionView, goalView } from '../pfc/pfc-views.ts';
import { changeable, trustOf } from '../pfc/standing.ts';

const pfc = { needs: 'machine', tag: 'PFC', dialect: 'pfc' } as const;
const oneGoal = { params: { goal: pfcIdSchema }, problems: { 400: ['path.invalid'], 404: ['goal.unknown'] } };

/** GET /goals. */
export const getGoals = callerRoute({
  ...pfc,
  method: 'GET',
  path: '/goals',
  does: 'Goals of the agent, by priority, the highest first, then the older one first',
  more: 'Active ones unless "status" says otherwise. "trust" says whether somebody with a key vouches for a goal: others count for callers without a key alone.',
  query: goalsQuerySchema,
  answers: { 200: { is: 'The goals.', json: z.array(goalViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const rows = await listGoals(context.db, caller.agent.id, query.status);
    response.json(rows.map(goalView));
  },
});

/** POST /goals. */
export const postGoal = callerRoute({
  ...pfc,
  method: 'POST',
  path: '/goals',
  does: 'Add a goal',
  more: 'It is active. Without a key or the token of the person it is "unverified", and counts for callers without a key alone.',
  body: newGoalSchema,
  answers: { 201: { is: 'The goal.', json: goalViewSchema } },
  handle: async (context, { body, caller, response }) => {
    const now = await context.clock.now();
    const row = await createGoal(context.db, caller.agent.id, { ...body, trust: trustOf(caller), now });
    context.minds.drop(caller.agent.id);
    response.status(201).json(goalView(row));
  },
});

/** PATCH /goals/:goal. */
export const patchGoal = callerRoute({
  ...pfc,
  ...oneGoal,
  method: 'PATCH',
  path: '/goals/:goal',
  does: 'Change a goal; "status": "completed" closes it, "active" opens it again',
  more: 'Without a key only goals that came without one are there to be changed.',
  body: goalChangeSchema,
  answers: { 200: { is: 'The goal.', json: goalViewSchema } },
  handle: async (context, { body, caller, params, response }) => {
    const now = await context.clock.now();
    const change = { ...defined(body), ...changeable(caller), now };
    const row = await updateGoal(context.db, caller.agent.id, params.goal, change);
    if (row === undefined) throw goalUnknown();
    context.minds.drop(caller.agent.id);
    response.json(goalView(row));
  },
});

/** DELETE /goals/:goal. */
export const removeGoal = callerRoute({
  ...pfc,
  ...oneGoal,
  method: 'DELETE',
  path: '/goals/:goal',
  does: 'Delete a goal for good; actions that it was matched with keep what it was',
  answers: { 200: { is: 'It is gone.', json: goalDeletedSchema } },
  handle: async (context, { caller, params, response }) => {
    const { id } = caller.agent;
    if (!(await deleteGoal(context.db, id, params.goal, changeable(caller)))) throw goalUnknown();
    context.minds.drop(id);
    response.json({ deleted: true, id: params.goal });
  },
});

/** POST /evaluate. */
export const postEvaluate = callerRoute({
  ...pfc,
  method: 'POST',
  path: '/evaluate',
  does: 'Judge a proposed action by the active goals, and log it: act (0.5 and more), consider (0.3 and more) or skip',
  more: 'Of "context" these are read: channel, kind (or tool), text, addressed (or targeted, mentioned), urgent (or tier: "emergency"), reversible; the rest is kept. What is to be considered is held for an hour: a later one like it goes into it, and one that is done takes it along. Goals are matched by words and by meaning; without "similarity" among the factors words alone decided.',
  body: evaluateRequestSchema,
  answers: { 200: { is: 'The judgement, with the id of its row.', json: evaluationViewSchema } },
  handle: async (context, { body, caller, response }) => {
    response.json(await evaluate(context, caller, body));
  },
});

/** GET /actions. */
export const getActions = callerRoute({
  ...pfc,
  method: 'GET',
  path: '/actions',
  does: 'Judged actions, the newest first',
  query: actionsQuerySchema,
  answers: { 200: { is: 'The actions.', json: z.array(actionViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const now = await context.clock.now();
    const rows = await listActions(context.db, caller.agent.id, { limit: query.limit, now });
    response.json(rows.map(actionView));
  },
});

/** PATCH /actions/:action/outcome. */
export const patchOutcome = callerRoute({
  ...pfc,
  method: 'PATCH',
  path: '/actions/:action/outcome',
  does: 'Say how an action went; later ones are judged by it',
  more: '"value" from -1 to 1 says how well; left out, it is read from words such as "success" and "failure". Another outcome takes the place of an earlier one, which is kept.',
  params: { action: pfcIdSchema },
  body: outcomeRequestSchema,
  answers: { 200: { is: 'The action.', json: actionViewSchema } },
  problems: { 400: ['path.invalid'], 404: ['action.unknown'] },
  handle: async (context, { body, caller, params, response }) => {
    const { notes, outcome, value } = body;
    const { trust: only } = changeable(caller);
    const row = await recordOutcome(context.db, caller.agent.id, params.action, {
      outcome,
      notes,
      value: value ?? valueOfOutcome(outcome),
      trust: trustOf(caller),
      only,
      now: await context.clock.now(),
    });
    if (row === undefined)
      throw httpProblem(404, 'action.unknown', 'No action that this caller may judge has this id.');
    response.json(actionView(row));
  },
});

function goalUnknown() {
  return httpProblem(
    404,
    'goal.unknown',
    'No goal that this caller may change has this id. GET /goals lists them.',
  );
}
