import { SalienceError } from '@salience/errors';
import type pg from 'pg';
import { schemaVersion } from '../check-schema.ts';
import type { BackupHeader } from './contents.ts';
import type { KeptTable } from './kept-tables.ts';

/** The schema that rows fit. */
export type BackupSchema = BackupHeader['schema'];

/** The schema of a database, as a backup names it. Throws `backup.schema` if this code was written for another one. */
export async function schemaOf(client: pg.ClientBase, tables: readonly KeptTable[]): Promise<BackupSchema> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  );
  const version = rows[0]?.n ?? 0;
  if (version !== schemaVersion) {
    throw new SalienceError(
      'backup.schema',
      `This build has schema ${schemaVersion}, the database has ${version}. Use the build that runs on it, or start this one on it once.`,
    );
  }
  return {
    version,
    tables: tables.map(({ name, columns }) => ({
      name,
      columns: columns.map((column): [string, string] => [column.name, column.type]),
    })),
  };
}

/** Throws `backup.schema` for a backup whose rows fit another schema than this build's. */
export function requireSchema({ product, schema, takenAt }: BackupHeader, own?: BackupSchema): void {
  const fits =
    schema.version === schemaVersion && (own === undefined || JSON.stringify(schema) === JSON.stringify(own));
  if (fits) return;
  throw new SalienceError(
    'backup.schema',
    `This backup was made at ${takenAt} by Salience ${product} with schema ${schema.version}; this build has schema ${schemaVersion}` +
      `${schema.version === schemaVersion ? ' with other tables' : ''}. Restore it with the build that made it; a newer build then brings what was restored up to date when it starts.`,
  );
}
