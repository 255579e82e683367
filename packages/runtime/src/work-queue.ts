import type { JobContract } from '@salience/contracts';
import { saveDeadLetter } from '@salience/database/operations';
import { isSalienceError, messageOf } from '@salience/errors';
import type { DeadLetterRecord, JobEvent, JobHandler, QueueWorker } from '@salience/queues';
import { createLoop, type Loop, type Service } from '@salience/worker';
import { eventNames, type WideEvent, withoutQuotes, withWideEvent } from '@salience/telemetry';
import type { Runtime } from './app.ts';
import { createQueueStall } from './queue-stall.ts';

/** Options of `workQueue`. */
export interface WorkQueueOptions {
  readonly concurrency: number;
  /** True for wake-ups: the woken turn logs its own line, so a successful run logs at debug only. */
  readonly wakeUps?: boolean;
  /** True: it also takes jobs that are sent to this worker alone. */
  readonly direct?: boolean;
  /** Why nothing may be taken from the queue now; undefined: it may. Looked at every second: it must be cheap. */
  readonly held?: () => string | undefined;
}

/** Maximum interval between two readings of the queue, in milliseconds. */
const watchMsMax = 10_000;
/** The pause between two looks whether the queue is to be held. */
const holdMs = 1_000;

/**
 * Works a queue as a service. Every run is one wide event and counts in the metrics; every job that is given up becomes a dead letter
 * in Postgres. The service is stalled when it did nothing for long
 * although jobs waited, or when a handler still runs long after it was told to stop. An idle queue, one whose server is away, or one that is
 * held, is not a stall.
 */
export function workQueue<P>(
  runtime: Runtime,
  job: JobContract<P>,
  handler: JobHandler<P>,
  options: WorkQueueOptions,
): Service {
  const { env, queues, log, telemetry } = runtime;
  const contract = { ...job, timeoutMs: env.SALIENCE_JOB_TIMEOUT_MS ?? job.timeoutMs };
  const fields = createRunFields();
  const stallMs = env.SALIENCE_STALL_MS;
  let worker: QueueWorker | undefined;
  const stall = createQueueStall(contract, stallMs);
  const watch = createLoop({
    name: `watch ${job.queue}`,
    everyMs: Math.min(watchMsMax, stallMs / 2),
    stallMs,
    onError: (error) => {
      stall.unknown();
      if (isSalienceError(error) && error.kind === 'retryable') return;
      log.warn({ queue: job.queue, cause: messageOf(error) }, 'queue could not be watched');
    },
    async runOnce() {
      if (worker === undefined) return;
      if (options.held?.() !== undefined) return stall.unknown();
      const [view] = await queues.depths([job.queue]);
      stall.looked(view?.waiting ?? 0);
      if (stall.reason(worker) === undefined) telemetry.metrics.loopSucceeded(job.queue);
    },
  });
  const holding = holdWhile(runtime, job.queue, options.held, () => worker);
  const inWideEvent: JobHandler<P> = (payload, context) =>
    withWideEvent((event) => {
      fields.keep(context.jobId, event);
      return handler(payload, context);
    });
  return {
    name: job.queue,
    async start(signal) {
      telemetry.metrics.loopProgressed(job.queue);
      worker = await queues.work(contract, inWideEvent, {
        concurrency: options.concurrency,
        ...(options.direct === true ? { worker: runtime.workerId } : {}),
        onDeadLetter: (record) => keepDeadLetter(runtime, record),
        onEvent: (event) => logRun(runtime, event, fields, options),
      });
      await watch.start(signal);
      await holding?.start(signal);
    },
    async stop(deadlineMs) {
      await Promise.all([watch.stop(1_000), holding?.stop(1_000)]);
      const left = (await worker?.drain(deadlineMs)) ?? [];
      await worker?.close();
      return left;
    },
    running: () => worker?.running() ?? [],
    stalled: () => (worker === undefined ? undefined : (stall.reason(worker) ?? watch.stalled())),
    held: () => options.held?.(),
  };
}

/** Has a queue's worker fetch nothing while there is a reason, and tells when that begins and ends. */
function holdWhile(
  { log, telemetry: { metrics } }: Runtime,
  queue: string,
  reasonNow: (() => string | undefined) | undefined,
  worker: () => QueueWorker | undefined,
): Loop | undefined {
  if (reasonNow === undefined) return undefined;
  metrics.queueHeld.set({ queue }, 0);
  let isHeld = false;
  return createLoop({
    name: `hold ${queue}`,
    everyMs: holdMs,
    onError: (error) => log.warn({ queue, cause: messageOf(error) }, 'queue could not be held or resumed'),
    async runOnce() {
      const reason = reasonNow();
      if ((reason !== undefined) === isHeld) return;
      if (reason === undefined) await worker()?.resume();
      else await worker()?.hold();
      isHeld = reason !== undefined;
      metrics.queueHeld.set({ queue }, isHeld ? 1 : 0);
      if (reason === undefined) log.info({ queue }, 'takes jobs again');
      else log.warn({ queue, reason }, 'takes no jobs for now; other workers do');
    },
  });
}

async function keepDeadLetter(runtime: Runtime, record: DeadLetterRecord): Promise<void> {
  const payload = record.payload as { agentId?: unknown } | null;
  await saveDeadLetter(runtime.db, {
    // The agent id is used only if the payload fits its contract.
    agentId: record.reason !== 'invalid' && typeof payload?.agentId === 'string' ? payload.agentId : null,
    queue: record.queue,
    job: record.name,
    payload: record.payload,
    code: record.code,
    error: record.message,
    attempts: record.attempts,
  });
}

/** Logs the one wide event of a run. Ids and numbers only. */
function logRun(runtime: Runtime, event: JobEvent, kept: RunFields, options: WorkQueueOptions): void {
  if (event.type === 'started') return;
  const { log, telemetry } = runtime;
  const { metrics } = telemetry;
  const { type: _, message, ...facts } = event;
  const failed = event.outcome === 'dead' || event.outcome === 'invalid';
  const seconds = event.durationMs / 1000;
  if (failed) runtime.jobs.failed += 1;
  else if (event.outcome === 'done') runtime.jobs.done += 1;
  metrics.jobs.inc({ job: event.name, outcome: event.outcome });
  metrics.jobDuration.observe({ job: event.name }, seconds);
  metrics.jobWait.observe({ job: event.name }, event.waitMs / 1000);
  const errorType = event.outcome === 'done' ? undefined : event.code;
  metrics.conventions.messaging({ queue: event.queue, operation: 'process', seconds, errorType });
  metrics.loopProgressed(event.queue);
  const told = message === undefined ? {} : { message: withoutQuotes(message) };
  const line = { ...facts, ...told, ...kept.take(event.jobId) };
  if (failed) log.error(line, eventNames.jobGivenUp);
  else if (event.outcome === 'retry') log.warn(line, eventNames.jobRetry);
  else log[options.wakeUps === true ? 'debug' : runtime.env.SALIENCE_EVENT_LEVEL](line, eventNames.job);
}

/** What handlers added to the wide events of the jobs that run now. */
interface RunFields {
  keep(jobId: string, event: WideEvent): void;
  /** The fields of a job that ended; forgets them. */
  take(jobId: string): Readonly<Record<string, unknown>>;
}

/** Makes an empty one. A handler that continues after its job ended adds to an event that is no longer read. */
function createRunFields(): RunFields {
  const events = new Map<string, WideEvent>();
  return {
    keep: (jobId, event) => void events.set(jobId, event),
    take(jobId) {
      const fields = events.get(jobId)?.fields() ?? {};
      events.delete(jobId);
      return fields;
    },
  };
}
