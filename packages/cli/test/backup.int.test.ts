import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot, scratchFolder, type TestDatabase, testDatabase, until } from '@salience/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

// A database that somebody gave us: DATABASE_URL names its owner. backup-home.int.test.ts has the laptop.
let source: TestDatabase;
const folder = scratchFolder('backup');
const file = join(folder, 'whole.backup');
const home = join(folder, 'home');

beforeAll(async () => {
  source = await testDatabase();
  await source.admin(
    `insert into salience.threads (id, agent_id, key, source, created_at, last_activity_at) select 't', id, 't', 'x', now(), now() from salience.agents`,
  );
  vi.stubEnv('SALIENCE_HOME', home);
  vi.stubEnv('DATABASE_URL', source.ownerUrl);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filesLike(pattern: RegExp): string[] {
  return readdirSync(folder).filter((name) => pattern.test(name));
}

test('threat: a backup can be read by nobody else, in whatever folder, and says nothing of passwords', async () => {
  const open = join(folder, 'open');
  mkdirSync(open, { mode: 0o777 });
  const before = process.umask(0);
  try {
    const ran = await salience('backup', join(open, 'a.backup'), '--json');
    expect(ran).toMatchObject({ code: 0, error: undefined });
    expect(JSON.parse(ran.out)).toMatchObject({ tables: expect.any(Number) as number, with_token: false });
    expect(`${ran.out}${ran.err}`).not.toContain(new URL(source.ownerUrl).password + '@');
  } finally {
    process.umask(before);
  }
  expect(statSync(join(open, 'a.backup')).mode & 0o777).toBe(0o600);
  expect(readdirSync(open)).toEqual(['a.backup']);
});

test('threat: nothing is written over a file, and nothing through a link, wherever it leads', async () => {
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'mine');
  for (const [name, leads] of [
    ['link', victim],
    ['dangling', join(folder, 'nowhere')],
  ] as const) {
    symlinkSync(leads, join(folder, name));
    const ran = await salience('backup', join(folder, name));
    expect(ran.error).toMatchObject({ code: 'backup.file-exists' });
    expect(lstatSync(join(folder, name)).isSymbolicLink()).toBe(true);
  }
  expect((await salience('backup', victim)).error).toMatchObject({ code: 'backup.file-exists' });
  expect(readFileSync(victim, 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  expect((await salience('backup', join(folder, 'no', 'such', 'folder'))).error).toMatchObject({
    code: 'backup.file-unwritable',
  });
});

test('a file appears when it is whole: a command that is killed leaves none of that name', async () => {
  // A table that somebody holds keeps the command in the middle of its rows.
  const holder = await source.connect('salience_operator', { direct: true }).pool.connect();
  await source.admin('grant all on salience.turns to salience_operator');
  await holder.query('begin');
  await holder.query('lock table salience.turns in access exclusive mode');
  const { SALIENCE_API_KEY: _key, ...env } = process.env;
  const program = join(repositoryRoot, 'packages/cli/dist/main.mjs');
  const killed = join(folder, 'killed.backup');
  const child = spawn(process.execPath, [program, 'backup', killed], { stdio: 'ignore', env });
  const isWaiting = () =>
    source.admin("select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'copy %'");
  await until(async () => (await isWaiting()).length > 0, { what: 'the command to be in the middle' });
  expect(existsSync(killed)).toBe(false);
  expect(filesLike(/^killed.*\.part$/).length).toBe(1);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  await holder.query('rollback');
  holder.release(true);
  expect(existsSync(killed)).toBe(false);
  expect((await salience('backup', killed)).code).toBe(0);
});

test('a file that is cut off, or none, is refused before a home is made', async () => {
  expect((await salience('backup', file)).code).toBe(0);
  vi.stubEnv('DATABASE_URL', '');
  const cut = join(folder, 'cut.backup');
  writeFileSync(cut, readFileSync(file).subarray(0, -20));
  expect((await salience('restore', cut)).error).toMatchObject({ code: 'backup.damaged' });
  expect((await salience('restore', folder)).error).toMatchObject({ code: 'backup.file-unreadable' });
  expect((await salience('restore', join(folder, 'none'))).error).toMatchObject({
    code: 'backup.file-unreadable',
  });
  expect((await salience('backup', join(folder, 'b'))).error).toMatchObject({ code: 'backup.nothing-there' });
  expect((await salience('backup', join(folder, 'b'), '--with-token')).code).toBe(2);
  expect(existsSync(home)).toBe(false);
  vi.stubEnv('DATABASE_URL', source.ownerUrl);
});

test('a team’s database: into an empty one it goes, into one that is in use it does not', async () => {
  expect((await salience('restore', file)).error).toMatchObject({ code: 'backup.not-empty' });
  const target = await testDatabase();
  vi.stubEnv('DATABASE_URL', target.ownerUrl);
  const ran = await salience('restore', file);
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('Restored ') as string });
  expect(await target.admin('select id from salience.threads')).toEqual([{ id: 't' }]);
  expect(await target.admin("select actor from salience.audit_log where action = 'backup.restore'")).toEqual([
    { actor: expect.stringMatching(/^cli:/) as string },
  ]);
  vi.stubEnv('DATABASE_URL', source.ownerUrl);
  await target.close();
});
