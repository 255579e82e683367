import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Backend,
  findTraces,
  plantsIn,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { salience } from './command-line.ts';

const backend: Backend = 'postgres';
let folder: string;
let here: TestDatabase;
let there: TestDatabase;
let apps: SpawnedApp[] = [];
let from: SpawnedApp;
let to: SpawnedApp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salience-import-'));
  [here, there] = await Promise.all([testDatabase(), testDatabase()]);
  const plants = await plantsIn(here, new Date('2026-03-01T12:00:00Z'));
  const first = await plants.thread();
  await plants.exchange(first, 1, { message: 'My boat is called Merrow.' });
  await plants.exchange(first, 2, { message: 'I painted the boat green.', speaker: 'Lea', trust: 'owner' });
  await plants.exchange(await plants.thread(), 1, {
    message: 'The harbour master is Ortwin.',
    trust: 'external',
  });
  const [old, fresh] = await Promise.all([queueNamespace(backend, here), queueNamespace(backend, there)]);
  const spawn = (
    app: 'consumer' | 'memory-chunker' | 'scheduler',
    queues: typeof fresh,
    database: TestDatabase,
  ) => spawnApp(app, { database, queues, readyMs: 90_000 });
  [from, to, ...apps] = (await Promise.all([
    spawn('consumer', old, here),
    spawn('consumer', fresh, there),
    spawn('memory-chunker', fresh, there),
    spawn('scheduler', fresh, there),
  ])) as [SpawnedApp, SpawnedApp, ...SpawnedApp[]];
}, 150_000);
afterAll(async () => {
  await Promise.all([from, to, ...apps].map((app) => app.stop()));
  await Promise.all([here.close(), there.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const memory = (app: SpawnedApp, ...args: string[]) => salience('memory', ...args, '--url', app.httpUrl());

interface Line {
  readonly kind: string;
  readonly id: string;
  readonly trust: string;
}

/** What an export says was said, without what an import changes: the label of trust, and what is derived. */
async function exported(
  app: SpawnedApp,
  name: string,
): Promise<{ file: string; said: object[]; lines: Line[] }> {
  const out = join(folder, name);
  expect((await memory(app, 'export', '--out', out, '--format', 'jsonl')).code).toBe(0);
  const file = join(out, 'memory.jsonl');
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line & Record<string, unknown>);
  const said = lines
    .filter(({ kind }) => kind === 'exchange')
    .map(({ at, id, mode, reply, sources, speaker, text, thread_id }) => ({
      at: new Date(String(at)).getTime(),
      id,
      mode,
      reply,
      sources,
      speaker,
      text,
      thread_id,
    }));
  return { file, said, lines };
}

test('export, import and export again say the same, twice is as once, and search finds it', {
  timeout: 90_000,
}, async () => {
  const old = await exported(from, 'old');
  expect(old.said).toHaveLength(3);
  const shown = await memory(to, 'import', old.file, '--dry-run');
  expect(shown.out).toContain('Would take in 3 exchanges; already there: 0');
  expect((await exported(to, 'untouched')).said).toEqual([]);
  expect((await memory(to, 'import', old.file)).out).toContain('Took in 3 exchanges');
  expect((await memory(to, 'import', old.file)).out).toContain('Took in 0 exchanges; already there: 3');
  const fresh = await exported(to, 'fresh');
  expect(fresh.said).toEqual(old.said);
  // Law 10: nobody here knows who said it.
  expect(
    fresh.lines
      .filter(({ kind }) => kind === 'exchange')
      .map(({ trust }) => trust)
      .toSorted(),
  ).toEqual(['external', 'unverified', 'unverified']);
  expect((await memory(to, 'search', 'What is my boat called?')).out).toContain('Merrow');
  // What is learned from it is made here, by the workers.
  await until(async () => (await there.admin('select 1 from salience.chunks')).length === 3, {
    what: 'a chunk of each exchange',
    timeoutMs: 60_000,
  });
});

test('of a file that cannot be read nothing is taken in, and the error says where', async () => {
  const { file } = await exported(from, 'again');
  const whole = readFileSync(file, 'utf8');
  const broken = async (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return (await memory(from, 'import', join(folder, name), '--dry-run')).error;
  };
  expect(await broken('cut', whole.slice(0, whole.lastIndexOf('{')))).toMatchObject({
    code: 'memory.import-line',
    message: expect.stringContaining('the file was cut'),
  });
  expect(await broken('later', whole.replace('"version":1', '"version":2'))).toMatchObject({
    code: 'memory.import-line',
    message: expect.stringContaining('version 2'),
  });
  expect(await broken('day', whole.replace(/"at":\s*"[^"]+"/u, '"at":"yesterday"'))).toMatchObject({
    code: 'memory.import-line',
    message: expect.stringContaining('line 1'),
  });
  expect(await broken('no lines', 'hello')).toMatchObject({ code: 'memory.import-line' });
  expect((await memory(from, 'import', join(folder, 'absent'))).error).toMatchObject({
    code: 'memory.import-file',
  });
});

test('law 12: what belongs to another agent of the same database is refused, and nothing of the page is taken in', async () => {
  const { file } = await exported(from, 'mine');
  await here.admin(
    `insert into salience.agents (id, name, persona, settings)
     select 'agt_' || md5('other'), 'other', persona, settings from salience.agents where name = 'default'`,
  );
  const taken = await memory(from, 'import', file, '--agent', 'other');
  expect(taken.error).toMatchObject({ code: 'import.id-taken' });
  expect(
    await here.admin("select 1 from salience.turn_ends where agent_id = 'agt_' || md5('other')"),
  ).toEqual([]);
});

test('what an agent was told to forget does not come back by an import', async () => {
  const old = await exported(to, 'before');
  const [first] = old.said as { id: string }[];
  expect((await memory(to, 'forget', first?.id ?? '', '--yes')).code).toBe(0);
  // Nor does what went with a person: each exchange left a tombstone under its id.
  expect((await memory(to, 'forget', '--person', 'Ortwin', '--yes')).code).toBe(0);
  expect((await memory(to, 'import', old.file, '--dry-run')).out).toContain('Would take in 0 exchanges');
  const done = await memory(to, 'import', old.file);
  expect(done.out).toContain('Took in 0 exchanges; already there: 1; forgotten here, and stays so: 2');
  expect(await findTraces(there, 'Ortwin')).toEqual([]);
});
