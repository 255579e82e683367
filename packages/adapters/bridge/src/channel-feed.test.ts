import { expect, test } from 'vitest';
import type { BridgeCalls } from './calls.ts';
import { createFeed } from './channel-feed.ts';
import type { BridgeMessage } from './message.ts';

function said(id: number): BridgeMessage {
  return {
    id: `${id}`,
    channel: '10',
    channelName: null,
    author: 'Lance',
    authorId: null,
    authorIsAgent: false,
    content: `m${id}`,
    targets: [],
    at: null,
  };
}

test('no more wait than may: what comes beyond is read from the history, and given once and in order', async () => {
  const all = Array.from({ length: 40 }, (_, index) => said(index + 1));
  const taken: string[] = [];
  const missed: unknown[] = [];
  let asked = 0;
  const first = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const calls: Pick<BridgeCalls, 'history'> = {
    history(_, limit) {
      asked += 1;
      return Promise.resolve({ messages: all.slice(-limit), refused: 0, hasMore: all.length > limit });
    },
  };
  const feed = createFeed({
    channel: '10',
    calls: calls as BridgeCalls,
    handlers: {
      lastMessage: () => Promise.resolve('0'),
      anchored: () => Promise.resolve(),
      async onMessage({ content }) {
        await first.promise;
        taken.push(content);
        if (taken.length === all.length) done.resolve();
      },
      missed: (...what) => void missed.push(what),
    },
    limits: { historyMax: 1_000, waitingMax: 4, pauseMs: 1 },
    signal: new AbortController().signal,
    onFailure: done.reject,
  });
  // The first is being taken while the others come: four of them wait, the fifth has all of these read again.
  for (const message of all) feed.offer(message);
  expect(missed[0]).toEqual(['10', 'history', 1]);
  expect(asked).toBe(0);
  first.resolve();
  await done.promise;
  expect(taken).toEqual(all.map(({ content }) => content));
  expect(asked).toBe(1);
});
