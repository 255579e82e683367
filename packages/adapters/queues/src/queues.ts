import { type JobContract, type QueueView, queueNames } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { QueueHandle } from './board/queue-handle.ts';
import { withinReplyTime } from './deadline.ts';
import { sendDirect, type SendToQueue } from './jobs/direct-jobs.ts';
import type { JobHandler, WorkOptions } from './jobs/handler.ts';
import { type EnqueueOptions, jobOptions } from './jobs/job-options.ts';
import { assertPayload } from './jobs/payload.ts';
import { type QueueWorker, startWorker } from './jobs/queue-worker.ts';
import type { LiveEvents } from './live/live-events.ts';
import { postgresBackend } from './postgres/postgres-backend.ts';
import type { ProducerQueue, QueueBackend } from './queue-backend.ts';
import { type QueueConnection, type QueueLog, silentLog } from './queue-connection.ts';
import { depthOf } from './queue-depth.ts';
import { troubleReporter } from './quiet-log.ts';
import { redisBackend } from './redis/redis-backend.ts';
import type { Signals } from './signals.ts';

/** Jobs, live events and signals of one process, the same on both backends. */
export interface Queues {
  readonly backend: 'redis' | 'postgres';
  /**
   * Sends one job. While a job with the contract's id waits or runs, another one with that id is not sent. Rejects with
   * `queues.invalid-payload`, `queues.invalid-id`, or within about two seconds `queues.unavailable`; in the last case the job may
   * have been sent.
   */
  enqueue<P>(job: JobContract<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** Sends many jobs of one kind; rejects as `enqueue` does, and sends none when one of them is invalid. */
  enqueueMany<P>(
    job: JobContract<P>,
    items: readonly { readonly payload: P; readonly options?: EnqueueOptions }[],
  ): Promise<void>;
  /** Consumes the queue of a job. One kind of job to a queue. */
  work<P>(job: JobContract<P>, handler: JobHandler<P>, options: WorkOptions): Promise<QueueWorker>;
  /**
   * The depth of every queue, or of those named: jobs by state, and how long the oldest has waited since it was due. Jobs that wait
   * for another job count as waiting.
   */
  depths(queues?: readonly string[]): Promise<QueueView[]>;
  /** BullMQ's own queues, for `boardAdapters`. Rejects with `queues.unavailable`. */
  handles(): Promise<readonly QueueHandle[]>;
  readonly live: LiveEvents;
  readonly signals: Signals;
  /** Resolves when the backend answers, rejects with `queues.unavailable` when it does not. */
  ping(): Promise<void>;
  /** Closes every worker (see QueueWorker.close) and every connection. Idempotent. */
  close(): Promise<void>;
}

/** Options of `createQueues`. */
export interface QueuesOptions {
  readonly connection: QueueConnection;
  readonly log?: QueueLog;
  /** The queues that `depths` counts; defaults to every queue of the contracts. */
  readonly queues?: readonly string[];
}

/** Maximum number of jobs in one call to the backend. */
const BULK_MAX = 500;

/**
 * Opens the queues and checks the backend. Rejects with `queues.unavailable`; on Redis with `queues.version` or
 * `queues.eviction-policy`; on Postgres with `queues.not-migrated`.
 */
export async function createQueues(options: QueuesOptions): Promise<Queues> {
  const log = options.log ?? silentLog;
  const { connection } = options;
  if (connection.prefix !== undefined) assertPrefix(connection.prefix);
  const backend =
    connection.backend === 'redis'
      ? await redisBackend(connection.url, connection.prefix ?? 'salience', log)
      : await postgresBackend(connection.url, connection.prefix, log);
  return overBackend(backend, options.queues ?? queueNames, log);
}

function overBackend(backend: QueueBackend, counted: readonly string[], log: QueueLog): Queues {
  const producers = new Producers(backend, log);
  const workers = new Set<QueueWorker>();
  let closing: Promise<void> | undefined;

  const close = async (): Promise<void> => {
    await Promise.all([...workers].map((worker) => worker.close()));
    await producers.close();
    await backend.close();
  };
  const send = async <T>(queue: string, use: (producer: ProducerQueue) => Promise<T>): Promise<T> => {
    // BullMQ never settles a call on a closing connection.
    if (closing)
      throw new SalienceError('queues.closed', `The queues are closed; nothing can be sent to ${queue}.`);
    return withinReplyTime(`reach queue ${queue}`, producers.of(queue).then(use));
  };
  /** Resolves with false if the job names no worker, or one that is certainly away. */
  const toWorker = async <P>(job: JobContract<P>, payload: P, { to, ...more }: EnqueueOptions) =>
    to !== undefined &&
    closing === undefined &&
    (await sendDirect(backend.signals, job, payload, { ...more, to }));
  const toQueue: SendToQueue = async (job, payload, options) => {
    const settings = jobOptions(job, payload, options);
    await send(job.queue, (producer) => producer.add(job.name, payload, settings));
  };
  return {
    backend: backend.name,
    live: backend.live,
    signals: backend.signals,
    ping: () => backend.ping(),
    enqueue: async (job, payload, options = {}) => {
      assertPayload(job, payload);
      if (!(await toWorker(job, payload, options))) await toQueue(job, payload, options);
    },
    enqueueMany: async (job, items) => {
      const all = items.map(({ payload, options = {} }) => {
        assertPayload(job, payload);
        const opts = jobOptions(job, payload, options);
        return { payload, options, bull: { name: job.name, data: payload as unknown, opts } };
      });
      const heard = await Promise.all(all.map(({ payload, options }) => toWorker(job, payload, options)));
      const jobs = all.filter((_, at) => heard[at] !== true).map(({ bull }) => bull);
      for (let start = 0; start < jobs.length; start += BULK_MAX) {
        const part = jobs.slice(start, start + BULK_MAX);
        await send(job.queue, (producer) => producer.addBulk(part));
      }
    },
    work: async (job, handler, options) => {
      const worker = await startWorker(backend, toQueue, job, handler, options, log);
      workers.add(worker);
      return worker;
    },
    depths: (queues = counted) =>
      Promise.all(queues.map((queue) => send(queue, (producer) => depthOf(queue, producer)))),
    handles: () => Promise.all(counted.map((name) => send(name, (bull) => Promise.resolve({ name, bull })))),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** The producers of every queue used so far, created when first needed. */
class Producers {
  readonly #ready = new Map<string, Promise<ProducerQueue>>();
  readonly #backend: QueueBackend;
  readonly #log: QueueLog;

  constructor(backend: QueueBackend, log: QueueLog) {
    this.#backend = backend;
    this.#log = log;
  }

  of(queue: string): Promise<ProducerQueue> {
    let ready = this.#ready.get(queue);
    if (!ready) {
      ready = this.#open(queue);
      this.#ready.set(queue, ready);
    }
    return ready;
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#ready.values());
    await Promise.all(
      opened.map(async (result) => (result.status === 'fulfilled' ? result.value.close() : undefined)),
    );
  }

  async #open(queue: string): Promise<ProducerQueue> {
    const producer = this.#backend.makeQueue(queue);
    producer.on('error', troubleReporter(this.#log, 'Queue trouble', { queue }));
    try {
      await withinReplyTime(`open queue ${queue}`, producer.waitUntilReady());
      return producer;
    } catch (error) {
      // BullMQ keeps a failed first connection for ever, so the next caller creates a new one.
      this.#ready.delete(queue);
      await producer.close();
      throw error;
    }
  }
}

function assertPrefix(prefix: string): void {
  if (/^[A-Za-z0-9_-]+$/.test(prefix)) return;
  const message = `Expected a prefix of letters, digits, "-" and "_", got "${prefix}".`;
  throw new SalienceError('queues.invalid-name', message, { kind: 'bug' });
}
