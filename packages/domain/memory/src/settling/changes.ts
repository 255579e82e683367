/** Changes to the rows of one table. */
export interface Changes<Row> {
  readonly insert: readonly Row[];
  /** Whole rows, identified by id. */
  readonly update: readonly Row[];
  /** Ids of rows that no statement supports any more. */
  readonly remove: readonly string[];
}

/** The changes that turn `before` into `after`; unchanged rows are in none of the three. */
export function changesOf<Row extends { readonly id: string }>(
  before: readonly Row[],
  after: readonly Row[],
): Changes<Row> {
  const old = new Map(before.map((row) => [row.id, row]));
  const kept = new Set(after.map(({ id }) => id));
  return {
    insert: after.filter(({ id }) => !old.has(id)),
    update: after.filter((row) => {
      const was = old.get(row.id);
      return was !== undefined && !isSameRow(was, row);
    }),
    remove: before.map(({ id }) => id).filter((id) => !kept.has(id)),
  };
}

/** True if all fields are equal. */
function isSameRow<Row extends object>(was: Row, row: Row): boolean {
  return (Object.keys(row) as (keyof Row)[]).every((field) => isSameValue(was[field], row[field]));
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  // Scores are stored as float4.
  if (typeof a === 'number' && typeof b === 'number') return Math.fround(a) === Math.fround(b);
  return a === b;
}

/** Groups values by key, in the order of the keys' first values. */
export function grouped<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

/** Joins parts to one unambiguous key. */
export function keyOfParts(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts);
}

/** Compares texts by UTF-16 units, independent of locale. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The common source of rows, or `mixed`. */
export function sourceOf(a: string, b: string): string {
  return a === b ? a : 'mixed';
}
