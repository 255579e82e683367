import { expect, it } from 'vitest';
import { compareFiles } from './compare-files.ts';

const file = (path: string, inode: string, size = 10, mtimeMs = 1_000) => ({ path, inode, size, mtimeMs });
const none = { now: [], known: [], moved: [], gone: [] };

it('tells what is new, what changed, what got another name and what is gone', () => {
  const compared = compareFiles({
    now: [
      file('new', '1'),
      file('same', '2'),
      file('longer', '3', 20),
      file('later', '4', 10, 2_000),
      file('b', '5'),
    ],
    known: [file('same', '2'), file('longer', '3'), file('later', '4')],
    moved: [file('a', '5')],
    gone: [file('a', '5'), file('lost', '6')],
  });
  expect(compared.deltas.map(({ before, delta, file: { path } }) => [delta, path, before?.path])).toEqual([
    ['created', 'new', undefined],
    ['modified', 'longer', 'longer'],
    ['modified', 'later', 'later'],
    ['renamed', 'b', 'a'],
    ['deleted', 'lost', undefined],
  ]);
  expect(compared.gone).toEqual(['a', 'lost']);
});

it('a second name of a file that is still there is a new file', () => {
  const compared = compareFiles({ ...none, now: [file('b', '5')], moved: [file('a', '5')] });
  expect(compared).toEqual({ deltas: [{ delta: 'created', file: file('b', '5') }], gone: [] });
});

it('an inode that was given again under a known path is a change of that path', () => {
  const compared = compareFiles({ ...none, now: [file('a', '9')], known: [file('a', '5')] });
  expect(compared.deltas.map(({ delta }) => delta)).toEqual(['modified']);
});

it('finds nothing new in what comes again', () => {
  expect(compareFiles({ ...none, now: [file('a', '5')], known: [file('a', '5')] })).toEqual({
    deltas: [],
    gone: [],
  });
});
