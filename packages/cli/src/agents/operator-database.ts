import { createDatabase, type Database } from '@salience/database';
import { findPrivatePostgres } from '@salience/embedded';
import type { Context } from '../context.ts';
import { notRunning } from '../failure.ts';
import { keptPassword } from '../home/state-file.ts';

const OPERATOR = 'salience_operator';
const DATABASE = 'salience';

/**
 * Runs `work` with the database as the operator: the address in DATABASE_URL, else the private Postgres of the
 * home, which must run. Throws `cli.not-running` when it does not.
 */
export async function withOperator<T>(context: Context, work: (db: Database) => Promise<T>): Promise<T> {
  const url = context.env.databaseUrl ?? (await privateUrl(context));
  const db = createDatabase({ url, poolMax: 2, applicationName: 'salience-cli' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function privateUrl(context: Context): Promise<string> {
  const password = keptPassword(context.home.stateFile, OPERATOR);
  const postgres =
    password === undefined ? undefined : await findPrivatePostgres({ dataDir: context.home.postgres });
  if (postgres === undefined || password === undefined) throw notRunning(context.home.dir);
  return postgres.url({ user: OPERATOR, password, database: DATABASE });
}
