import { rounded, type Stores } from '@salience/testing/load';

/** Rows and bytes of one table, indexes and outsized values included. */
interface TableSize {
  readonly rows: number;
  readonly bytes: number;
}

/** Growth of one table per turn of a run. */
export interface TableGrowth {
  readonly rowsPerTurn: number;
  readonly bytesPerTurn: number;
  readonly rows: number;
  readonly bytes: number;
}

/** The size of every table, by schema and name. Counts rows one by one: call it when nothing is being measured. */
export async function tableSizes(stores: Stores): Promise<ReadonlyMap<string, TableSize>> {
  const tables = await stores.database.admin<{ name: string; bytes: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name, pg_total_relation_size(c.oid)::text as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`);
  const sizes = new Map<string, TableSize>();
  for (const { name, bytes } of tables) {
    const counted = await stores.database.admin<{ rows: string }>(
      `select count(*)::text as rows from ${name}`,
    );
    sizes.set(name, { rows: Number(counted[0]?.rows ?? 0), bytes: Number(bytes) });
  }
  return sizes;
}

/** What each table gained per turn; tables that gained neither rows nor bytes are left out. Largest first. */
export function growthPerTurn(
  before: ReadonlyMap<string, TableSize>,
  after: ReadonlyMap<string, TableSize>,
  turns: number,
): Readonly<Record<string, TableGrowth>> {
  const grown = [...after].flatMap(([name, { rows, bytes }]) => {
    const old = before.get(name) ?? { rows: 0, bytes: 0 };
    if (rows === old.rows && bytes === old.bytes) return [];
    const growth: TableGrowth = {
      rowsPerTurn: rounded((rows - old.rows) / Math.max(1, turns)),
      bytesPerTurn: Math.round((bytes - old.bytes) / Math.max(1, turns)),
      rows,
      bytes,
    };
    return [{ name, growth }];
  });
  return Object.fromEntries(
    grown
      .toSorted((a, b) => b.growth.bytesPerTurn - a.growth.bytesPerTurn)
      .map(({ name, growth }) => [name, growth]),
  );
}
