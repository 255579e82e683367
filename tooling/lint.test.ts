import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const impure: readonly [what: string, source: string][] = [
  ['Date.now', 'export const t = Date.now();'],
  ['Date.now handed on', 'export const clock = { now: Date.now };'],
  ['Date.now taken apart', 'export const { now } = Date;'],
  ['new Date()', 'export const t = new Date();'],
  ['new Date without brackets', 'export const t = new Date;'],
  ['Date()', 'export const t = Date();'],
  ['performance', 'export const t = performance.now();'],
  ['Math.random', 'export const r = Math.random();'],
  ['Math.random handed on', 'export const r = { random: Math.random };'],
  ['crypto', 'export const id = crypto.randomUUID();'],
  ['process', 'export const home = process.env.HOME;'],
  ['process handed on', 'export const p = process;'],
  ['process in a template', 'export const home = `x${process.cwd()}`;'],
  ['globalThis', "export const f = globalThis['fetch'];"],
  ['fetch', "export const f = () => fetch('http://x');"],
  ['setTimeout', 'setTimeout(() => undefined, 5);'],
  ['setInterval', 'setInterval(() => undefined, 5);'],
  ['setImmediate', 'setImmediate(() => undefined);'],
  ['queueMicrotask', 'queueMicrotask(() => undefined);'],
  ['console', "console.warn('x');"],
];

const pure = [
  '// never Date.now() or Math.random()',
  "export const words = 'Date.now() and process.env';",
  'export const prose = `the process. new Date() in a text`;',
  'export const at = (ms: number) => new Date(ms).getTime();',
  'export const asked = (port: { fetch(): void; process: number }) => port.fetch();',
  'export const named = (performance: number) => performance + 1;',
];

const impureFile = (index: number) => `packages/domain/router/src/impure-${index}.ts`;

let tree = '';
let report: { file: string; line: number; rule: string }[] = [];

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'salience-lint-'));
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  };
  for (const file of ['.oxlintrc.json', 'tsconfig.base.json', 'tsconfig.json', 'tooling/lint-plugin.mjs']) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file));
  }
  for (const [index, [, source]] of impure.entries()) put(impureFile(index), `${source}\n`);
  put('packages/domain/router/src/pure.ts', pure.join('\n'));
  put('packages/domain/router/src/a.test.ts', 'export const t = Date.now();\n');
  put(
    'packages/kit/clock/package.json',
    JSON.stringify({ name: '@salience/clock', type: 'module', exports: { '.': './src/index.ts' } }),
  );
  put(
    'packages/kit/clock/src/index.ts',
    'export const now = (): Promise<number> => Promise.resolve(Date.now());\n',
  );
  put(
    'apps/digest/src/main.ts',
    "import { now } from '@salience/clock';\nexport const begin = (): void => {\n  now();\n};\n",
  );
  put(
    'apps/digest/src/fine.ts',
    "import { now } from '@salience/clock';\nexport const begin = async (): Promise<number> => await now();\n",
  );
  mkdirSync(join(tree, 'node_modules/@salience'), { recursive: true });
  symlinkSync(join(tree, 'packages/kit/clock'), join(tree, 'node_modules/@salience/clock'));
  symlinkSync(join(root, 'node_modules/@types'), join(tree, 'node_modules/@types'));
  const ran = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '-f', 'unix'],
    {
      cwd: tree,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
    },
  );
  report = [...ran.stdout.matchAll(/^(\S+?):(\d+):\d+: .*\[Error\/([^\]]+)\]$/gm)].map(
    ([, file, line, rule]) => ({
      file: file ?? '',
      line: Number(line),
      rule: rule ?? '',
    }),
  );
});

afterAll(() => {
  rmSync(tree, { recursive: true, force: true });
});

const purityRules = new Set([
  'salience(no-clock)',
  'eslint(no-restricted-globals)',
  'eslint(no-restricted-properties)',
]);
const purityOf = (file: string) =>
  report.filter((found) => found.file === file && purityRules.has(found.rule));

describe('the lint', () => {
  it('fails a promise that floats, also one from another package', () => {
    expect(report).toContainEqual({
      file: 'apps/digest/src/main.ts',
      line: 3,
      rule: 'typescript(no-floating-promises)',
    });
    expect(report.filter(({ file }) => file === 'apps/digest/src/fine.ts')).toEqual([]);
  });

  it.each(impure.map(([what], index) => [what, impureFile(index)] as const))(
    'finds %s in a domain package',
    (_what, file) => {
      expect(purityOf(file)).toHaveLength(1);
    },
  );

  it('lets values, words and names of that kind pass, and what only tests do', () => {
    expect(purityOf('packages/domain/router/src/pure.ts')).toEqual([]);
    expect(purityOf('packages/domain/router/src/a.test.ts')).toEqual([]);
    expect(purityOf('packages/kit/clock/src/index.ts')).toEqual([]);
  });
});
