import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
import { purgeDeletedRows } from '@salience/database';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;
let folder: string;
let exchangeId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salience-memory-'));
  database = await testDatabase();
  const plants = await plantsIn(database, new Date('2026-03-01T12:00:00Z'));
  const said = { message: 'My boat is called Merrow.', chunkState: 'chunked' } as const;
  exchangeId = await plants.exchange(await plants.thread(), 1, said);
  const queues = await queueNamespace('postgres', database);
  consumer = await spawnApp('consumer', { database, queues, readyMs: 90_000 });
}, 120_000);
afterAll(async () => {
  await consumer?.stop();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const memory = (...args: string[]) => salience('memory', ...args, '--url', consumer.httpUrl());

test('what is remembered is shown, audited, and written to a folder as pages and as lines', async () => {
  expect((await memory('show', exchangeId)).out).toContain('My boat is called Merrow.');
  expect((await memory('audit')).out).toContain('Nothing failed to be learned from.');
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
  expect(JSON.parse(readFileSync(join(lines, 'memory.jsonl'), 'utf8'))).toMatchObject({ id: exchangeId });
  expect((await memory('export', '--out', lines)).error).toMatchObject({ code: 'memory.folder-exists' });
});

test('forgetting says what is gone, asks for a yes where nobody can be asked, and for one thing at a time', async () => {
  expect((await memory('forget', exchangeId)).code).toBe(2);
  expect((await memory('forget', exchangeId, '--person', 'Ana', '--yes')).code).toBe(2);
  const gone = await memory('forget', exchangeId, '--yes');
  expect(gone.out).toContain('1 × exchange');
  expect((await memory('show', exchangeId)).error).toMatchObject({ code: 'item.forgotten' });
  expect((await memory('search', 'boat')).out).toContain('Nothing is remembered of that.');
});

test('a purge writes every table anew, as the owner of the database', async () => {
  // What stands in many rows is kept once more as a statistic of its column.
  const common = 'zibbelwort';
  await database.admin(
    `insert into salience.tombstones (agent_id, item_id, kind, reason, request_id, forgotten_at, forgotten_by)
     select id, 'ex_' || n, 'exchange', $1, 'fgt_1', now(), 'test' from salience.agents, generate_series(1, 100) n`,
    [common],
  );
  await database.admin('analyze salience.tombstones');
  await database.admin('checkpoint');
  expect(await database.admin(inStatistics, [common])).not.toEqual([]);
  await database.admin('delete from salience.tombstones where reason = $1', [common]);
  const purged = await purgeDeletedRows(database.ownerUrl);
  expect(await database.admin(inStatistics, [common])).toEqual([]);
  expect(purged.tables).toBeGreaterThan(30);
  expect(await database.admin('select 1 from salience.tombstones')).not.toEqual([]);
});

/** The table of statistics as it lies on disk, when it holds this word anywhere. */
const inStatistics = `select 1 from pg_read_binary_file(pg_relation_filepath('pg_catalog.pg_statistic')) f
  where position(convert_to($1, 'UTF8') in f) > 0`;
