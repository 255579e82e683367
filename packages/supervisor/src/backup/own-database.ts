import { refuseOccupiedAt } from '@salience/database/backup';
import { provisionDatabase } from '@salience/database/schema';
import { findPrivatePostgres, type PrivatePostgres, startPrivatePostgres } from '@salience/embedded';
import { SalienceError } from '@salience/errors';
import { type Home, prepareHome } from '../home/home.ts';
import type { Installation } from '../home/installation.ts';
import { takeLock } from '../home/lock-file.ts';
import { keptPassword, keptPasswords } from '../home/state-file.ts';
import { prepareOwnDatabase } from '../up/prepare-database.ts';

const MIGRATOR = 'salience_migrator';
const DATABASE = 'salience';

/** Tells a person what the server says. */
type Say = (line: string) => void;

/**
 * Runs `work` with the owner's address of the database that is there: DATABASE_URL, else the private Postgres of the home, which is
 * started for the while where it does not run. Throws `backup.nothing-there` for a home without one.
 */
export async function withLivedDatabase<T>(
  installation: Installation,
  say: Say,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { env, home } = installation;
  if (env.directDatabaseUrl !== undefined) return await work(env.directDatabaseUrl);
  const password = keptPassword(home.stateFile, MIGRATOR);
  if (password === undefined) {
    throw new SalienceError(
      'backup.nothing-there',
      `There is nothing to back up in ${home.dir}. Name a home with --home, or a database with DATABASE_URL.`,
    );
  }
  const running = await findPrivatePostgres({ dataDir: home.postgres });
  if (running !== undefined) return await work(ownerUrl(running, password));
  return await withStarted(home, say, (postgres) => work(ownerUrl(postgres, password)));
}

/**
 * Runs `work` with the owner's address of a database that is empty and has our schema: DATABASE_URL, which must have it, else a private
 * Postgres in the home, made for it. Nothing may run on the home. Throws `backup.not-empty` before the schema of a home is touched.
 */
export async function withEmptyDatabase<T>(
  installation: Installation,
  say: Say,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { env, home } = installation;
  if (env.directDatabaseUrl !== undefined) return await work(env.directDatabaseUrl);
  prepareHome(home);
  return await withStarted(home, say, async (postgres) => {
    const password = keptPasswords(home.stateFile, [MIGRATOR])[MIGRATOR];
    await provisionDatabase({ adminUrl: postgres.url(), database: DATABASE, migratorPassword: password });
    const url = ownerUrl(postgres, password);
    await refuseOccupiedAt(url);
    // Where jobs will travel is decided at the next start, which makes what is missing.
    await prepareOwnDatabase(home, postgres.url(), false);
    return await work(url);
  });
}

async function withStarted<T>(
  home: Home,
  say: Say,
  work: (postgres: PrivatePostgres) => Promise<T>,
): Promise<T> {
  const lock = takeLock(home.lockFile, `Salience on ${home.dir}`);
  try {
    const postgres = await startPrivatePostgres({
      dataDir: home.postgres,
      endWithCaller: true,
      log: (line) => say(`    ${line}`),
    });
    try {
      return await work(postgres);
    } finally {
      await postgres.stop();
    }
  } finally {
    lock.release();
  }
}

function ownerUrl(postgres: PrivatePostgres, password: string): string {
  return postgres.url({ user: MIGRATOR, password, database: DATABASE });
}
