import type { TestDatabase } from '@salience/testing';
import { rounded } from '@salience/testing/load';

/** What a statement of an app costs, each call, with everything inside of its functions. */
export interface StatementCost {
  readonly role: string;
  readonly text: string;
  readonly calls: number;
  readonly ms: number;
  /** Pages of 8 KiB that were looked at. They do not depend on how busy the machine is. */
  readonly pages: number;
}

/** What apps asked of Postgres since the counts were reset, the dearest first. */
export async function statementCosts(database: Pick<TestDatabase, 'admin'>): Promise<StatementCost[]> {
  const rows = await database.admin<StatementCost>(
    `select r.rolname as role, left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as text, sum(calls)::float8 as calls,
       sum(total_exec_time) / sum(calls) as ms, (sum(shared_blks_hit + shared_blks_read) / sum(calls))::float8 as pages
     from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname like 'salience\\_%' and toplevel and query ~* '^\\s*(select|insert|update|delete|with)' group by 1, 2 order by 5 desc`,
  );
  return rows.map((row) => ({ ...row, ms: rounded(row.ms), pages: rounded(row.pages) }));
}

/** The pages of a table and of its indexes, in bytes. */
export interface TableSize {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  readonly indexBytes: number;
}

/** The tables of an installation, the largest first. */
export function tableSizes(database: Pick<TestDatabase, 'admin'>): Promise<TableSize[]> {
  return database.admin<TableSize>(
    `select relname as table, greatest(reltuples, 0)::float8 as rows, pg_table_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as "indexBytes"
     from pg_class where relnamespace = 'salience'::regnamespace and relkind = 'r' order by pg_total_relation_size(oid) desc`,
  );
}

/** By how many times a statement's pages rose from the first reading to the last; only what is in both and costs at least `pagesMin` at last. */
export function growth(
  first: readonly StatementCost[],
  last: readonly StatementCost[],
  pagesMin = 50,
): (StatementCost & { readonly before: number; readonly times: number })[] {
  return last
    .flatMap((now) => {
      const before = first.find(({ role, text }) => role === now.role && text === now.text);
      if (before === undefined || now.pages < pagesMin) return [];
      return [{ ...now, before: before.pages, times: rounded(now.pages / Math.max(1, before.pages)) }];
    })
    .toSorted((a, b) => b.times - a.times);
}
