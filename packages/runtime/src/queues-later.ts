import { SalienceError } from '@salience/errors';
import { createQueues, type Queues, type QueuesOptions } from '@salience/queues';

const retryMs = 1_000;

/**
 * Opens the queues. While their server is away, returns queues that refuse with `queues.unavailable` until it is back. For an app
 * that works without them: consumer accepts messages, and a sweep sends the jobs later. Rejects for errors that waiting does not fix,
 * such as a wrong eviction policy.
 */
export async function createQueuesLater(options: QueuesOptions): Promise<Queues> {
  try {
    return await createQueues(options);
  } catch (error) {
    if (!isAway(error)) throw error;
    options.log?.warn({}, 'the queue server is away; going on without it until it answers');
    return waitingQueues(options);
  }
}

function isAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'queues.unavailable';
}

function waitingQueues(options: QueuesOptions): Queues {
  let found: Queues | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const waiters: ((queues: Queues) => void)[] = [];

  const tryConnect = async (): Promise<void> => {
    try {
      const queues = await createQueues(options);
      if (closed) return await queues.close();
      found = queues;
      options.log?.info({}, 'the queue server is back');
      for (const resolve of waiters.splice(0)) resolve(queues);
    } catch (error) {
      if (!isAway(error)) options.log?.error({ err: error }, 'the queue server is back but cannot be used');
      if (!closed) timer = setTimeout(() => void tryConnect(), retryMs);
    }
  };
  timer = setTimeout(() => void tryConnect(), retryMs);

  const now = <T>(use: (queues: Queues) => Promise<T>): Promise<T> =>
    found === undefined
      ? Promise.reject(
          new SalienceError(
            'queues.unavailable',
            'The queue server has not answered yet; it is tried every second.',
            {
              kind: 'retryable',
            },
          ),
        )
      : use(found);
  const once = (): Promise<Queues> =>
    found === undefined ? new Promise((resolve) => waiters.push(resolve)) : Promise.resolve(found);
  return {
    backend: options.connection.backend,
    enqueue: (job, payload, more) => now((queues) => queues.enqueue(job, payload, more)),
    enqueueMany: (job, items) => now((queues) => queues.enqueueMany(job, items)),
    work: async (job, handler, more) => (await once()).work(job, handler, more),
    depths: (names) => now((queues) => queues.depths(names)),
    handles: () => now((queues) => queues.handles()),
    ping: () => now((queues) => queues.ping()),
    live: {
      publish: (turnId, events) => now((queues) => queues.live.publish(turnId, events)),
      subscribe: (turnId, after, listener) => now((queues) => queues.live.subscribe(turnId, after, listener)),
      purge: (olderThanMs) => now((queues) => queues.live.purge(olderThanMs)),
      forget: (turnIds) => now((queues) => queues.live.forget(turnIds)),
    },
    signals: {
      send: (channel, payload) => now((queues) => queues.signals.send(channel, payload)),
      listen: (channel, listener) => now((queues) => queues.signals.listen(channel, listener)),
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await found?.close();
    },
  };
}
