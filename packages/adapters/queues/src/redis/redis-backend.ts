import { SalienceError } from '@salience/errors';
import { Queue, Worker } from 'bullmq';
import { Cluster, Redis } from 'ioredis';
import { withinReplyTime } from '../deadline.ts';
import { BULL_EVENTS_KEPT, type QueueBackend } from '../queue-backend.ts';
import type { QueueLog } from '../queue-connection.ts';
import { type TroubleReport, troubleReporter } from '../quiet-log.ts';
import { clusterNodes } from './cluster-nodes.ts';
import { ClusterSubscriber } from './cluster-subscriber.ts';
import type { RedisClient } from './open-client.ts';
import { openRedis, type RedisClients } from './redis-clients.ts';
import { RedisLive } from './redis-live.ts';
import { redisSignals } from './redis-signals.ts';
import { lineTo, RedisSubscriber, type Subscriber } from './redis-subscriber.ts';

/** Opens the Redis backend; rejections as `openRedis` says. */
export async function redisBackend(url: string, prefix: string, log: QueueLog): Promise<QueueBackend> {
  const clients = await openRedis(url, log);
  const report = troubleReporter(log, 'Live event trouble');
  const live = new RedisLive(clients.producer, () => subscriber, prefix, report);
  const { subscriber, close } = subscriberOf(clients, live, report);
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
      await withinReplyTime('reach Redis', reached(clients.producer));
    },
    close: async () => {
      close();
      clients.disconnect();
    },
  };
}

function subscriberOf(
  { address, producer, subscriber }: RedisClients,
  live: RedisLive,
  report: TroubleReport,
): { readonly subscriber: Subscriber; readonly close: () => void } {
  if (address.kind === 'cluster' && producer instanceof Cluster) {
    const sharded = new ClusterSubscriber(
      clusterNodes(producer, address),
      (channels, reopen) => live.catchUp(reopen, channels),
      report,
    );
    return { subscriber: sharded, close: () => sharded.close() };
  }
  if (subscriber === undefined)
    throw new SalienceError('queues.address', 'One server has one subscriber.', { kind: 'bug' });
  const recover = (reopen: () => Promise<void>): Promise<void> => live.topics.catchUp(reopen);
  return { subscriber: new RedisSubscriber(lineTo(subscriber), recover, report), close: () => {} };
}

/** A cluster is reached when it serves all of its slots: without one of them some queues would stand still. */
async function reached(client: RedisClient): Promise<void> {
  if (client instanceof Redis) {
    await client.ping();
    return;
  }
  const state = /^cluster_state:(\w+)/m.exec(String(await client.cluster('INFO')))?.[1];
  if (state !== 'ok') throw new Error(`the cluster says that its state is ${state ?? 'unknown'}`);
}
