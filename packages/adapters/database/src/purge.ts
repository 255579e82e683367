import pg from 'pg';
import { classifyDatabaseError } from './connect.ts';

/** What a purge looked at. */
export interface Purged {
  readonly tables: number;
  /** Bytes of these tables before and after. */
  readonly before: number;
  readonly after: number;
}

/**
 * Writes every table of the schema anew without its deleted rows, so that their bytes leave the data files now, and with them
 * the planner's statistics, which hold the commonest values of columns. `url` is that of the database's owner; each table is
 * locked while it is written, so nothing is answered meanwhile. Write-ahead logs, replicas' archives and backups are not touched:
 * they age out as their own settings say.
 */
export async function purgeDeletedRows(url: string): Promise<Purged> {
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
    for (const { name } of tables.rows)
      await client.query(`vacuum (full, analyze) salience.${pg.escapeIdentifier(name)}`);
    // Analysing left the old samples behind as deleted rows.
    await client.query('vacuum (full) pg_catalog.pg_statistic');
    const after = await client.query<{ bytes: number }>(size);
    return {
      tables: tables.rows.length,
      before: before.rows[0]?.bytes ?? 0,
      after: after.rows[0]?.bytes ?? 0,
    };
  } catch (error) {
    throw classifyDatabaseError(error);
  } finally {
    await client.end();
  }
}
