import type { Stores } from '../servers/stores.ts';

/** Settings of a Postgres that counts its statements: every one, also those inside functions. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.max': 5_000,
  autovacuum: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
} as const;

/** What some work cost Postgres. */
export interface Ledger {
  /** Statements that the server ran for the apps, those inside functions and checks of foreign keys included. */
  readonly statements: number;
  /** Rows inserted, changed and deleted. */
  readonly rowVersions: number;
  /** The same by table, the largest first. */
  readonly tables: Readonly<Record<string, number>>;
  /** The part of updates, 0..1, that wrote no index entry (heap-only tuples). */
  readonly hotShare: number;
  /** Entries put into B-trees. */
  readonly indexEntries: number;
  /** Pieces of long values that were moved out of their rows, and their removals. */
  readonly toasted: number;
  /** Bytes of write-ahead log about tables and their indexes. */
  readonly walBytes: number;
  /** The same by table, the largest first. */
  readonly walBytesBy: Readonly<Record<string, number>>;
  /** The most frequent statements. */
  readonly most: readonly { readonly calls: number; readonly query: string }[];
}

/** Makes ready to count; once for a database. */
export async function prepareLedger({ database }: Pick<Stores, 'database'>): Promise<void> {
  await database.admin('create extension if not exists pg_stat_statements');
  await database.admin('create extension if not exists pg_walinspect');
}

/**
 * Counts what some work costs. Statements are those of the apps; rows, index entries and bytes are read from the write-ahead log, so
 * they are exact and do not depend on when a backend tells its counts. Heartbeats are left out.
 */
export async function ledgerOf(
  { database }: Pick<Stores, 'database'>,
  work: () => Promise<void>,
): Promise<Ledger> {
  await database.admin('select pg_stat_statements_reset()');
  const [begun] = await database.admin<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  await work();
  const written = await database.admin<Written>(
    `select coalesce(table_name, name) as table, kind = 'i' as index, toast, type,
       count(*)::int as records, sum(bytes)::int as bytes
     from (select c.relname as name, c.relkind as kind, t.relname as table_name, b.record_type as type, c.relkind = 't' or i.indrelid is not null and
         h.relkind = 't' as toast, b.record_length as bytes
       from pg_get_wal_block_info($1::pg_lsn, pg_current_wal_insert_lsn()) b
       join pg_class c on c.relfilenode = b.relfilenode and b.reldatabase = (select oid from pg_database where datname = current_database())
       left join pg_index i on i.indexrelid = c.oid
       left join pg_class h on h.oid = i.indrelid
       left join pg_class t on t.reltoastrelid = coalesce(h.oid, c.oid) or t.oid = h.oid
       where b.block_id = 0 and c.relnamespace <> 'pg_catalog'::regnamespace) w
     where coalesce(table_name, name) <> 'workers' group by 1, 2, 3, 4`,
    [begun?.lsn],
  );
  const statements = await database.admin<{ calls: number; query: string }>(
    `select calls::int, left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as query from pg_stat_statements s
     join pg_roles r on r.oid = s.userid
     where r.rolname like 'salience\\_%' and query !~ 'into "salience"."workers"' order by calls desc`,
  );
  const rows = written.filter(({ index, toast, type }) => !index && !toast && rowTypes.test(type));
  const updates = rows.filter(({ type }) => /UPDATE/.test(type));
  return {
    statements: statements.reduce((sum, { calls }) => sum + calls, 0),
    rowVersions: count(rows),
    tables: Object.fromEntries(
      [...Map.groupBy(rows, ({ table }) => table)]
        .map(([table, of]): [string, number] => [table, count(of)])
        .toSorted(([, a], [, b]) => b - a),
    ),
    toasted: count(written.filter(({ index, toast, type }) => !index && toast && rowTypes.test(type))),
    hotShare:
      updates.length === 0 ? 1 : count(updates.filter(({ type }) => /HOT/.test(type))) / count(updates),
    indexEntries: count(written.filter(({ index, type }) => index && /^(INSERT|SPLIT)/.test(type))),
    walBytes: written.reduce((sum, { bytes }) => sum + bytes, 0),
    walBytesBy: Object.fromEntries(
      [...Map.groupBy(written, ({ table }) => table)]
        .map(([table, of]): [string, number] => [table, of.reduce((sum, { bytes }) => sum + bytes, 0)])
        .toSorted(([, a], [, b]) => b - a),
    ),
    most: statements.slice(0, 70),
  };
}

/** Records of one type that the log holds about a table, its indexes and its long values. */
interface Written {
  readonly table: string;
  readonly index: boolean;
  readonly toast: boolean;
  readonly type: string;
  readonly records: number;
  readonly bytes: number;
}

const rowTypes = /^(INSERT|UPDATE|HOT_UPDATE|DELETE|MULTI_INSERT)/;

function count(written: readonly Written[]): number {
  return written.reduce((sum, { records }) => sum + records, 0);
}
