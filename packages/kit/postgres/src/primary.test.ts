import { expect, test } from 'vitest';
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
