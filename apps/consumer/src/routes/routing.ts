import {
  type PolicySeries,
  policyNameSchema,
  policySeriesQuerySchema,
  policySeriesSchema,
  routingCalibrationSchema,
  routingSharesSchema,
  sharesQuerySchema,
} from '@salience/contracts';
import {
  listStandings,
  listVersions,
  loadCalibration,
  loadRoutedDays,
  routerCalibration,
} from '@salience/database/learning';
import type { ConsumerContext } from '../consumer-context.ts';
import { callerRoute, operatorRoute } from '../http/route.ts';
import { findPolicy, operatorView, seesFigures, type Viewer, viewOf } from '../policies/find-policy.ts';
import { liveOf } from '../policies/policy-views.ts';
import { bands, calibrationView, sharesView, standingDay } from '../policies/routing-views.ts';

const dayMs = 86_400_000;
const mine = { needs: 'person', operatorsToo: true, tag: 'Operation' } as const;

const series = {
  method: 'GET',
  does: 'How a policy did day by day: shares of modes with their bands, pressures, and the weights of the versions that decided',
  more: 'A day is there once the regulator has looked, at most once in 24 hours. GET /policies/:policy/history has each change with its reason and effect.',
  params: { policy: policyNameSchema },
  query: policySeriesQuerySchema,
  answers: { 200: { is: 'Days, oldest first.', json: policySeriesSchema } },
  problems: { 404: ['policy.unknown'] },
} as const;
const calibration = {
  method: 'GET',
  does: 'How often decisions of a confidence are right: a reliability diagram, before and after the newest map',
  more: 'Made once a day from labelled decisions of all agents. Without figures for a holder of a key.',
  answers: { 200: { is: 'The newest calibration.', json: routingCalibrationSchema } },
} as const;

async function seriesOf(
  context: ConsumerContext,
  viewer: Viewer,
  name: string,
  days: number,
): Promise<PolicySeries> {
  const { clock, db } = context;
  const policy = await findPolicy(context, viewer, name);
  const from = new Date((await clock.now()).getTime() - (days - 1) * dayMs).toISOString().slice(0, 10);
  const rows = await listStandings(db, name, { from, limit: days + 1 });
  const decides = liveOf(policy);
  const named = [...rows.map((row) => ({ name: row.decidedBy, version: row.decidedVersion })), decides];
  const versions = await Promise.all(
    [...new Set(named.map((one) => one.name))].map(async (of) => {
      const numbers = new Set(named.filter((one) => one.name === of).map(({ version }) => version));
      const found = await listVersions(db, of, [...numbers]);
      return found.map(({ version, weights }) => ({ name: of, version, weights: { ...weights } }));
    }),
  );
  const figures = seesFigures(viewer, name);
  return {
    policy: name,
    bands: [...bands],
    days: rows.map((row) => standingDay(row, figures)),
    versions: versions.flat(),
    decides,
  };
}

/** GET /policies/:policy/series. */
export const getPolicySeries = callerRoute({
  ...mine,
  ...series,
  path: '/policies/:policy/series',
  handle: async (context, { caller, params: { policy }, query: { days }, response }) => {
    response.json(await seriesOf(context, viewOf(caller), policy, days));
  },
});

/** GET /operator/policies/:policy/series: the same where the cookie of an operator is sent to. */
export const getOperatorPolicySeries = operatorRoute({
  ...series,
  path: '/operator/policies/:policy/series',
  handle: async (context, { params: { policy }, query: { days }, response }) => {
    response.json(await seriesOf(context, operatorView, policy, days));
  },
});

/** GET /routing/shares. */
export const getRoutingShares = callerRoute({
  ...mine,
  method: 'GET',
  path: '/routing/shares',
  does: 'How decisions of the agent about what people said fell to the modes, day by day, with the bands that are healthy',
  query: sharesQuerySchema,
  answers: { 200: { is: 'Shares of the last days, today included.', json: routingSharesSchema } },
  handle: async (context, { caller, query: { days }, response }) => {
    const to = await context.clock.now();
    const today = Math.floor(to.getTime() / dayMs) * dayMs;
    const from = new Date(today - (days - 1) * dayMs);
    const rows = await loadRoutedDays(context.db, caller.agent.id, { from, to });
    response.json(sharesView(rows, from, to));
  },
});

/** GET /routing/calibration. */
export const getRoutingCalibration = callerRoute({
  ...mine,
  ...calibration,
  path: '/routing/calibration',
  handle: async (context, { caller, response }) => {
    const row = await loadCalibration(context.db, routerCalibration);
    response.json(calibrationView(row, viewOf(caller).seesFleet));
  },
});

/** GET /operator/routing/calibration. */
export const getOperatorCalibration = operatorRoute({
  ...calibration,
  path: '/operator/routing/calibration',
  handle: async (context, { response }) => {
    response.json(calibrationView(await loadCalibration(context.db, routerCalibration), true));
  },
});
