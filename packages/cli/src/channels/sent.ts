import { type ChannelView, channelViewSchema } from '@salience/contracts';
import type { ApiClient } from '../client/api-client.ts';

const lookMs = 250;

/** Waits until what was asked for has left, or has failed once; gives the channel as it is after `patienceMs` otherwise. */
export async function untilSent(client: ApiClient, id: string, patienceMs: number): Promise<ChannelView> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const channel = await client.ask(`/channels/${id}`, channelViewSchema);
    const { last } = channel;
    const waits =
      last !== null && (last.state === 'pending' || last.state === 'sending') && last.error === null;
    if (!waits || performance.now() >= until) return channel;
    await new Promise((resolve) => void setTimeout(resolve, lookMs));
  }
}
