import { setTimeout as pause } from 'node:timers/promises';
import { SalienceError } from '@salience/errors';
import pg from 'pg';
import { classifyDatabaseError } from './connect.ts';

/** What a purge looked at. */
export interface Purged {
  readonly tables: number;
  /** Bytes of these tables before and after. */
  readonly before: number;
  readonly after: number;
}

const lookMs = 100;

/**
 * Writes every table of the schema anew without its deleted rows, so that their bytes leave the data files now, and with them
 * the planner's statistics, which hold the commonest values of columns. `url` is that of the database's owner; each table is
 * locked while it is written, so nothing is answered meanwhile. Transactions that are older and can still see the deleted rows
 * are waited for, at most `patienceMs` each time; then it throws `database.purge-held`, retryable, with who they are. Write-ahead
 * logs, replicas' archives and backups are not touched: they age out as their own settings say.
 */
export async function purgeDeletedRows(url: string, patienceMs = 60_000): Promise<Purged> {
  const client = new pg.Client({ connectionString: url, application_name: 'salience-purge' });
  client.on('error', () => {});
  try {
    await client.connect();
    const size = `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'salience' and c.relkind = 'r'`;
    const before = await client.query<{ bytes: number }>(size);
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'salience' order by 1",
    );
    await nobodySeesDeleted(client, patienceMs);
    for (const { name } of tables.rows)
      await client.query(`vacuum (full, analyze) salience.${pg.escapeIdentifier(name)}`);
    await clearEmptied(client);
    // Analysing left the old samples behind as deleted rows.
    await nobodySeesDeleted(client, patienceMs);
    await client.query('vacuum (full) pg_catalog.pg_statistic');
    const after = await client.query<{ bytes: number }>(size);
    return {
      tables: tables.rows.length,
      before: before.rows[0]?.bytes ?? 0,
      after: after.rows[0]?.bytes ?? 0,
    };
  } catch (error) {
    throw error instanceof SalienceError ? error : classifyDatabaseError(error);
  } finally {
    await client.end();
  }
}

/** Whatever keeps what was deleted before a transaction: a table that is written anew would take those rows along. */
const holders = `with seen as (select age($1::text::xid) as age)
  select 'connection ' || a.pid || ' of ' || coalesce(a.usename, a.backend_type) || coalesce(' (' || nullif(a.application_name, '') || ')', '') as who
  from pg_stat_activity a, seen where a.pid <> pg_backend_pid() and (a.datid is null or a.datname = current_database())
    and greatest(age(a.backend_xmin), age(a.backend_xid)) > seen.age
  union all select 'prepared transaction ' || p.gid from pg_prepared_xacts p, seen
  where p.database = current_database() and age(p.transaction) > seen.age
  union all select 'replication slot ' || s.slot_name from pg_replication_slots s, seen
  where greatest(age(s.xmin), age(s.catalog_xmin)) > seen.age`;

/** Resolves when no transaction is left that began before now. */
async function nobodySeesDeleted(client: pg.Client, patienceMs: number): Promise<void> {
  const now = await client.query<{ xid: string }>('select pg_current_xact_id()::xid::text as xid');
  const until = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ who: string }>(holders, [now.rows[0]?.xid]);
    if (rows.length === 0) return;
    if (performance.now() > until) {
      const who = rows.map((row) => row.who).join(', ');
      throw new SalienceError(
        'database.purge-held',
        `Expected nobody to see what was deleted any more within ${patienceMs / 1_000} s, but these still do: ${who}. ` +
          'What was forgotten is gone, its bytes are not: end them, or wait for them, and purge again.',
        { kind: 'retryable' },
      );
    }
    await pause(lookMs);
  }
}

/** Analysing a table without rows leaves its old samples. Before version 18 Postgres has no way to take them away. */
async function clearEmptied(client: pg.Client): Promise<void> {
  const known = await client.query(
    "select 1 where to_regproc('pg_catalog.pg_clear_attribute_stats') is not null",
  );
  if (known.rows.length === 0) return;
  await client.query(`select pg_clear_attribute_stats(s.schemaname::text, s.tablename::text, s.attname::text, s.inherited)
    from pg_stats s join pg_class c on c.oid = format('%I.%I', s.schemaname, s.tablename)::regclass
    where s.schemaname = 'salience' and c.reltuples <= 0`);
}
