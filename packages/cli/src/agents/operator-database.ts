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
  const db = await openOperatorDatabase(context);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The same database for a longer look; whoever opens it closes it. Connects with its first query. */
export async function openOperatorDatabase(context: Context): Promise<Database> {
  const url = await operatorUrl(context);
  return createDatabase({ url, poolMax: 2, applicationName: 'salience-cli' });
}

/** The operator's address of that database. Never print it. */
export async function operatorUrl(context: Context): Promise<string> {
  return context.env.databaseUrl ?? (await privateUrl(context));
}

async function privateUrl(context: Context): Promise<string> {
  const password = keptPassword(context.home.stateFile, OPERATOR);
  const postgres =
    password === undefined ? undefined : await findPrivatePostgres({ dataDir: context.home.postgres });
  if (postgres === undefined || password === undefined) throw notRunning(context.home.dir);
  return postgres.url({ user: OPERATOR, password, database: DATABASE });
}
