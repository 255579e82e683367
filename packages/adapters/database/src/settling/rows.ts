/** A row as `to_jsonb` gives it: columns by their names, times as text. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A stored row with the names of TypeScript and its times read. */
export function rowOf<T>(stored: StoredRow): T {
  const fields = Object.entries(stored).map(([column, value]): [string, unknown] => [
    column.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
    typeof value === 'string' && isTime(column) ? new Date(value) : value,
  ]);
  return Object.fromEntries(fields) as T;
}

/** A row as `jsonb_populate_recordset` reads it. */
export function columnsOf(row: object): StoredRow {
  const columns = Object.entries(row as StoredRow).map(([field, value]): [string, unknown] => [
    field.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(columns);
}

function isTime(column: string): boolean {
  return column.endsWith('_at') || column === 'valid_from' || column === 'valid_to';
}
