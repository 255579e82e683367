import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  isModuleFile,
  moduleOfFile,
  modulePath,
  shippedModule,
  shippedNames,
  withFolders,
} from './module-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'salience-modules-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const file = join(folder, 'module.json');
  writeFileSync(file, text);
  return file;
}

test('a file is read as its author wrote it', async () => {
  expect(await moduleOfFile(fileOf('{"module_id": "x", "more": [1]}'))).toEqual({
    module_id: 'x',
    more: [1],
  });
});

test('what "modules show --json" shows is read as the module in it', async () => {
  const view = { name: 'x', state: 'active', fingerprint: { module_id: 'x' } };
  expect(await moduleOfFile(fileOf(JSON.stringify(view)))).toEqual({ module_id: 'x' });
});

test('folders take the place of those that a module watches, and nothing else is changed', () => {
  const filesystem = { watch_directories: ['~/Downloads'], relevant_extensions: ['.pdf'] };
  const written = { module_id: 'x', signal_priors: { filesystem, time: { active_hours: [8, 18] } } };
  expect(withFolders(written, ['~/uni', 'here', '/srv/papers'])).toEqual({
    module_id: 'x',
    signal_priors: {
      filesystem: { ...filesystem, watch_directories: ['~/uni', resolve('here'), '/srv/papers'] },
      time: { active_hours: [8, 18] },
    },
  });
});

test.each([{}, { signal_priors: [] }, { signal_priors: { mail: {} } }])(
  'a module that watches no files, as %o, takes no folders',
  (written) => {
    expect(() => withFolders(written, ['/srv'])).toThrow(/--folder/);
  },
);

test.each(['', 'module', '[]', 'null', '7', '"x"'])('%j is no module', async (text) => {
  const file = fileOf(text);
  await expect(moduleOfFile(file)).rejects.toMatchObject({
    code: 'cli.usage',
    message: expect.stringContaining(file),
  });
});

test('a file that is not there is named', async () => {
  await expect(moduleOfFile(join(folder, 'none'))).rejects.toMatchObject({
    code: 'cli.file-unreadable',
    message: expect.stringContaining(join(folder, 'none')),
  });
});

test('modules that come with Salience are named by their module_id', () => {
  expect(shippedNames).toContain('homework');
  for (const name of shippedNames) expect(shippedModule(name)).toMatchObject({ module_id: name });
  expect(() => shippedModule('none')).toThrow(/homework/);
});

test.each([
  ['homework', false],
  ['homework.v2', false],
  ['homework.json', true],
  ['HOMEWORK.JSON', true],
  ['./homework', true],
  ['modules\\homework', true],
])('%s means a file: %s', (named, isFile) => {
  expect(isModuleFile(named)).toBe(isFile);
});

test('only a name is a place of a module', () => {
  expect(modulePath('home-work.2')).toBe('/modules/home-work.2');
  for (const name of ['', '..', 'a/b', 'a b', '-x', 'x'.repeat(65)])
    expect(() => modulePath(name)).toThrow(/list/);
});
