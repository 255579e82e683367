import { newId } from '@salience/database';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Follower } from './follower.ts';
import { defaultIntervals } from './stream-intervals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('an open stream is kept alive every 15 s, says that it works every 20 s, and is detached after 360 s', async () => {
  const started = Date.now();
  const kept: number[] = [];
  const said: [string, number][] = [];
  const secondsIn = () => (Date.now() - started) / 1_000;
  const follower = new Follower(
    {
      agentId: newId('agent'),
      turnId: newId('turn'),
      fence: 0,
      after: undefined,
      left: new AbortController().signal,
      sink: {
        send: (events) =>
          void said.push(...events.map(({ event }): [string, number] => [event.type, secondsIn()])),
        keepAlive: () => void kept.push(secondsIn()),
        backlogBytes: () => 0,
      },
    },
    defaultIntervals,
  );
  await vi.advanceTimersByTimeAsync(359_999);
  expect(follower.open).toBe(true);
  expect(kept.slice(0, 3)).toEqual([15, 30, 45]);
  expect(said.slice(0, 3)).toEqual([
    ['status', 20],
    ['status', 40],
    ['status', 60],
  ]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await follower.over).toBe('detached');
  expect(said.at(-1)).toEqual(['detached', 360]);
});
