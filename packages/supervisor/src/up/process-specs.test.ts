import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { homeAt } from '../home/home.ts';
import { processSpecs } from './process-specs.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'salience-specs-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The folder with modules that each app is told of, by app. */
function modulesOf(settings: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const specs = processSpecs('each', {
    home: homeAt(folder),
    host: '127.0.0.1',
    port: 3300,
    personToken: 'pt_test',
    settings,
    settingsFile: '.env',
    urlFor: (role) => `postgres://${role}@127.0.0.1/salience`,
    directUrlFor: (role) => `postgres://${role}@127.0.0.1/salience`,
    redisUrl: undefined,
  });
  const told = specs.flatMap(({ apps }) => apps.map((app) => [app.name, app.settings] as const));
  return Object.fromEntries(
    told.flatMap(([name, { SALIENCE_MODULES_DIR: modules }]) =>
      modules === undefined ? [] : [[name, modules]],
    ),
  );
}

test('modules come from the folder of the home where there is one, else from the one that is set', () => {
  expect(modulesOf({})).toEqual({});
  mkdirSync(join(folder, 'modules'));
  expect(modulesOf({})).toEqual({ consumer: join(folder, 'modules') });
  expect(modulesOf({ SALIENCE_MODULES_DIR: '/srv/modules' })).toEqual({ consumer: '/srv/modules' });
});
