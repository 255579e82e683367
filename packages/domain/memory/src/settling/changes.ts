/** What a fold wants done to the rows of one table. A stretch of time that ends or stands open again is a change of its row. */
export interface Changes<Row> {
  readonly insert: readonly Row[];
  /** Whole rows, known by their id. */
  readonly update: readonly Row[];
  /** Ids of rows that nothing carries any more. */
  readonly remove: readonly string[];
}

/** What turns the rows of before into the rows of after: an unchanged row is in none of the three. */
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

/** True where every field of the second row is as it is in the first. */
function isSameRow<Row extends object>(was: Row, row: Row): boolean {
  return (Object.keys(row) as (keyof Row)[]).every((field) => isSameValue(was[field], row[field]));
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  // Scores are stored in four bytes.
  if (typeof a === 'number' && typeof b === 'number') return Math.fround(a) === Math.fround(b);
  return a === b;
}

/** The values in groups of one key, in the order in which the keys come. */
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

/** A key of several parts, none of which can be taken for another. */
export function keyOfParts(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts);
}

/** Orders texts by their UTF-16 units: the same everywhere. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Where rows come from: the one source that they share, or `mixed`. */
export function sourceOf(a: string, b: string): string {
  return a === b ? a : 'mixed';
}
