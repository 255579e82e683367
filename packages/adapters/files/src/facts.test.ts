import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalIdOf, fileFacts } from './facts.ts';

describe('fileFacts', () => {
  it.each([
    ['Invoice_2026-03 (final).PDF', '.pdf', 0, ['invoice', '2026', '03', 'final']],
    ['a/b/archive.tar.gz', '.gz', 2, ['archive', 'tar']],
    ['Müller Straße.txt', '.txt', 0, ['müller', 'straße']],
    ['e\u0301te\u0301.txt', '.txt', 0, ['été']],
    ['講義ノート3.md', '.md', 0, ['講義ノート3']],
    ['README', '', 0, ['readme']],
    ['dot.', '', 0, ['dot']],
    [`x.${'e'.repeat(40)}`, '', 0, ['x']],
    ['---', '', 0, []],
  ])('says of %s', (path, extension, directory_depth, filename_tokens) => {
    expect(fileFacts(path)).toEqual({ extension, directory_depth, filename_tokens });
  });

  it('takes an absolute path below its root', () => {
    expect(fileFacts('/data/in/x/a.txt', '/data/in')).toEqual(fileFacts('x/a.txt'));
  });

  it('holds few and short words, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
        const { extension, filename_tokens } = fileFacts(`${name} ${'w'.repeat(100)} ${'v '.repeat(20)}`);
        expect(extension.length).toBeLessThanOrEqual(32);
        expect(filename_tokens.length).toBeLessThanOrEqual(16);
        for (const token of filename_tokens) expect(Array.from(token).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});

describe('externalIdOf', () => {
  const file = { root: '/data', path: 'a.txt', inode: '7', mtimeMs: 1_000, size: 5 };

  it('is the same for the same state, and another one for any other', () => {
    const id = externalIdOf(file);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(externalIdOf({ ...file })).toBe(id);
    for (const change of [{ root: '/dat' }, { path: 'b' }, { inode: '8' }, { mtimeMs: 1_001 }, { size: 6 }])
      expect(externalIdOf({ ...file, ...change })).not.toBe(id);
  });

  it('does not run values together', () => {
    expect(externalIdOf({ ...file, root: '/dataa', path: '.txt' })).not.toBe(externalIdOf(file));
  });
});
