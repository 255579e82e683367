import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isModuleFile, moduleOfFile, modulePath, shippedModule, shippedNames } from './module-file.ts';

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
