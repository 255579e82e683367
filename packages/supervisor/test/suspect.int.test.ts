import { hostname } from 'node:os';
import { newId } from '@salience/database';
import { beat } from '@salience/database/operations';
import { plantsIn, type TestDatabase, testDatabase } from '@salience/testing';
import { beforeAll, expect, test } from 'vitest';
import { createSuspect } from '../src/up/fleet-view.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

/** A worker whose last heartbeat was so many seconds ago. */
async function worker(app: string, pid: number, silentS: number, host = hostname()): Promise<void> {
  const db = database.connect('salience_digest');
  const id = newId('worker');
  await beat(db, {
    id,
    app,
    pid,
    host,
    version: '1',
    state: 'ready',
    capacity: 1,
    running: [],
    jobsDone: 0,
    jobsFailed: 0,
  });
  await database.admin(
    "update salience.workers set seen_at = clock_timestamp() - $2 * interval '1 second' where id = $1",
    [id, silentS],
  );
}

test('a lost heartbeat counts only while work waits, and only on this host', async () => {
  const plants = await plantsIn(database, new Date());
  await worker('memory-chunker', 7, 60);
  await worker('memory-chunker', 8, 0);
  await worker('memory-chunker', 9, 60, 'elsewhere');
  const ask = (pid: number) => createSuspect(database.connect('salience_operator'))('memory-chunker', pid);
  expect(await ask(7)).toBeUndefined();

  await plants.exchange(await plants.thread(), 1, { message: 'Hello' });
  expect(await ask(7)).toBe('its heartbeat is lost while 1 exchange waits for it');
  expect(await ask(8)).toBeUndefined();
  expect(await ask(9)).toBeUndefined();
});

test('nobody is suspected while the database cannot be asked', async () => {
  const db = database.connect('salience_operator');
  await db.close();
  expect(await createSuspect(db)('memory-chunker', 7)).toBeUndefined();
});
