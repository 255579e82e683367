import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { KeptTable } from './kept-tables.ts';

/** Writes rows as a backup holds them into a relation with a table's columns; resolves with their number. */
export async function copyIn(
  client: pg.ClientBase,
  relation: string,
  { columns }: KeptTable,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const listed = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const stream = client.query(copyFrom(`copy ${relation} (${listed}) from stdin`));
  await pipeline(rows, stream);
  return stream.rowCount;
}

/** A table of ours by its full name, as SQL takes it. */
export function qualified(name: string): string {
  return `salience.${pg.escapeIdentifier(name)}`;
}
