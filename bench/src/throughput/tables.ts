import { setInterval as ticks } from 'node:timers/promises';
import type { TestDatabase } from '@salience/testing';

type Asked = Pick<TestDatabase, 'admin'>;

/** What a load did to one table. */
export interface TableStrain {
  readonly inserted: number;
  readonly updated: number;
  /** The share of updates that found room on the row's own page and wrote no index entry. */
  readonly hot: number;
  /** The most dead rows that were seen at a time, and those at the end. */
  readonly deadAtMost: number;
  readonly dead: number;
  readonly live: number;
  /** Runs of autovacuum. */
  readonly vacuums: number;
  readonly tableKb: number;
}

interface Row extends Omit<TableStrain, 'deadAtMost'> {
  readonly name: string;
}

const statistics = `select schemaname || '.' || relname as name, n_tup_ins::int as inserted, n_tup_upd::int as updated,
    round(n_tup_hot_upd::numeric / greatest(n_tup_upd, 1), 3)::float8 as hot, n_dead_tup::int as dead, n_live_tup::int as live,
    autovacuum_count::int as vacuums, (pg_table_size(relid) / 1024)::int as "tableKb"
  from pg_stat_user_tables where n_tup_upd + n_tup_del >= 100 order by n_tup_upd desc`;

/** Looks at the statistics of all tables once a second until it is stopped; tells of those that were updated or deleted from a hundred times. */
export function watchTables(database: Asked): {
  stop(): Promise<Readonly<Record<string, TableStrain>>>;
} {
  const most = new Map<string, number>();
  const ended = new AbortController();
  const look = async (): Promise<Row[]> => {
    const rows = await database.admin<Row>(statistics);
    for (const { name, dead } of rows) most.set(name, Math.max(most.get(name) ?? 0, dead));
    return rows;
  };
  const watching = (async () => {
    try {
      for await (const _ of ticks(1_000, undefined, { signal: ended.signal })) await look();
    } catch (error) {
      if (!ended.signal.aborted) throw error;
    }
  })();
  return {
    async stop() {
      ended.abort();
      await watching;
      const rows = await look();
      return Object.fromEntries(
        rows.map(({ name, ...row }) => [name, { ...row, deadAtMost: most.get(name) ?? 0 }]),
      );
    },
  };
}

/** Lanes that changed hands because their holder did not renew its lease in time, and connections of apps to Postgres. */
export async function readStrain(
  database: Asked,
): Promise<{ readonly takeovers: number; readonly connections: Readonly<Record<string, number>> }> {
  const [row] = await database.admin<{ count: number }>(
    'select count(*)::int as count from salience.lane_takeovers',
  );
  const connections = await database.admin<{ name: string; count: number }>(
    `select application_name as name, count(*)::int as count from pg_stat_activity where application_name like 'salience%'
     group by 1 order by 1`,
  );
  return {
    takeovers: row?.count ?? 0,
    connections: Object.fromEntries(connections.map(({ name, count }) => [name, count])),
  };
}
