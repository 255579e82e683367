import type { TestDatabase } from './test-database.ts';

/** A place where a text was found. */
export interface Trace {
  readonly column: string;
  readonly rows: number;
}

/**
 * How the words of a binary column are read: as texts, a row for each. Compact forms stay searchable; a column that is not among them is
 * refused, so that whoever adds one says how its words are found.
 */
const decoders: Readonly<Record<string, string>> = {
  // Bits of vectors, and numbers.
  'salience.memory_codes.code': asBytes('salience.memory_codes', 'code'),
  'salience.turn_ends.vector': asBytes('salience.turn_ends', 'vector'),
  'salience.turn_ends.code': asBytes('salience.turn_ends', 'code'),
  // Means and hashed stems.
  'salience.topic_statistics.body': asBytes('salience.topic_statistics', 'body'),
  // Signals in their order, with names of ours.
  'salience.turn_ends.decision': asBytes('salience.turn_ends', 'decision'),
  // Each word once and in plain letters; one may begin in a part and end in the next.
  // Numbers.
  'salience.activations.matrix': asBytes('salience.activations', 'matrix'),
  'salience.limbic_models.weights': asBytes('salience.limbic_models', 'weights'),
  'salience.memory_images.bytes': `select encode(string_agg(bytes, ''::bytea order by part), 'escape') as v
    from salience.memory_images group by agent_id, model_id`,
};

function asBytes(table: string, column: string): string {
  return `select encode(${column}, 'escape') as v from ${table}`;
}

/**
 * Looks for a text, byte by byte and whatever its case, in every column of every table that no catalog is: as text, and in what binary
 * columns hold. Throws for a binary column of ours without a decoder.
 */
export async function findTraces(
  database: TestDatabase,
  text: string,
  /** `word`: only where it stands as a word of its own, for a text that other words contain too. */
  { word = false }: { readonly word?: boolean } = {},
): Promise<Trace[]> {
  const columns = await database.admin<{ s: string; t: string; c: string; type: string }>(
    `select n.nspname as s, c.relname as t, a.attname as c, format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and n.nspname not in ('pg_catalog', 'information_schema')
       and format_type(a.atttypid, null) !~ '^(boolean|integer|bigint|smallint|real|double precision|timestamp|date|xid8)'
     order by 1, 2, 3`,
  );
  const found: Trace[] = [];
  for (const { s, t, c, type } of columns) {
    const values =
      type === 'bytea' && s === 'salience'
        ? decoders[`${s}.${t}.${c}`]
        : `select ${type === 'bytea' ? `encode("${c}", 'escape')` : `"${c}"::text`} as v from "${s}"."${t}"`;
    if (values === undefined) throw new Error(`nobody says how words are found in ${s}.${t}.${c}`);
    const rows = await database.admin<{ n: number }>(
      `select count(*)::int as n from (${values}) x where ${word ? 'v ~* $1' : 'position(lower($1) in lower(v)) > 0'}`,
      [word ? `\\m${text}\\M` : text],
    );
    const n = rows[0]?.n ?? 0;
    if (n > 0) found.push({ column: `${s}.${t}.${c}`, rows: n });
  }
  return found;
}
