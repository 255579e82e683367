import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPrivatePostgres } from '@salience/embedded';
import pg from 'pg';
import { expect, test } from 'vitest';
import { scratchFolder } from '../src/servers/places.ts';
import { startStandby } from '../src/servers/standby.ts';
import { postgresSettings } from '../src/servers/stores.ts';
import { until } from '../src/until.ts';

/** Files of temporary tables go at once, those of the others at the next checkpoint; each drop of a system index's table removes a cache file. */
const comeAndGo = `do $$
begin
  loop
    create temp table passing (id int primary key, note text);
    insert into passing select n, 'note' from generate_series(1, 50) n;
    drop table passing;
    reindex index pg_class_oid_index;
    commit;
  end loop;
end $$`;

test('a standby is made of a server whose files come and go meanwhile', { timeout: 120_000 }, async () => {
  const root = scratchFolder('standby');
  const first = await startPrivatePostgres({
    dataDir: join(root, 'first'),
    settings: postgresSettings,
    endWithCaller: true,
  });
  const busy = new pg.Client({ connectionString: first.url() });
  await busy.connect();
  const ended = busy.query(comeAndGo).catch((error: unknown) => error);
  const standby = await startStandby(first, join(root, 'second'), postgresSettings);
  const asked = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<{ answer: string }>(statement)).rows[0]?.answer;
    } finally {
      await client.end();
    }
  };
  try {
    await asked(first.url(), "select pg_cancel_backend(pid) from pg_stat_activity where query like 'do $$%'");
    await ended;
    await asked(first.url(), "create table kept as select 'kept' as answer");
    await until(
      async () =>
        (await asked(standby.server.url(), "select to_regclass('kept')::text as answer")) === 'kept',
      { what: 'the standby to have what was written after the copy' },
    );
    expect(await asked(standby.server.url(), 'select answer from kept')).toBe('kept');
  } finally {
    await busy.end();
    await Promise.all([first.stop({ graceMs: 500 }), standby.server.stop({ graceMs: 500 })]);
    rmSync(root, { recursive: true, force: true });
  }
});
