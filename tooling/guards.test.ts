import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutations } from './guards/mutations.ts';
import type { Ran } from './guards/reporter.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const whole = 'whole';

/** The copy of a guard that is taken out. */
const copyOf = (guard: string): string => guard.replaceAll(' ', '-');

/** Digest once as it is and once without each guard, below one folder. */
function makeCopies(folder: string): void {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const copy of [whole, ...mutations.map(({ guard }) => copyOf(guard))]) {
    const digest = join(folder, copy, 'apps/digest');
    mkdirSync(dirname(digest), { recursive: true });
    for (const part of ['package.json', 'src', 'test'])
      cpSync(join(root, 'apps/digest', part), join(digest, part), { recursive: true });
    symlinkSync(join(root, 'apps/digest/node_modules'), join(digest, 'node_modules'), 'junction');
  }
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

  it.each(mutations)('threat: the guard $guard taken out is seen', ({ guard }) => {
    const failed = ran.filter(({ copy, state }) => copy === copyOf(guard) && state === 'failed');
    expect(failed.some(({ title }) => title.startsWith(`${guard}: `))).toBe(true);
  });
});
