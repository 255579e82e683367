import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

const path = 'skills/tracker/SKILL.md';
let database: TestDatabase;
let home: string;

beforeAll(async () => {
  database = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'salience-servers-'));
  vi.stubEnv('DATABASE_URL', database.urlFor('salience_operator'));
});
afterAll(() => rm(home, { recursive: true }));

async function importServer(command: string): Promise<void> {
  for (const file of [path, 'skills/plain/SKILL.md']) {
    const server = file === path ? `server:\n  command: ${command}\n  env: [TRACKER_TOKEN]\n` : '';
    await mkdir(dirname(join(home, file)), { recursive: true });
    await writeFile(join(home, file), `---\nname: tracker\ndescription: Knows issues.\n${server}---\nAsk.\n`);
  }
  await writeFile(join(home, 'agent.md'), 'Calm.\n');
  await writeFile(join(home, 'settings.json'), '{}\n');
  await salience('agent', 'import', 'default', home);
}

const listed = async () =>
  JSON.parse((await salience('agent', 'servers', 'default', '--json')).out) as unknown;

test('who allows the server of a skill reads what it starts; another text is asked for again, and a yes can be taken back', async () => {
  await importServer('/usr/bin/tracker');
  expect(await listed()).toEqual([{ path, allowed: false }]);
  const said = await salience('agent', 'servers', 'default', path);
  expect(said).toMatchObject({ code: 0 });
  expect(said.out).toContain('  |   command: /usr/bin/tracker\n');
  expect(said.out).toContain('  |   env: [TRACKER_TOKEN]\n');
  expect(await listed()).toEqual([{ path, allowed: true }]);
  await importServer('/usr/bin/tracker');
  expect(await listed()).toEqual([{ path, allowed: true }]);
  await importServer('/tmp/other');
  expect(await listed()).toEqual([{ path, allowed: false }]);
  await importServer('/usr/bin/tracker');
  await salience('agent', 'servers', 'default', path);
  expect((await salience('agent', 'servers', 'default', path, '--refuse')).out).toContain(
    'No longer allowed',
  );
  expect(await listed()).toEqual([{ path, allowed: false }]);
});

test('a skill without a server has none to allow, and vouching for words starts nothing', async () => {
  const none = await salience('agent', 'servers', 'default', 'skills/plain/SKILL.md');
  expect(none).toMatchObject({ code: 1, error: { code: 'agent.server-unknown' } });
  await salience('agent', 'vouch', 'default', path);
  expect(await listed()).toEqual([{ path, allowed: false }]);
});
