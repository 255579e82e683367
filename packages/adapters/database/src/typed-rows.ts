import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The columns of a table by their names in TypeScript, for a statement of text. */
export function columnsOf(table: PgTable): string {
  const columns = Object.entries(getTableColumns(table));
  return columns.map(([name, column]) => `${column.name} as "${name}"`).join(', ');
}

/** A row as jsonb has it: its times are ISO 8601. */
export type AsJson<T> = {
  readonly [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** A row that jsonb carried, with its times read. */
export function revived<T>(row: AsJson<T>, ...times: (keyof T)[]): T {
  const read = times.map((name) => [name, row[name] === null ? null : new Date(row[name] as string)]);
  return { ...row, ...Object.fromEntries(read) } as T;
}
