import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOf, mutations, type Place, places } from './guards/mutations.ts';
import type { Ran } from './guards/reporter.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const whole = 'whole';

/** Each place once as it is and once without each of its guards, below one folder. */
function makeCopies(folder: string): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const place of Object.values(places)) copyPlace(join(folder, whole), place);
  for (const { guard, place } of mutations) copyPlace(join(folder, copyOf(guard)), places[place]);
  for (const { file, guard, instead, line } of mutations) {
    const path = join(folder, copyOf(guard), file);
    const text = readFileSync(path, 'utf8');
    if (text.split(line).length !== 2) throw new Error(`expected once in ${file}, to take it out: ${line}`);
    writeFileSync(
      path,
      text.replace(line, () => instead),
    );
  }
}

function copyPlace(copy: string, { folders }: Place): void {
  for (const folder of folders) {
    const to = join(copy, folder);
    mkdirSync(to, { recursive: true });
    for (const part of ['package.json', 'src', 'test'])
      if (existsSync(join(root, folder, part)))
        cpSync(join(root, folder, part), join(to, part), { recursive: true });
    // Two places may have a folder together, where nothing of either is taken out.
    if (!existsSync(join(to, 'node_modules'))) linkModules(copy, folder, folders);
  }
}

/** The modules of a copied folder: those of the repository, but for the packages that were copied with it. */
function linkModules(copy: string, folder: string, copied: readonly string[]): void {
  const modules = join(root, folder, 'node_modules');
  const link = (name: string): void => {
    const real = realpathSync(join(modules, name));
    const own = copied.find((one) => realpathSync(join(root, one)) === real);
    symlinkSync(
      own === undefined ? real : join(copy, own),
      join(copy, folder, 'node_modules', name),
      'junction',
    );
  };
  for (const name of readdirSync(modules)) {
    if (name.startsWith('.')) continue;
    mkdirSync(join(copy, folder, 'node_modules', name.startsWith('@') ? name : ''), { recursive: true });
    if (!name.startsWith('@')) link(name);
    else for (const inner of readdirSync(join(modules, name))) link(join(name, inner));
  }
}

async function runCopies(folder: string): Promise<readonly Ran[]> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    join(root, 'tooling/guards/vitest.config.ts'),
  ];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...env, GUARDS_ROOT: folder, SALIENCE_TEST_BACKENDS: 'postgres' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.on('data', (piece: Buffer) => (words = `${words}${piece.toString('utf8')}`.slice(-2_000)));
  await once(child, 'exit');
  try {
    return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Ran[];
  } catch (cause) {
    throw new Error(`the copies told nothing: ${words}`, { cause });
  }
}

describe('a guard of the living path', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'salience-guards-')));
  let ran: readonly Ran[];
  beforeAll(async () => {
    makeCopies(folder);
    ran = await runCopies(folder);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is there: with all of them every test passes', () => {
    const all = ran.filter(({ copy }) => copy === whole);
    expect(all.length).toBeGreaterThan(mutations.length);
    expect(all.filter(({ state }) => state !== 'passed')).toEqual([]);
  });

  it.each(mutations)('threat: the guard $guard taken out is seen', ({ guard, seenBy = `${guard}: ` }) => {
    const failed = ran.filter(({ copy, state }) => copy === copyOf(guard) && state === 'failed');
    expect(failed.some(({ title }) => title.includes(seenBy))).toBe(true);
  });
});
