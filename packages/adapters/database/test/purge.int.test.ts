import { type TestDatabase, testDatabase, until } from '@salience/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeDeletedRows } from '../src/doors/keeping.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a purge writes every table anew, when nobody sees what was deleted any more, and its statistics', async () => {
  // What stands in many rows is kept once more as a statistic of its column, also when no row is left.
  const common = 'zibbelwort';
  await database.admin(
    `insert into salience.tombstones (agent_id, item_id, kind, reason, request_id, forgotten_at, forgotten_by)
     select id, 'ex_' || n, 'exchange', $1, 'fgt_1', now(), 'test' from salience.agents, generate_series(1, 100) n`,
    [common],
  );
  await database.admin('analyze salience.tombstones');
  // An app's own role: what others do in the database the owner may not see.
  const reader = new pg.Client({ connectionString: database.urlFor('salience_digest') });
  await reader.connect();
  try {
    await reader.query('begin isolation level repeatable read');
    await reader.query('select 1');
    await database.admin('delete from salience.tombstones');
    await expect(purgeDeletedRows(database.ownerUrl, 0)).rejects.toMatchObject({
      code: 'database.purge-held',
    });
    await database.admin('checkpoint');
    for (const table of ['salience.tombstones', 'pg_catalog.pg_statistic'])
      expect(await database.admin(onDisk, [common, table])).not.toEqual([]);
    const purging = purgeDeletedRows(database.ownerUrl);
    const filed = async () =>
      (await database.admin("select pg_relation_filepath('salience.tombstones') as file"))[0];
    const first = await filed();
    await until(async () => (await filed())?.['file'] !== first?.['file'], {
      what: 'the table to be written anew',
    });
    await reader.query('commit');
    expect((await purging).tables).toBeGreaterThan(30);
  } finally {
    await reader.end();
  }
  await database.admin('checkpoint');
  for (const table of ['salience.tombstones', 'pg_catalog.pg_statistic'])
    expect(await database.admin(onDisk, [common, table])).toEqual([]);
  expect(await database.admin('select 1 from salience.agents')).not.toEqual([]);
}, 60_000);

/** A table as it lies on disk, when it holds this word anywhere. */
const onDisk = `select 1 from pg_read_binary_file(pg_relation_filepath($2)) f where position(convert_to($1, 'UTF8') in f) > 0`;
