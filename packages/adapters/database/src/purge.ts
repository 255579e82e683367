import { setTimeout as pause } from 'node:timers/promises';
import { SalienceError } from '@salience/errors';
import { clientOf } from '@salience/postgres';
import pg from 'pg';
import { classifyDatabaseError } from './connect.ts';

/** What a purge looked at. */
export interface Purged {
  readonly tables: number;
  /** Bytes of these tables before and after. */
  readonly before: number;
  readonly after: number;
}

const lookMs = 200;

/**
 * Writes every table of the schema anew without its deleted rows, so that their bytes leave the data files now, and with them
 * the planner's statistics, which hold the commonest values of columns. `url` is that of the database's owner; each table is
 * locked while it is written, so nothing is answered meanwhile. While an older transaction can still see deleted rows a table is
 * written again, for at most `patienceMs`; then it throws `database.purge-held`, retryable, with who they are as far as the owner may
 * know. Write-ahead logs, replicas' archives and backups are not touched: they age out as their own settings say.
 */
export async function purgeDeletedRows(url: string, patienceMs = 60_000): Promise<Purged> {
  const client = clientOf(url, { application_name: 'salience-purge' });
  client.on('error', () => {});
  try {
    await client.connect();
    const size = `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'salience' and c.relkind = 'r'`;
    const before = await client.query<{ bytes: number }>(size);
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'salience' order by 1",
    );
    for (const { name } of tables.rows)
      await writeAnew(client, `salience.${pg.escapeIdentifier(name)}`, patienceMs);
    for (const { name } of tables.rows) await client.query(`analyze salience.${pg.escapeIdentifier(name)}`);
    await clearEmptied(client);
    await writeAnew(client, 'pg_catalog.pg_statistic', patienceMs);
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

/** Writes a table anew until no deleted row was taken along. */
async function writeAnew(client: pg.Client, table: string, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    if ((await takenAlong(client, table)) === 0) return;
    if (performance.now() > until) {
      const { rows } = await client.query<{ who: string }>(holders);
      const who = rows.map((row) => row.who).join(', ') || 'transactions that the owner may not see';
      throw new SalienceError(
        'database.purge-held',
        `Expected that no transaction can see the rows deleted from ${table} after ${patienceMs / 1_000} s, but one can: ${who}. ` +
          'What was forgotten is gone, its bytes are not: end them, or wait for them, and purge again.',
        { kind: 'retryable' },
      );
    }
    await pause(lookMs);
  }
}

/**
 * Writes a table anew and tells how many deleted rows are still in it, because a transaction may look at them. The server is asked, in
 * its own words: whose transactions are open an owner may not see of everybody.
 */
async function takenAlong(client: pg.Client, table: string): Promise<number> {
  let rows = 0;
  const hear = (notice: { readonly detail?: string | undefined }): void => {
    rows += Number(/^\d+/.exec(notice.detail ?? '')?.[0] ?? 0);
  };
  client.on('notice', hear);
  try {
    await client.query(`vacuum (full, verbose) ${table}`);
  } finally {
    client.off('notice', hear);
  }
  return rows;
}

/** Holders of deleted rows: open snapshots, prepared transactions, replication. */
const holders = `select 'connection ' || a.pid || ' of ' || coalesce(a.usename, a.backend_type) || coalesce(' (' || nullif(a.application_name, '') || ')', '') as who
  from pg_stat_activity a where a.pid <> pg_backend_pid() and (a.datid is null or a.datname = current_database())
    and coalesce(a.backend_xmin, a.backend_xid) is not null
  union all select 'prepared transaction ' || p.gid from pg_prepared_xacts p where p.database = current_database()
  union all select 'replication slot ' || s.slot_name from pg_replication_slots s where coalesce(s.xmin, s.catalog_xmin) is not null`;

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
