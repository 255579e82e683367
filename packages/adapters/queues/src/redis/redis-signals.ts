import { Cluster } from 'ioredis';
import { withinReplyTime } from '../deadline.ts';
import { assertSignal, type Signals } from '../signals.ts';
import type { RedisClient } from './open-client.ts';
import type { Subscriber } from './redis-subscriber.ts';

/**
 * Signals over Redis channels. On a cluster each channel belongs to the node of its slot: PUBLISH there would count the listeners of one
 * node and tell the message to all.
 */
export function redisSignals(producer: RedisClient, subscriber: Subscriber, prefix: string): Signals {
  const channelOf = (channel: string): string => `${prefix}:signal:${channel}`;
  return {
    send: async (channel, payload) => {
      assertSignal(channel, payload);
      const to = channelOf(channel);
      const sent =
        producer instanceof Cluster
          ? (producer.spublish(to, payload) as Promise<number>)
          : producer.publish(to, payload);
      return (await withinReplyTime(`send signal ${channel}`, sent)) > 0;
    },
    listen: async (channel, listener) => {
      // A new function, so that one listener can be registered twice and removed once.
      const own = (payload: string): void => listener(payload);
      try {
        await withinReplyTime(`listen to signal ${channel}`, subscriber.listen(channelOf(channel), own));
      } catch (error) {
        // It may be late, and nobody would ever end it.
        await subscriber.stop(channelOf(channel), own);
        throw error;
      }
      return () => subscriber.leave(channelOf(channel), own);
    },
  };
}
