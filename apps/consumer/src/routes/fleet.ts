import type { WorkerView } from '@salience/contracts';
import { listWorkers, type WorkerRow } from '@salience/database';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Handler } from '../http/route-table.ts';

/** GET /workers: every worker process of the last hour, by its heartbeat. */
export function getWorkers(context: ConsumerContext): Handler {
  return async (_request, response) => {
    const rows = await listWorkers(context.db);
    response.json({ items: rows.map(workerView), next: null });
  };
}

/** GET /queues: the depth of every queue, counted now. */
export function getQueues(context: ConsumerContext): Handler {
  return async (_request, response) => {
    response.json({ items: await context.queues.depths(), next: null });
  };
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
