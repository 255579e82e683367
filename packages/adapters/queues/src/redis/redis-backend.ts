import { Queue, Worker } from 'bullmq';
import { withinReplyTime } from '../deadline.ts';
import { BULL_EVENTS_KEPT, type QueueBackend } from '../queue-backend.ts';
import type { QueueLog } from '../queue-connection.ts';
import { troubleReporter } from '../quiet-log.ts';
import { openRedis } from './redis-clients.ts';
import { RedisLive } from './redis-live.ts';
import { redisSignals } from './redis-signals.ts';
import { RedisSubscriber } from './redis-subscriber.ts';

/** Opens the Redis backend; rejections as `openRedis` says. */
export async function redisBackend(url: string, prefix: string, log: QueueLog): Promise<QueueBackend> {
  const clients = await openRedis(url, log);
  const report = troubleReporter(log, 'Live event trouble');
  const live = new RedisLive(clients.producer, () => subscriber, prefix, report);
  const subscriber = new RedisSubscriber(clients.subscriber, (reopen) => live.topics.catchUp(reopen), report);
  // A hash tag for each queue: on a cluster its keys stay together and the queues spread.
  const tagOf = (queue: string): string => `{${prefix}:${queue}}`;
  return {
    name: 'redis',
    live,
    signals: redisSignals(clients.producer, subscriber, prefix),
    makeQueue: (queue) =>
      new Queue(queue, {
        connection: clients.producer,
        prefix: tagOf(queue),
        streams: { events: { maxLen: BULL_EVENTS_KEPT } },
      }),
    makeWorker: async (queue, processor, options) => {
      const worker = new Worker(queue, processor, {
        ...options,
        connection: clients.worker(),
        prefix: tagOf(queue),
      });
      return { worker, release: async () => {} };
    },
    ping: async () => {
      await withinReplyTime('reach Redis', clients.producer.ping());
    },
    close: async () => clients.disconnect(),
  };
}
