import type { Stores } from '../servers/stores.ts';
import { until } from '../until.ts';

/** Settings of a Postgres that counts its statements: every one, also those inside functions. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.max': 5_000,
  autovacuum: 'off',
} as const;

/** What some work cost Postgres. */
export interface Ledger {
  /** Statements that the server ran for the apps, those inside functions and checks of foreign keys included. */
  readonly statements: number;
  /** Rows inserted, changed and deleted. */
  readonly rowVersions: number;
  /** The same by table, the largest first. */
  readonly tables: Readonly<Record<string, number>>;
  /** The most frequent statements. */
  readonly most: readonly { readonly calls: number; readonly query: string }[];
}

/** Makes ready to count; once for a database. */
export async function prepareLedger({ database }: Pick<Stores, 'database'>): Promise<void> {
  await database.admin('create extension if not exists pg_stat_statements');
}

/** Counts what some work costs. The work closes the connections that it opens: what they did is counted once they are gone. */
export async function ledgerOf(
  { database }: Pick<Stores, 'database'>,
  work: () => Promise<void>,
): Promise<Ledger> {
  const before = await restingRows(database);
  await database.admin('select pg_stat_statements_reset()');
  await work();
  const statements = await database.admin<{ calls: number; query: string }>(
    `select calls::int, left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query from pg_stat_statements s
     join pg_roles r on r.oid = s.userid where r.rolname like 'salience\\_%' order by calls desc`,
  );
  const after = await restingRows(database);
  const tables = [...after].flatMap(([table, rows]): [string, number][] => {
    const more = rows - (before.get(table) ?? 0);
    return more === 0 ? [] : [[table, more]];
  });
  return {
    statements: statements.reduce((sum, { calls }) => sum + calls, 0),
    rowVersions: tables.reduce((sum, [, rows]) => sum + rows, 0),
    tables: Object.fromEntries(tables.toSorted(([, a], [, b]) => b - a)),
    most: statements.slice(0, 25),
  };
}

/** The counts once they stand still: the server tells what its backends wrote a moment after they are at rest or gone. */
async function restingRows(database: Stores['database']): Promise<ReadonlyMap<string, number>> {
  // What this connection wrote is told with its next statement.
  await database.admin('select pg_stat_force_next_flush()');
  let rows = await writtenRows(database);
  const still = async (): Promise<boolean> => {
    const now = await writtenRows(database);
    const same = JSON.stringify([...now]) === JSON.stringify([...rows]);
    rows = now;
    return same;
  };
  // Two looks in a row, further apart than the second after which a backend tells.
  await until(async () => (await still()) && (await still()), {
    what: 'the counts of rows to come to rest',
    everyMs: 1_500,
  });
  return rows;
}

async function writtenRows(database: Stores['database']): Promise<ReadonlyMap<string, number>> {
  const rows = await database.admin<{ table: string; rows: number }>(
    `select relname as table, (n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_user_tables
     where schemaname = 'salience' order by relname`,
  );
  return new Map(rows.map(({ rows: count, table }) => [table, count]));
}
