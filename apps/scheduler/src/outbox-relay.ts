import { allJobs } from '@salience/contracts';
import { type OutboxRow, relayOutbox, saveDeadLetter } from '@salience/database/operations';
import { isSalienceError, SalienceError } from '@salience/errors';
import { withSend } from '@salience/telemetry';
import type { Deps, Run } from './deps.ts';

/** Rows in one transaction: it stays open while they are sent. */
const batch = 100;

/** Errors that no later try can turn into a sent job. */
const hopeless = new Set(['queues.unknown-job', 'queues.invalid-payload', 'queues.invalid-id']);

/**
 * Makes the outbox relay. A row leaves the outbox when its job was sent, or when it can never be sent: then it becomes
 * a dead letter and the rows behind it go on. While the queue is away everything stays, and a row may be sent twice.
 */
export function createOutboxRelay(deps: Deps): Run {
  const send = async (rows: OutboxRow[]): Promise<void> => {
    for (const row of rows) await sendRow(deps, row);
    await deps.fault('scheduler.relayed');
  };
  return async (signal, alive) => {
    let total = 0;
    for (let sent = batch; sent === batch && !signal.aborted; ) {
      sent = await relayOutbox(deps.db, batch, send);
      total += sent;
      alive?.();
    }
    return total;
  };
}

async function sendRow(deps: Deps, row: OutboxRow): Promise<void> {
  try {
    const job = Object.hasOwn(allJobs, row.job) ? allJobs[row.job] : undefined;
    if (job === undefined) {
      throw new SalienceError(
        'queues.unknown-job',
        `Expected one of ${Object.keys(allJobs).join(', ')}, got ${row.job}.`,
      );
    }
    // An outbox row has no trace; the row that its job is about does, and the job continues that one.
    await withSend(deps.metrics, { queue: job.queue }, () => deps.queues.enqueue(job, row.payload));
  } catch (error) {
    if (!isSalienceError(error) || !hopeless.has(error.code)) throw error;
    await deadLetter(deps, row, error);
  }
}

async function deadLetter(deps: Deps, row: OutboxRow, error: SalienceError): Promise<void> {
  await saveDeadLetter(deps.db, {
    agentId: row.agentId,
    queue: allJobs[row.job]?.queue ?? 'outbox',
    job: row.job,
    payload: row.payload,
    code: error.code,
    error: error.message,
    attempts: 1,
  });
  deps.log.error(
    { outboxId: row.id, job: row.job, code: error.code },
    'outbox row cannot be sent; kept as a dead letter',
  );
}
