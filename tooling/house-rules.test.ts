import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findViolations, textProblems } from './house-rules.mjs';

// Built from pieces, so that this file keeps the rules it tests.
const slash = '/';
const hash = '#';
const database = 'packages/adapters/database';
const makes = 'CREATE OR REPLACE FUNCTION salience.a() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;\n';
const unfinished = `TO${'DO'}`;

describe('house rules', () => {
  it.each([
    ['a hard limit of lines', 'apps/x/src/a.ts', 'export {};\n'.repeat(401), false],
    ['advice on lines', 'apps/x/src/a.ts', 'export {};\n'.repeat(301), true],
    ['a test that is too long', 'apps/x/src/a.test.ts', 'export {};\n'.repeat(601), false],
    ['unfinished work', 'apps/x/src/a.ts', `// ${unfinished} later\n`, false],
    ['a path of one machine', 'docs/a.md', `Look in ${slash}home/me/salience.\n`, false],
    ['another path of one machine', 'apps/x/src/a.ts', `const file = '${slash}root/key';\n`, false],
    ['an issue number in a comment', 'apps/x/src/a.ts', `// see ${hash}123\n`, false],
    ['an issue number in a page', 'docs/a.md', `Fixed by (${hash}12).\n`, false],
    ['an issue in words', 'apps/x/src/a.ts', `const a = 1; // issue ${12}\n`, false],
    ['a command that may run what somebody else published', 'README.md', `npx ${'salience'} up\n`, false],
    ['a door that hides', 'apps/x/src/index.ts', "export * from './a.ts';\n", false],
    ['a door with logic', 'packages/kit/x/src/index.ts', 'export const a = 1;\n', false],
    ['one of several doors that hides', 'packages/kit/x/src/doors/y.ts', "export * from '../a.ts';\n", false],
    ['the environment away from its door', 'apps/x/src/a.ts', 'const a = process.env.HOME;\n', false],
    [
      'a sleep in a test',
      'apps/x/src/a.test.ts',
      `await new Promise((r) => set${'Timeout'}(r, 5));\n`,
      false,
    ],
    ['a mocked module', 'apps/x/test/a.int.test.ts', `vi.${'mock'}('./a.ts');\n`, false],
    [
      'a function in a migration',
      `${database}/migrations/0001_a.sql`,
      'create or replace\nfunction salience.a() …',
      false,
    ],
    [
      'a function renamed in a migration',
      `${database}/migrations/0001_a.sql`,
      'ALTER FUNCTION salience.a() RENAME TO b',
      false,
    ],
    [
      'a function file by another name',
      `${database}/sql/lanes/a.sql`,
      'CREATE OR REPLACE FUNCTION salience.b() …',
      false,
    ],
    [
      'a function in another schema',
      `${database}/sql/lanes/a.sql`,
      'CREATE OR REPLACE FUNCTION public.a() …',
      false,
    ],
    [
      'a function that touches another',
      `${database}/sql/lanes/a.sql`,
      `${makes}ALTER FUNCTION salience.b OWNER TO x;`,
      false,
    ],
    ['a function file that makes none', `${database}/sql/lanes/a.sql`, 'SELECT 1;', false],
    ['a function without a room', `${database}/sql/a.sql`, makes, false],
    ['a word with two meanings', 'docs/glossary.md', '| run | a |\n| run (of a loop) | b |\n', false],
  ])('finds %s', (_what, file, text, soft) => {
    expect(textProblems(file, text)).toMatchObject([{ file, soft }]);
  });

  it.each([
    ['a command that runs ours or nothing', 'README.md', './salience up\n'],
    ['a glossary', 'docs/glossary.md', '| term | means |\n| run | a |\n| term | means |\n| loop run | b |\n'],
    ['300 lines', 'apps/x/src/a.ts', 'export {};\n'.repeat(300)],
    ['a colour', 'docs/a.css', `a { color: ${hash}333; }\n`],
    ['a heading and an anchor', 'docs/a.md', `${hash} 1 Title\n[x](a.md${hash}1)\n`],
    ['a private field', 'apps/x/src/a.ts', `const a = this.${hash}a; // of the object\n`],
    ['a container path', 'Dockerfile', `WORKDIR ${slash}home/node\n`],
    ['a URL path', 'docs/a.md', `GET http://host${slash}home/x\n`],
    ['the open door of contracts', 'packages/contracts/src/index.ts', "export * from './a.ts';\n"],
    ['the environment at its door', 'apps/x/src/env.ts', 'const a = process.env.HOME;\n'],
    [
      'a function in its file',
      `${database}/sql/lanes/a.sql`,
      `${makes}ALTER FUNCTION salience.a OWNER TO x;`,
    ],
    ['a trigger in a migration', `${database}/migrations/0001_a.sql`, 'EXECUTE FUNCTION salience.a();'],
    ['a function of a test', `${database}/test/a.int.test.ts`, 'create function salience.a()'],
    ['the environment in a script', 'scripts/start.mjs', 'const a = process.env.HOME;\n'],
  ])('lets %s pass', (_what, file, text) => {
    expect(textProblems(file, text)).toEqual([]);
  });
});

describe('house rules of a tree', () => {
  let root = '';
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('wants a README in each package and names by purpose, and looks past what is installed', () => {
    root = mkdtempSync(join(tmpdir(), 'salience-house-'));
    for (const file of [
      'packages/domain/router/package.json',
      'packages/domain/router/src/utils.ts',
      'packages/domain/router/node_modules/x/src/utils.ts',
      'apps/digest/package.json',
      'apps/digest/README.md',
    ]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), 'export {};\n');
    }
    expect(findViolations(root).map(({ file }) => file)).toEqual([
      'packages/domain/router/src/utils.ts',
      'packages/domain/router/README.md',
    ]);
  });
});
