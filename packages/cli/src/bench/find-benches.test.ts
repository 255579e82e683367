import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { benchFolders } from '@salience/supervisor/home';
import { findBenches } from './find-benches.ts';

test('scripts are listed with their first sentence; one with a run.mjs of its own is started by that', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salience-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'fast.ts'), '// How fast\n// it is. And more.\nimport x;');
  writeFileSync(join(folder, 'peers.ts'), 'import x;');
  writeFileSync(join(folder, 'fast.test.ts'), '');
  mkdirSync(join(folder, 'peers'));
  writeFileSync(join(folder, 'peers', 'run.mjs'), '');
  expect(findBenches([folder, join(folder, 'nowhere')])).toEqual([
    {
      name: 'fast',
      about: 'How fast it is.',
      usage: 'How fast it is. And more.',
      script: join(folder, 'fast.ts'),
    },
    { name: 'peers', about: '', usage: '', script: join(folder, 'peers', 'run.mjs') },
  ]);
  expect(findBenches([join(folder, 'nowhere')])).toBeUndefined();
});

test('every script of this repository says what it measures', () => {
  const benches = findBenches(benchFolders);
  expect(benches?.filter(({ about }) => about === '')).toEqual([]);
  expect(benches?.map(({ name }) => name)).toEqual(expect.arrayContaining(['chaos', 'idle-latency']));
});
