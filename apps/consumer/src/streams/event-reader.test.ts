import type { Response } from 'express';
import { expect, it } from 'vitest';
import { EventReader } from './event-reader.ts';

it('threat: ends for a client that does not read, instead of filling memory', async () => {
  let unread = 0;
  const response = { destroyed: false, writableEnded: false, write: () => true };
  Object.defineProperty(response, 'writableLength', { get: () => unread });
  const reader = new EventReader(response as unknown as Response, new AbortController().signal);
  let ended = false;
  void reader.ended.then(() => (ended = true));
  const event = { type: 'memory', key: 'a', at: '2026-03-01T12:00:00.000Z' };
  reader.open([]);
  unread = 1_048_576;
  reader.events([event]);
  await Promise.resolve();
  expect(ended).toBe(false);
  unread += 1;
  reader.events([{ ...event, key: 'b' }]);
  await reader.ended;
});
