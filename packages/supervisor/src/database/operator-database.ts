import { createDatabase, type Database } from '@salience/database';
import { type Purged, purgeDeletedRows } from '@salience/database/keeping';
import { findPrivatePostgres } from '@salience/embedded';
import { notRunning } from '../failure.ts';
import type { Home } from '../home/home.ts';
import type { Installation } from '../home/installation.ts';
import { keptPassword } from '../home/state-file.ts';

const DATABASE = 'salience';

/**
 * Runs `work` with the database as the operator: the address in DATABASE_URL, else the private Postgres of the
 * home, which must run. Throws `cli.not-running` when it does not.
 */
export async function withOperator<T>(
  installation: Installation,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openOperatorDatabase(installation);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The same database for longer use; the caller closes it. Connects with its first query. */
export async function openOperatorDatabase(installation: Installation): Promise<Database> {
  const url = await operatorUrl(installation);
  return createDatabase({ url, poolMax: 2, applicationName: 'salience-cli' });
}

/** The operator's address of that database. Never print it. */
export async function operatorUrl({ env, home }: Installation): Promise<string> {
  return env.databaseUrl ?? (await privatePostgresUrl(home, 'salience_operator'));
}

/** The address of the home's private Postgres as a role. Never print it. Throws `cli.not-running` while it does not run. */
async function privatePostgresUrl(home: Home, role: string): Promise<string> {
  const password = keptPassword(home.stateFile, role);
  const postgres = password === undefined ? undefined : await findPrivatePostgres({ dataDir: home.postgres });
  if (postgres === undefined || password === undefined) throw notRunning(home.dir);
  return postgres.url({ user: role, password, database: DATABASE });
}

/** Writes the tables anew without their deleted rows, as the owner of the database: DATABASE_URL, else the private Postgres of the home. */
export async function purgeHome(installation: Installation): Promise<Purged> {
  const { directDatabaseUrl } = installation.env;
  return await purgeDeletedRows(
    directDatabaseUrl ?? (await privatePostgresUrl(installation.home, 'salience_migrator')),
  );
}
