import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIgnore } from './ignore.ts';

describe('createIgnore', () => {
  it.each([
    '.git/config',
    'a/.hidden',
    'node_modules/x/index.js',
    'deep/node_modules/x',
    'Film.mkv.part',
    'a.crdownload',
    'x.TMP',
    '.goutputstream-ABC',
    'notes.txt~',
    '~$report.docx',
    '.a.txt.swp',
    '#draft#',
    'Thumbs.db',
  ])('leaves out %s', (path) => {
    expect(createIgnore()(path)).toBe(true);
  });

  it.each(['report.pdf', 'a/b/c.txt', 'part', 'my.parts', 'git/config', 'a~b', 'tmp/a', 'node_modules2/a'])(
    'lets %s pass',
    (path) => {
      expect(createIgnore()(path)).toBe(false);
    },
  );

  it.each([
    ['build', 'a/build/x', true],
    ['build', 'builds/x', false],
    ['build/', 'Build', true],
    ['*.bak', 'a/b.BAK', true],
    ['*.bak', 'a.bak2', false],
    ['cache*', 'x/cache-1/y', true],
    ['*cache*', 'my-cache-2', true],
    ['a*b*c', 'aXXbYYc', true],
    ['a*b*c', 'aXXcYYb', false],
    ['*', 'anything', true],
    ['out/*.log', 'out/deep/a.log', true],
    ['out/*.log', 'in/out/a.log', false],
    ['/out', 'out/a', true],
    ['/out', 'in/out/a', false],
    ['./out/x', 'out/x/y', true],
    ['a+b', 'a+b', true],
    ['a.b', 'axb', false],
  ])('by %s: %s is left out: %s', (pattern, path, expected) => {
    expect(createIgnore([pattern])(path)).toBe(expected);
  });

  it('leaves out what is below whatever it leaves out', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 6 });
    const path = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 3 }), path, path, (patterns, above, rest) => {
        const ignored = createIgnore(patterns);
        expect(ignored(above) && !ignored(`${above}/${rest}`)).toBe(false);
      }),
    );
  });

  it('matches a part of a path as the same expression of letters and any characters does', () => {
    const sign = fc.constantFrom('a', 'b', '*');
    fc.assert(
      fc.property(
        fc.string({ unit: sign, minLength: 1, maxLength: 8 }),
        fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 10 }),
        (pattern, name) => {
          const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name);
          expect(createIgnore([pattern])(name)).toBe(expected);
        },
      ),
    );
  });

  it('threat: takes a name that no pattern of stars fits without trying every way', () => {
    const pattern = 'a*'.repeat(90);
    expect(createIgnore([`${pattern}b`])('a'.repeat(1_400))).toBe(false);
  });

  it('threat: leaves out a path that is longer than whoever keeps it can find again', () => {
    const ignored = createIgnore();
    expect(ignored(`${'a/'.repeat(699)}ab`)).toBe(false);
    expect(ignored(`${'a/'.repeat(699)}abc`)).toBe(true);
    // Bytes count, not letters.
    expect(ignored('ä'.repeat(701))).toBe(true);
  });
});
