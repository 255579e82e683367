import type { JobContract } from '@salience/contracts';
import { saveDeadLetter } from '@salience/database';
import { messageOf } from '@salience/errors';
import type { DeadLetterRecord, JobEvent, JobHandler, QueueWorker } from '@salience/queues';
import { createLoop, type Service } from '@salience/worker';
import type { Runtime } from './run-app.ts';

/** A consumer that saw no sign of life for this long while jobs wait is stuck. */
const stallMs = 30_000;

/**
 * Works a queue as a service: every run is one wide event and counts in the metrics, every job that is given up
 * becomes a dead letter in Postgres, and a consumer that stands still while its queue is not empty is reported as
 * stalled.
 */
export function workQueue<P>(
  runtime: Runtime,
  job: JobContract<P>,
  handler: JobHandler<P>,
  options: { readonly concurrency: number },
): Service {
  const { queues, log, telemetry } = runtime;
  let worker: QueueWorker | undefined;
  let stuck: string | undefined;
  const watch = createLoop({
    name: `watch ${job.queue}`,
    everyMs: 10_000,
    onError: (error) => log.warn({ queue: job.queue, cause: messageOf(error) }, 'queue could not be watched'),
    async runOnce() {
      if (worker === undefined) return;
      const waiting = (await queues.depths()).find((view) => view.queue === job.queue)?.waiting ?? 0;
      telemetry.metrics.queueDepth.set({ queue: job.queue }, waiting);
      const silentMs = Date.now() - worker.lastProgressAt;
      stuck =
        silentMs > Math.max(stallMs, worker.running().length > 0 ? job.timeoutMs + stallMs : 0) && waiting > 0
          ? `${job.queue}: nothing done for ${Math.round(silentMs / 1000)} s while ${waiting} jobs wait`
          : undefined;
    },
  });
  return {
    name: job.queue,
    async start(signal) {
      worker = await queues.work(job, handler, {
        concurrency: options.concurrency,
        onDeadLetter: (record) => keepDeadLetter(runtime, record),
        onEvent: (event) => tell(runtime, event),
      });
      await watch.start(signal);
    },
    async stop(deadlineMs) {
      await watch.stop(1_000);
      const left = (await worker?.drain(deadlineMs)) ?? [];
      await worker?.close();
      return left;
    },
    running: () => worker?.running() ?? [],
    stalled: () => stuck,
  };
}

async function keepDeadLetter(runtime: Runtime, record: DeadLetterRecord): Promise<void> {
  const payload = record.payload as { agentId?: unknown } | null;
  await saveDeadLetter(runtime.db, {
    // Only a payload that fits its contract is believed when it says whose it is.
    agentId: record.reason !== 'invalid' && typeof payload?.agentId === 'string' ? payload.agentId : null,
    queue: record.queue,
    job: record.name,
    payload: record.payload,
    code: record.code,
    error: record.message,
    attempts: record.attempts,
  });
}

/** The one wide event of a run. Ids and numbers only. */
function tell(runtime: Runtime, event: JobEvent): void {
  if (event.type === 'started') return;
  const { metrics } = runtime.telemetry;
  const failed = event.outcome === 'dead' || event.outcome === 'invalid';
  if (failed) runtime.jobs.failed += 1;
  else if (event.outcome === 'done') runtime.jobs.done += 1;
  metrics.jobs.inc({ job: event.name, outcome: event.outcome });
  metrics.jobDuration.observe({ job: event.name }, event.durationMs / 1000);
  metrics.jobWait.observe({ job: event.name }, event.waitMs / 1000);
  metrics.loopProgressed(event.queue);
  const { type: _, ...fields } = event;
  if (failed) runtime.log.error(fields, 'job given up');
  else if (event.outcome === 'retry') runtime.log.warn(fields, 'job will be tried again');
  else runtime.log.debug(fields, 'job ended');
}
