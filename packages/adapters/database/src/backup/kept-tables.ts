import type pg from 'pg';
import { SalienceError } from '@salience/errors';

/**
 * Tables that no backup holds, with the reason. They belong to processes, browsers or clocks of one installation: a restored one has
 * its own. Every other table of the schema is kept; a test names those, so that a new table is decided about.
 */
export const leftOut: Readonly<Record<string, string>> = {
  agendas: 'tasks summed up; a restore ends those that are open, and the next one makes the row anew',
  agent_limits: 'the rate that is used up now; a minute makes it anew',
  clock: 'business time of a simulation',
  function_sets: 'which builds’ SQL functions are installed',
  installed_functions: 'the SQL functions of the schema, which the build installs',
  memory_images:
    'what searching holds of memory, by the transactions of one server; the rows that it is made of are kept',
  learning_marks:
    'how far that server’s rows were read, by its transactions; what was labelled is not labelled again',
  model_limits: 'pauses that providers asked for',
  operator_sessions: 'browsers that are signed in',
  overflow_blocks:
    'made anew for a process that cannot hold a memory whole; names transactions of one server',
  overflow_items: 'as overflow_blocks',
  overflow_words: 'as overflow_blocks',
  pages: 'what pages were when that installation read them last; the first look makes it anew',
  person_codes: 'codes that sign a browser in, good for minutes',
  pulse_events: 'what ticks and inlets of that installation reported',
  room_presence: 'sockets that are open',
  roots: 'folders of another machine; the first look is the first look',
  topic_sums: 'what was said on topics, summed up; the first turn makes it anew of the rows of turns',
  sweep_cursors: 'up to when a sweep has looked, by another server’s clock; the next one looks at everything',
  sense_cursors: 'how far that server’s rows were read, by its transactions',
  watched_files: 'as roots',
  workers: 'heartbeats of processes',
};

/** Those that a restore leaves as they are: the time of a simulation, and what the build installed. */
export const leftAlone: readonly string[] = ['clock', 'function_sets', 'installed_functions'];

/** Tables that have rows before any message: seeds, the shipped policies, and the schedule of an idle fleet. */
export const neverEmpty: readonly string[] = [
  'agents',
  'chores',
  'drift_agents',
  'memory_audits',
  'router_policies',
];

/** A column in a backup. */
export interface KeptColumn {
  readonly name: string;
  /** As `format_type` writes it. */
  readonly type: string;
}

/** A table in a backup. */
export interface KeptTable {
  readonly name: string;
  /** In the order of the table; without generated columns and transaction numbers, which the restoring server makes. */
  readonly columns: readonly KeptColumn[];
  /** Columns with the number of the transaction that wrote the row, which is meaningless on another server. */
  readonly transactionColumns: readonly string[];
  /** Tables that its rows reference, itself excluded. */
  readonly refersTo: readonly string[];
}

const columnsText = `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname = 'salience' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by c.relname, a.attnum`;

const referencesText = `select t.relname as table, r.relname as target
  from pg_constraint f join pg_class t on t.oid = f.conrelid join pg_class r on r.oid = f.confrelid
  join pg_namespace n on n.oid = t.relnamespace
  where f.contype = 'f' and n.nspname = 'salience' and f.conrelid <> f.confrelid order by 1, 2`;

/**
 * The tables of a database that a backup holds, each after those that it refers to: in this order their rows can be written without a
 * foreign key waiting for another. Throws `backup.table-order` where tables refer to each other in a circle.
 */
export async function keptTables(client: pg.ClientBase): Promise<KeptTable[]> {
  const columns = await client.query<{ table: string; name: string; type: string }>(columnsText);
  const references = await client.query<{ table: string; target: string }>(referencesText);
  const names = [...new Set(columns.rows.map((row) => row.table))].filter((name) => !(name in leftOut));
  const tables = names.map((name) => {
    const own = columns.rows.filter((row) => row.table === name);
    return {
      name,
      columns: own.filter(({ type }) => type !== 'xid8').map((row) => ({ name: row.name, type: row.type })),
      transactionColumns: own.filter(({ type }) => type === 'xid8').map((row) => row.name),
      refersTo: references.rows.filter((row) => row.table === name).map(({ target }) => target),
    };
  });
  return inOrder(tables);
}

/** Tables after those that they refer to; among equals by name. */
export function inOrder(tables: readonly KeptTable[]): KeptTable[] {
  const ordered: KeptTable[] = [];
  const placed = new Set<string>();
  let left = [...tables];
  while (left.length > 0) {
    const ready = left.filter(({ refersTo }) => refersTo.every((target) => placed.has(target)));
    if (ready.length === 0) {
      throw new SalienceError(
        'backup.table-order',
        `Tables refer to each other in a circle, or to one that no backup holds: ${left.map(({ name }) => name).join(', ')}.`,
        { kind: 'bug' },
      );
    }
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

/** The names of the schema's counters. */
export async function sequenceNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'salience' order by 1",
  );
  return rows
    .map(({ name }) => name)
    .filter((name) => !leftAlone.some((table) => name.startsWith(`${table}_`)));
}
