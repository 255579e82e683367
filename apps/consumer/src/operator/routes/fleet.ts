import type { QueueView } from '@salience/contracts';
import { fleetView, listWorkers, loadFleet, workerView } from '@salience/database';
import { isSalienceError } from '@salience/errors';
import type { ConsumerContext } from '../../consumer-context.ts';
import type { OperatorHandler } from '../../http/route-table.ts';

/** GET /operator/fleet: workers, queues, lanes, pace and what waits for a person, in one answer. */
export function getFleet(context: ConsumerContext): OperatorHandler {
  return async (_request, response) => {
    const now = await context.clock.now();
    const [numbers, workers, queues] = await Promise.all([
      loadFleet(context.db, now),
      listWorkers(context.db),
      depthsOrNull(context),
    ]);
    response.json(fleetView({ at: now, backend: context.queues.backend, numbers, workers, queues }));
  };
}

/** GET /workers: every worker process of the last hour, by its heartbeat. */
export function getWorkers(context: ConsumerContext): OperatorHandler {
  return async (_request, response) => {
    const rows = await listWorkers(context.db);
    response.json({ items: rows.map(workerView), next: null });
  };
}

/** GET /queues: the depth of every queue, counted now. */
export function getQueues(context: ConsumerContext): OperatorHandler {
  return async (_request, response) => {
    response.json({ items: await context.queues.depths(), next: null });
  };
}

/** With the queue server away the rest of the fleet is still worth seeing. */
async function depthsOrNull(context: ConsumerContext): Promise<QueueView[] | null> {
  try {
    return await context.queues.depths();
  } catch (error) {
    if (isSalienceError(error) && error.code === 'queues.unavailable') return null;
    throw error;
  }
}
