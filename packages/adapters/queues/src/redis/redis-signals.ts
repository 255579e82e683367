import type { Redis } from 'ioredis';
import { withinReplyTime } from '../deadline.ts';
import { assertSignal, type Signals } from '../signals.ts';
import type { RedisSubscriber } from './redis-subscriber.ts';

/** Signals over Redis channels. */
export function redisSignals(producer: Redis, subscriber: RedisSubscriber, prefix: string): Signals {
  const channelOf = (channel: string): string => `${prefix}:signal:${channel}`;
  return {
    send: async (channel, payload) => {
      assertSignal(channel, payload);
      const sent = producer.publish(channelOf(channel), payload);
      return (await withinReplyTime(`send signal ${channel}`, sent)) > 0;
    },
    listen: async (channel, listener) => {
      // A new function, so that one listener can be registered twice and removed once.
      const own = (payload: string): void => listener(payload);
      await withinReplyTime(`listen to signal ${channel}`, subscriber.listen(channelOf(channel), own));
      return () => subscriber.leave(channelOf(channel), own);
    },
  };
}
