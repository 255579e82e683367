import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

let database: TestDatabase;
let home: string;

beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'salience-prompts-'));
  vi.stubEnv('DATABASE_URL', database.urlFor('salience_operator'));
});
afterAll(() => rm(home, { recursive: true }));

const stored = () =>
  database.admin(
    "select path, content from salience.workspace_files where path like 'prompts/%' order by path",
  );

test('an export holds every prompt to edit; an import keeps the edited ones only; a broken one changes nothing', async () => {
  const folder = join(home, 'default');
  expect((await salience('agent', 'export', 'default', folder)).code).toBe(0);
  expect((await readdir(join(folder, 'prompts'))).toSorted()).toEqual([
    'acknowledge.md',
    'act.md',
    'clarify.md',
    'floor.md',
    'remind.md',
    'respond.md',
    'thought.md',
    'wake.md',
  ]);
  // A policy that is named would take the agent out of what is learned.
  expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))).toEqual({ midRun: 'queue' });
  expect((await salience('agent', 'import', 'default', folder)).code).toBe(0);
  expect(await database.admin("select settings->'policy' as policy from salience.agents")).toEqual([
    { policy: null },
  ]);
  expect(await stored()).toEqual([]);

  const clarify = join(folder, 'prompts/clarify.md');
  const edited = `${await readFile(clarify, 'utf8')}- Ask in rhyme.\n`;
  await writeFile(clarify, edited);
  expect((await salience('agent', 'import', 'default', folder)).code).toBe(0);
  expect(await stored()).toEqual([{ path: 'prompts/clarify.md', content: edited }]);

  await writeFile(join(folder, 'prompts/respond.md'), '\n');
  const refused = await salience('agent', 'import', 'default', folder);
  expect(refused.code).toBe(1);
  expect(refused.error).toMatchObject({
    code: 'context.prompt-invalid',
    message: expect.stringContaining('prompts/respond.md cannot be used. It is empty.'),
  });
  expect(await stored()).toEqual([{ path: 'prompts/clarify.md', content: edited }]);

  const again = join(home, 'again');
  await salience('agent', 'export', 'default', again);
  expect(await readFile(join(again, 'prompts/clarify.md'), 'utf8')).toBe(edited);
});
