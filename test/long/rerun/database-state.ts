import type { TestDatabase } from '@salience/testing';

/** Rows that processes write about themselves, whatever anybody asks. */
const ofProcesses = new Set(['salience.workers']);

/** Every table of a database by its name: how many rows it has, and a digest of all of them with the transactions that wrote them. */
export async function databaseState(database: TestDatabase): Promise<Map<string, string>> {
  const tables = await database.admin<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const state = new Map<string, string>();
  for (const { name } of tables) {
    if (ofProcesses.has(name)) continue;
    const [row] = await database.admin<{ state: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t.xmin::text || ' ' || t::text), '' order by t.ctid)), '') as state from ${name} t`,
    );
    state.set(name, row?.state ?? '');
  }
  return state;
}
