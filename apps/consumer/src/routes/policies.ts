import {
  idSchema,
  labelQuerySchema,
  labelViewSchema,
  pageQuerySchema,
  pageSchema,
  type PolicyChangeView,
  policyChangeViewSchema,
  policyDetailSchema,
  policyDiffQuerySchema,
  policyDiffViewSchema,
  policyNameSchema,
  policyRequestBodySchema,
  policyRequestViewSchema,
  policyVersionViewSchema,
  policyViewSchema,
} from '@salience/contracts';
import {
  findPolicyRequest,
  listLabels,
  listPolicyChanges,
  listPolicyRequests,
} from '@salience/database/learning';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import { decodeCursor, encodeCursor, timePlace } from '../http/cursor.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute, operatorRoute, type Route } from '../http/route.ts';
import { askRegulator, requestProblems } from '../policies/ask-regulator.ts';
import {
  findPolicy,
  findVersion,
  listPolicies,
  operatorView,
  policyDetail,
  policyDiff,
  seesFigures,
  type Viewer,
  viewOf,
} from '../policies/find-policy.ts';
import {
  labelView,
  policyChangeView,
  policyRequestView,
  policyVersionView,
  policyView,
} from '../policies/policy-views.ts';

const tag = 'Operation';
const params = { policy: policyNameSchema };
const unknown = { 404: ['policy.unknown'] };
const unknownVersion = { 404: ['policy.unknown', 'version.unknown'] };
/** The policy of one agent is for its callers. */
const mine = { needs: 'person', operatorsToo: true, tag } as const;

const policies = {
  method: 'GET',
  does: 'Policies, whose weights decide how a message is answered, by name',
  more: 'The policy of another agent ("fleet:" and its id) is left out.',
  answers: { 200: { is: 'One page with all of them.', json: pageSchema(policyViewSchema) } },
} as const;
const onePolicy = {
  method: 'GET',
  does: 'A policy: what it was made of, how it did when the regulator looked last, and who decides by it',
  params,
  answers: { 200: { is: 'The policy.', json: policyDetailSchema } },
  problems: unknownVersion,
} as const;
const history = {
  method: 'GET',
  does: 'Changes of a policy, latest first: why each was made and what it did',
  params,
  query: pageQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(policyChangeViewSchema) } },
  problems: unknown,
} as const;

async function policiesPage(context: ConsumerContext, viewer: Viewer) {
  const found = await listPolicies(context, viewer);
  return { items: found.map((one) => policyView(one, seesFigures(viewer, one.name))), next: null };
}

async function historyPage(
  context: ConsumerContext,
  viewer: Viewer,
  name: string,
  { cursor, limit }: z.output<typeof pageQuerySchema>,
): Promise<{ items: PolicyChangeView[]; next: string | null }> {
  const after = decodeCursor(cursor, timePlace);
  await findPolicy(context, viewer, name);
  const rows = await listPolicyChanges(context.db, name, { limit: limit + 1, after });
  const figures = seesFigures(viewer, name);
  return pageOf(
    rows,
    limit,
    (row) => policyChangeView(row, figures),
    ({ at, id }) => ({ at, id }),
  );
}

/** A page of the rows that were asked for, with one more to show whether there is another. */
function pageOf<R, V>(rows: readonly R[], limit: number, view: (row: R) => V, place: (row: R) => unknown) {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items: items.map(view), next: last === undefined ? null : encodeCursor(place(last)) };
}

/** GET /policies. */
export const getPolicies = callerRoute({
  ...mine,
  ...policies,
  path: '/policies',
  handle: async (context, { caller, response }) => {
    response.json(await policiesPage(context, viewOf(caller)));
  },
});

/** GET /operator/policies: the same where the cookie of an operator is sent to. */
export const getOperatorPolicies = operatorRoute({
  ...policies,
  path: '/operator/policies',
  handle: async (context, { response }) => {
    response.json(await policiesPage(context, operatorView));
  },
});

/** GET /policies/:policy. */
export const getPolicy = callerRoute({
  ...mine,
  ...onePolicy,
  path: '/policies/:policy',
  handle: async (context, { caller, params: { policy }, response }) => {
    response.json(await policyDetail(context, viewOf(caller), policy));
  },
});

/** GET /operator/policies/:policy. */
export const getOperatorPolicy = operatorRoute({
  ...onePolicy,
  path: '/operator/policies/:policy',
  handle: async (context, { params: { policy }, response }) => {
    response.json(await policyDetail(context, operatorView, policy));
  },
});

/** GET /policies/:policy/history. */
export const getPolicyHistory = callerRoute({
  ...mine,
  ...history,
  path: '/policies/:policy/history',
  handle: async (context, { caller, params: { policy }, query, response }) => {
    response.json(await historyPage(context, viewOf(caller), policy, query));
  },
});

/** GET /operator/policies/:policy/history. */
export const getOperatorPolicyHistory = operatorRoute({
  ...history,
  path: '/operator/policies/:policy/history',
  handle: async (context, { params: { policy }, query, response }) => {
    response.json(await historyPage(context, operatorView, policy, query));
  },
});

