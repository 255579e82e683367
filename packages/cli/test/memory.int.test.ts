import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  plantsIn,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;
let folder: string;
let exchangeId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salience-memory-'));
  database = await testDatabase();
  const plants = await plantsIn(database, new Date('2026-03-01T12:00:00Z'));
  const said = { message: 'My boat is called Merrow.', chunked: true } as const;
  exchangeId = await plants.exchange(await plants.thread(), 1, said);
  const queues = await queueNamespace('postgres', database);
  consumer = await spawnApp('consumer', { database, queues, readyMs: 90_000 });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const memory = (...args: string[]) => salience('memory', ...args, '--url', consumer.httpUrl());

test('what is remembered is shown, audited, and written to a folder as pages and as lines', async () => {
  expect((await memory('show', exchangeId)).out).toContain('My boat is called Merrow.');
  expect((await memory('audit')).out).toContain('No enrichment failed.');
  expect((await memory('retry-failed')).out).toContain('Nothing had failed.');
  expect((await memory('thoughts')).code).toBe(0);
  const [pages, lines] = [join(folder, 'pages'), join(folder, 'lines')];
  expect((await memory('export', '--out', pages)).code).toBe(0);
  expect(readdirSync(pages, { recursive: true }).map(String).toSorted()).toEqual([
    'days',
    'days/2026-03-01.md',
    'identity.md',
  ]);
  expect(readFileSync(join(pages, 'days/2026-03-01.md'), 'utf8')).toContain('My boat is called Merrow.');
  expect((await memory('export', '--out', lines, '--format', 'jsonl')).code).toBe(0);
  const [first = '', end = ''] = readFileSync(join(lines, 'memory.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(first)).toMatchObject({ id: exchangeId });
  expect(JSON.parse(end)).toEqual({ kind: 'end', items: 1, version: 1 });
  expect((await memory('export', '--out', lines)).error).toMatchObject({ code: 'memory.folder-exists' });
});

/** Whatever below a folder, itself included, others of this machine may read or enter. */
function openToOthers(root: string): string[] {
  const all = ['.', ...readdirSync(root, { recursive: true }).map(String)];
  return all.filter((path) => (statSync(join(root, path)).mode & 0o077) !== 0);
}

test('threat: what is exported of a memory can be read by nobody else on the machine, in whatever folder', async () => {
  for (const format of ['md', 'jsonl']) {
    const [fresh, there] = [join(folder, `new-${format}`), join(folder, `there-${format}`)];
    mkdirSync(there);
    chmodSync(there, 0o777);
    for (const out of [fresh, there]) {
      expect((await memory('export', '--out', out, '--format', format)).code).toBe(0);
      expect(openToOthers(out)).toEqual([]);
    }
  }
});

test('forgetting says what is gone, asks for a yes where nobody can be asked, and for one thing at a time', async () => {
  expect((await memory('forget', exchangeId)).code).toBe(2);
  expect((await memory('forget', exchangeId, '--person', 'Ana', '--yes')).code).toBe(2);
  const gone = await memory('forget', exchangeId, '--yes');
  expect(gone.out).toContain('1 × exchange');
  expect((await memory('show', exchangeId)).error).toMatchObject({ code: 'item.forgotten' });
  expect((await memory('search', 'boat')).out).toContain('No memory matches.');
});
