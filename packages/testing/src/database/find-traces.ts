import type { TestDatabase } from './test-database.ts';

/** A place where a text was found. */
export interface Trace {
  readonly column: string;
  readonly rows: number;
}

/**
 * Looks for a text, byte by byte and whatever its case, in every column of every table that no catalog is: as text, and as the
 * bytes of binary columns.
 */
export async function findTraces(database: TestDatabase, text: string): Promise<Trace[]> {
  const columns = await database.admin<{ s: string; t: string; c: string; type: string }>(
    `select n.nspname as s, c.relname as t, a.attname as c, format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and n.nspname not in ('pg_catalog', 'information_schema')
       and format_type(a.atttypid, null) !~ '^(boolean|integer|bigint|smallint|real|double precision|timestamp|date|xid8)'
     order by 1, 2, 3`,
  );
  const found: Trace[] = [];
  for (const { s, t, c, type } of columns) {
    const value = type === 'bytea' ? `encode("${c}", 'escape')` : `"${c}"::text`;
    const rows = await database.admin<{ n: number }>(
      `select count(*)::int as n from "${s}"."${t}" where position(lower($1) in lower(${value})) > 0`,
      [text],
    );
    const n = rows[0]?.n ?? 0;
    if (n > 0) found.push({ column: `${s}.${t}.${c}`, rows: n });
  }
  return found;
}
