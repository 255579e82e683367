import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Server } from './address.ts';
import { Primary } from './primary.ts';

const [a, b] = [
  { host: 'a', port: 5432 },
  { host: 'b', port: 5432 },
] as const;

/** Servers that say what stands here: a timeline, undefined for a standby, an error, or nothing ever. */
function of(said: { a: number | undefined | 'away' | 'silent'; b: number | undefined | 'away' | 'silent' }): {
  readonly said: typeof said;
  readonly primary: () => Primary;
} {
  const ask = async ({ host }: Server): Promise<number | undefined> => {
    const answer = said[host as 'a' | 'b'];
    if (answer === 'away') throw new Error('connect ECONNREFUSED');
    return answer === 'silent' ? await new Promise<number>(() => {}) : answer;
  };
  // One that asks anew each time, as after a second.
  let now = 0;
  return { said, primary: () => new Primary([a, b], ask, () => (now += 60_000)) };
}

test('the server that takes writes is found, whichever it is, and nobody waits for one that never answers', async () => {
  expect(await of({ a: undefined, b: 1 }).primary().find()).toBe(b);
  expect(await of({ a: 1, b: 'away' }).primary().find()).toBe(a);
  expect(await of({ a: 'silent', b: 2 }).primary().find()).toBe(b);
});

test('of two that take writes the one on the higher timeline is meant, and an old one is never gone back to', async () => {
  const { primary, said } = of({ a: 3, b: 4 });
  const found = primary();
  expect(await found.find()).toBe(b);
  said.b = 'away';
  await expect(found.find()).rejects.toMatchObject({
    code: '57P03',
    message: 'No server takes writes: a:5432 lost its place, b:5432 does not answer (connect ECONNREFUSED)',
  });
  said.a = 5;
  expect(await found.find()).toBe(a);
});

test('while nobody takes writes it says why, and finds the one that does next', async () => {
  const { primary, said } = of({ a: 'away', b: undefined });
  const found = primary();
  await expect(found.find()).rejects.toThrow(
    'a:5432 does not answer (connect ECONNREFUSED), b:5432 is a standby',
  );
  said.b = 2;
  expect(await found.find()).toBe(b);
});

test('a server that owes an answer is doubted: when another has taken its place, every connection to it is cut, and none to the other', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const connection = () => {
    const stream = { bytesRead: 10, bytesWritten: 10, destroy: vi.fn<() => void>() };
    return {
      stream,
      client: Object.assign(new EventEmitter(), { connection: { stream } }) as unknown as pg.Client,
    };
  };
  const { primary, said } = of({ a: 1, b: undefined });
  const found = primary();
  const [frozen, idle] = [connection(), connection()];
  for (const { client } of [frozen, idle]) found.connected(client, a);
  said.a = 'away';
  said.b = 2;
  // Nobody waits for anything: nobody looks.
  await vi.advanceTimersByTimeAsync(20_000);
  expect(frozen.stream.destroy).not.toHaveBeenCalled();
  frozen.stream.bytesWritten += 100;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(frozen.stream.destroy).toHaveBeenCalledOnce();
  expect(idle.stream.destroy).toHaveBeenCalledOnce();
  const fresh = connection();
  found.connected(fresh.client, b);
  fresh.stream.bytesWritten += 100;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fresh.stream.destroy).not.toHaveBeenCalled();
});