/** GET /policies/:policy/versions/:version. */
export const getPolicyVersion = callerRoute({
  ...mine,
  method: 'GET',
  path: '/policies/:policy/versions/:version',
  does: 'A version of a policy: its weights, its parent and why it was made',
  more: 'What was published never changes.',
  params: { ...params, version: z.coerce.number().int().min(1).max(2_147_483_647) },
  answers: { 200: { is: 'The version.', json: policyVersionViewSchema } },
  problems: unknownVersion,
  handle: async (context, { caller, params: { policy, version }, response }) => {
    const viewer = viewOf(caller);
    const { name } = await findPolicy(context, viewer, policy);
    const row = await findVersion(context, { name, version });
    response.json(policyVersionView(row, seesFigures(viewer, name)));
  },
});

/** GET /policies/:policy/diff. */
export const getPolicyDiff = callerRoute({
  ...mine,
  method: 'GET',
  path: '/policies/:policy/diff',
  does: 'Weights that differ between two versions of a policy, or between one and what it departs from',
  more: 'Without "to" it is the version that decides; without "from" the one of another policy that it departs from, or else the version before.',
  params,
  query: policyDiffQuerySchema,
  answers: { 200: { is: 'The weights that differ, by name.', json: policyDiffViewSchema } },
  problems: unknownVersion,
  handle: async (context, { caller, params: { policy }, query, response }) => {
    const known = await findPolicy(context, viewOf(caller), policy);
    response.json(await policyDiff(context, known, query));
  },
});

const request = {
  method: 'POST',
  does: 'Ask the regulator to pin a policy, to take the pin back, to go back to a version, or to simulate one',
  more: '"pin" has a version decide until "unpin"; "rollback" publishes a version with the weights of an earlier one; "simulate" replays stored decisions under a version, with "weights" in place of its own, and changes nothing. The regulator carries it out within seconds: GET the request for what came of it.',
  params,
  body: policyRequestBodySchema,
  answers: {
    202: {
      is: 'The request, with its audit row.',
      json: policyRequestViewSchema,
      headers: { Location: 'The request.' },
    },
  },
  problems: requestProblems,
} as const;
const requests = {
  method: 'GET',
  does: 'What was asked of the regulator about a policy, latest first',
  params,
  query: pageQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(policyRequestViewSchema) } },
  problems: unknown,
} as const;

async function requestsPage(
  context: ConsumerContext,
  policy: string,
  { cursor, limit }: z.output<typeof pageQuerySchema>,
) {
  const after = decodeCursor(cursor, timePlace);
  await findPolicy(context, operatorView, policy);
  const rows = await listPolicyRequests(context.db, policy, { limit: limit + 1, after });
  return pageOf(rows, limit, policyRequestView, ({ askedAt: at, id }) => ({ at, id }));
}

/** POST /policies/:policy/requests: only the regulator writes policies (law 7), so it is asked to. */
export const postPolicyRequest = asking('/policies/:policy/requests');
/** POST /operator/policies/:policy/requests: the same where the cookie of an operator is sent to. */
export const postOperatorPolicyRequest = asking('/operator/policies/:policy/requests');

function asking(path: string): Route {
  return operatorRoute({
    ...request,
    path,
    handle: async (context, { body, operator, params: { policy }, response }) => {
      const row = await askRegulator(context, operator, policy, body);
      response.status(202).location(`/policies/${policy}/requests/${row.id}`).json(policyRequestView(row));
    },
  });
}

/** GET /policies/:policy/requests. */
export const getPolicyRequests = asked('/policies/:policy/requests');
/** GET /operator/policies/:policy/requests. */
export const getOperatorPolicyRequests = asked('/operator/policies/:policy/requests');

function asked(path: string): Route {
  return operatorRoute({
    ...requests,
    path,
    handle: async (context, { params: { policy }, query, response }) => {
      response.json(await requestsPage(context, policy, query));
    },
  });
}

/** GET /policies/:policy/requests/:request. */
export const getPolicyRequest = operatorRoute({
  method: 'GET',
  path: '/policies/:policy/requests/:request',
  does: 'A request to the regulator, and what came of it',
  params: { ...params, request: idSchema('policyRequest') },
  answers: { 200: { is: 'The request; "outcome" is null while it is open.', json: policyRequestViewSchema } },
  problems: { 404: ['request.unknown', 'policy.unknown'] },
  handle: async (context, { params: { policy, request }, response }) => {
    const row = await findPolicyRequest(context.db, request);
    if (row === undefined || row.policy !== policy)
      throw httpProblem(404, 'request.unknown', 'Nothing like this was asked about this policy.');
    response.json(policyRequestView(row));
  },
});

/** GET /labels. */
export const getLabels = callerRoute({
  ...mine,
  method: 'GET',
  path: '/labels',
  does: "What was said from outside of the router about decisions of the agent, latest first: by a person's next message, their silence, feedback or a review",
  query: labelQuerySchema,
  answers: { 200: { is: 'A page.', json: pageSchema(labelViewSchema) } },
  handle: async (context, { caller, query, response }) => {
    const { cursor, kind, limit, turn: turnId } = query;
    const after = decodeCursor(cursor, timePlace);
    const rows = await listLabels(context.db, caller.agent.id, { limit: limit + 1, kind, turnId, after });
    response.json(pageOf(rows, limit, labelView, ({ at, id }) => ({ at, id })));
  },
});
