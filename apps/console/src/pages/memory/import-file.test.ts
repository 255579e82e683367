import { expect, test } from 'vitest';
import { pagesOf } from './import-file.ts';

const said = (n: number, text = 'Hello') => ({
  kind: 'exchange',
  id: `ex_${n}`,
  at: '2026-03-01T12:00:00.000Z',
  text,
  trust: 'user',
  source: 'web',
  sources: [`turn_${n}`],
  thread_id: 'thr_1',
  speaker: null,
  reply: null,
  mode: 'RESPOND',
  topic: 'left out',
});
const end = { kind: 'end', items: 1, version: 1 };
const file = (...rows: readonly object[]) =>
  new Blob([rows.map((row) => `${JSON.stringify(row)}\n`).join('')]);

test('an export is read into pages of what is taken in, and what is made again is counted', async () => {
  const pages = await pagesOf(file(...Array.from({ length: 201 }, (_, n) => said(n)), { kind: 'fact' }, end));
  expect(pages.map(({ items, other }) => [items.length, other])).toEqual([
    [200, 0],
    [1, 1],
  ]);
  expect(pages[0]?.items[0]).not.toHaveProperty('topic');
});

test('a page is no larger than the server reads at once', async () => {
  const pages = await pagesOf(file(said(1, 'x'.repeat(100_000)), said(2, 'x'.repeat(100_000)), end));
  expect(pages.map(({ items }) => items.length)).toEqual([1, 1]);
});

test.each([
  ['was cut', file(said(1)), 'The last line is no end: the file was cut. Export it again.'],
  [
    'is of another version',
    file({ ...end, version: 2 }),
    'Line 1: the file is of version 2; this page reads version 1.',
  ],
  ['is none', new Blob(['hello\n']), 'Line 1 is no JSON.'],
  ['has something else in it', new Blob(['1\n']), 'Line 1 is no item of an export.'],
])('nothing is taken in of a file that %s', async (_what, given, why) => {
  await expect(pagesOf(given)).rejects.toThrow(why);
});
