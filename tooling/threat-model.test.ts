import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/threat-model.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| [A-Z]\d+ \|/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));

/** Tests that the page names: file and name, as they are written there. */
const named = rows.flatMap(([id = '', , , proof = '']) =>
  [...proof.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, file = '', name = '']) => ({ id, file, name })),
);

/** Every test of the repository whose name begins with "threat:". */
function tagged(): { file: string; name: string }[] {
  return testsBelow('.').flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/['"`](threat: .+?)['"`],?\s/g)].map(([, name = '']) => ({ file, name }));
  });
}

/** Test files, without those that are installed. */
function testsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testsBelow(path);
    return entry.name.endsWith('.test.ts') && path !== 'tooling/threat-model.test.ts' ? [path] : [];
  });
}

const skipped = new Set(['node_modules', 'dist', '.git', '.turbo', '.salience', 'coverage']);

describe('the threat model', () => {
  it('says for each threat what proves that it is stopped, or plainly that it is not', () => {
    expect(rows.length).toBeGreaterThan(30);
    for (const [id = '', , , proof = ''] of rows) {
      const proved = named.some((test) => test.id === id);
      expect([id, proved || /^(not stopped|nothing to stop)/.test(proof)]).toEqual([id, true]);
    }
    expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
  });

  it.each(named)('$id: $file has the test "$name"', ({ file, name }) => {
    // Only names of tests count, not a sentence in a comment.
    const text = readFileSync(join(root, file), 'utf8');
    expect(text.split('\n').some((line) => line.includes(name) && /['"`]/.test(line))).toBe(true);
  });

  it('names every test that calls itself a threat', () => {
    const listed = new Set(named.map(({ file, name }) => `${file} ${name}`));
    const found = tagged();
    expect(found.length).toBeGreaterThan(10);
    expect(found.map(({ file, name }) => `${file} ${name}`).filter((test) => !listed.has(test))).toEqual([]);
  });
});
