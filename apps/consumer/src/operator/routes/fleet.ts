import type { FleetView, QueueView, WorkerView } from '@salience/contracts';
import { listWorkers, loadFleet, type WorkerRow } from '@salience/database';
import { isSalienceError } from '@salience/errors';
import type { ConsumerContext } from '../../consumer-context.ts';
import type { OperatorHandler } from '../../http/route-table.ts';

/** GET /operator/fleet: workers, queues, lanes and what waits for a person, in one answer. */
export function getFleet(context: ConsumerContext): OperatorHandler {
  return async (_request, response) => {
    const now = await context.clock.now();
    const [numbers, workers, queues] = await Promise.all([
      loadFleet(context.db, now),
      listWorkers(context.db),
      depthsOrNull(context),
    ]);
    const { lanes, outbox } = numbers;
    const view: FleetView = {
      at: now.toISOString(),
      backend: context.queues.backend,
      workers: workers.map(workerView),
      queues,
      lanes: {
        waiting: lanes.waiting,
        running: lanes.running,
        turns: lanes.turns,
        oldest_ms: notNegative(lanes.oldestMs),
      },
      dead_letters: numbers.deadLetters,
      quarantined: numbers.quarantined,
      outbox: { waiting: outbox.waiting, oldest_ms: notNegative(outbox.oldestMs) },
    };
    response.json(view);
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

/** Two clocks may differ by a little; nothing is younger than now. */
function notNegative(ms: number | null): number | null {
  return ms === null ? null : Math.max(0, ms);
}

function workerView(row: WorkerRow): WorkerView {
  return {
    worker_id: row.id,
    app: row.app,
    pid: row.pid,
    host: row.host,
    state: row.state,
    version: row.version,
    running: row.running,
    jobs_done: row.jobsDone,
    jobs_failed: row.jobsFailed,
    started_at: row.startedAt.toISOString(),
    seen_at: row.seenAt.toISOString(),
  };
}
