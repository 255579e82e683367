import { expect, it } from 'vitest';
import { readOnce } from './read-once.ts';

it('reads a file once, and one that could not be read again', async () => {
  const asked: string[] = [];
  const load = readOnce(async (name) => {
    asked.push(name);
    if (asked.length === 1) throw new Error('busy');
    return `words of ${name}`;
  });
  await expect(load('page')).rejects.toThrow('busy');
  expect(await load('page')).toBe('words of page');
  expect(await load('page')).toBe('words of page');
  expect(asked).toEqual(['page', 'page']);
});
