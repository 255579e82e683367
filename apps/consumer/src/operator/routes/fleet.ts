import {
  fleetViewSchema,
  pageSchema,
  type QueueView,
  queueViewSchema,
  workerViewSchema,
} from '@salience/contracts';
import { operatorRoute } from '../../http/route.ts';
import { fleetView, listWorkers, workerView } from '@salience/database/operations';
import { loadFleet } from '@salience/database/operators';
import { isSalienceError } from '@salience/errors';
import type { ConsumerContext } from '../../consumer-context.ts';

/** GET /operator/fleet: workers, queues, lanes, pace and what waits for an operator, in one response. */
export const getFleet = operatorRoute({
  method: 'GET',
  path: '/operator/fleet',
  does: 'The state of the whole fleet',
  answers: {
    200: {
      is: 'Workers, queues, lanes, turns per second and what waits for an operator.',
      json: fleetViewSchema,
    },
  },
  handle: async (context, { response }) => {
    const now = await context.clock.now();
    const [numbers, workers, queues] = await Promise.all([
      loadFleet(context.db, now),
      listWorkers(context.db),
      depthsOrNull(context),
    ]);
    response.json(fleetView({ at: now, backend: context.queues.backend, numbers, workers, queues }));
  },
});

/** GET /workers: every worker process of the last hour, by its heartbeat. */
export const getWorkers = operatorRoute({
  method: 'GET',
  path: '/workers',
  does: 'Worker processes of the last hour',
  answers: { 200: { is: 'A page.', json: pageSchema(workerViewSchema) } },
  handle: async (context, { response }) => {
    const rows = await listWorkers(context.db);
    response.json({ items: rows.map(workerView), next: null });
  },
});

/** GET /queues: the depth of every queue, counted now. */
export const getQueues = operatorRoute({
  method: 'GET',
  path: '/queues',
  does: 'The depth of every queue',
  answers: { 200: { is: 'A page.', json: pageSchema(queueViewSchema) } },
  problems: { 503: ['queues.unavailable'] },
  handle: async (context, { response }) => {
    response.json({ items: await context.queues.depths(), next: null });
  },
});

/** While the queue server is away the rest of the fleet is still shown. */
async function depthsOrNull(context: ConsumerContext): Promise<QueueView[] | null> {
  try {
    return await context.queues.depths();
  } catch (error) {
    if (isSalienceError(error) && error.code === 'queues.unavailable') return null;
    throw error;
  }
}
