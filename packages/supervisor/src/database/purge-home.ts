import { type Purged, purgeDeletedRows } from '@salience/database';
import type { Installation } from '../home/installation.ts';
import { privatePostgresUrl } from './operator-database.ts';

/** Writes the tables anew without their deleted rows, as the owner of the database: DATABASE_URL, else the private Postgres of the home. */
export async function purgeHome(installation: Installation): Promise<Purged> {
  const { databaseUrl } = installation.env;
  return await purgeDeletedRows(
    databaseUrl ?? (await privatePostgresUrl(installation.home, 'salience_migrator')),
  );
}
