import { expect, it } from 'vitest';
import { oneByOne } from './one-by-one.ts';

it('threat: what fails for one agent each time holds up no other', async () => {
  const done: number[] = [];
  const run = (one: number): Promise<number> => {
    if (one === 2) return Promise.reject(new Error('two'));
    done.push(one);
    return Promise.resolve(one);
  };
  const { signal } = new AbortController();
  await expect(oneByOne([1, 2, 3, 2, 4], signal, run)).rejects.toThrow('two');
  expect(done).toEqual([1, 3, 4]);
  expect(await oneByOne([1, 3], signal, run)).toBe(4);
  expect(await oneByOne([1, 3], AbortSignal.abort(), run)).toBe(0);
});
