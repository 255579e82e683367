import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder, type TestDatabase, testDatabase, until } from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backedUp, contentsOf, restored } from './backups.ts';
import { liveIn } from './lived-in.ts';

let source: TestDatabase;
let target: TestDatabase;
const folder = scratchFolder('backup-killed');
const file = join(folder, 'whole.backup');

beforeAll(async () => {
  source = await testDatabase();
  target = await testDatabase();
  await liveIn(source, new Date('2026-03-01T09:00:00Z'));
});
afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts it, waits until it is in the middle, looks, and kills it without warning; resolves when the server has noticed. */
async function killedInTheMiddle(
  database: TestDatabase,
  args: readonly string[],
  look: () => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-child.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (said: Buffer) =>
      String(said).includes('in the middle') ? resolve() : undefined,
    );
    child.once('exit', (code) => reject(new Error(`it ended with ${String(code)}`)));
  });
  await look();
  child.kill('SIGKILL');
  await until(
    async () =>
      (
        await database.admin(
          "select 1 from pg_stat_activity where application_name = 'salience-backup' and datname = current_database()",
        )
      ).length === 0,
    { what: 'the server to notice' },
  );
}

test('a backup that is killed leaves a row that says it was begun, and nothing that hinders the next', async () => {
  await killedInTheMiddle(source, ['backup', source.ownerUrl], async () => {});
  const log = "select actor, outcome from salience.audit_log where action = 'backup.create' order by at";
  expect(await source.admin(log)).toEqual([{ actor: 'child', outcome: 'started' }]);
  expect((await backedUp(source)).rows).toBeGreaterThan(40);
}, 120_000);

test('a restore that is killed has written nothing, and the next one writes all', async () => {
  const backup = await backedUp(source);
  writeFileSync(file, backup.file);
  const before = await contentsOf(target);
  await killedInTheMiddle(target, ['restore', target.ownerUrl, file], async () => {
    // Rows are there, for nobody but the transaction that writes them.
    const [written] = await target.admin<{ n: number }>(
      "select count(*)::int as n from pg_locks where mode = 'AccessExclusiveLock' and database = (select oid from pg_database where datname = current_database())",
    );
    expect(written?.n).toBeGreaterThan(60);
  });
  expect(await contentsOf(target)).toEqual(before);
  expect((await restored(target, backup.file)).rows).toBe(backup.rows);
}, 120_000);

test('law 1: what is committed while a backup is written is not in it, and nothing of it is half', async () => {
  const lived = await testDatabase();
  const agent = await liveIn(lived, new Date('2026-03-01T09:00:00Z'));
  const before = await contentsOf(lived);
  let writes = 0;
  const backup = await backedUp(lived, undefined, async () => {
    writes += 1;
    const id = `late_${writes}`;
    await lived.admin(
      `with t as (insert into salience.threads (id, agent_id, key, source, created_at, last_activity_at) values ($1, $2, $1, 'x', now(), now()))
       insert into salience.lanes (thread_id, agent_id) values ($1, $2)`,
      [id, agent],
    );
  });
  expect(writes).toBeGreaterThan(2);
  const other = await testDatabase();
  await restored(other, backup.file);
  const after = await contentsOf(other);
  for (const table of ['threads', 'lanes', 'turn_ends']) expect(after.get(table)).toEqual(before.get(table));
  await lived.close();
  await other.close();
}, 120_000);
