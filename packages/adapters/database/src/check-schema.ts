import { join } from 'node:path';
import { SalienceError } from '@salience/errors';
import { type Database, query } from './connect.ts';
import { functionSetOf, readFunctionFiles } from './function-files.ts';

/** The number of migrations this code was written for; a test holds it equal to the committed journal. */
export const schemaVersion = 9;

/** Asks the database; the name is for telemetry. */
export type AskSchema = <R extends Record<string, unknown>>(name: string, sql: string) => Promise<R[]>;

/** The hashes of the migrations that a database has, in the order in which they were applied. */
export async function appliedMigrations(ask: AskSchema): Promise<string[]> {
  const [known] = await ask<{ name: string | null }>(
    'schema_known',
    "select to_regclass('drizzle.__drizzle_migrations')::text as name",
  );
  if ((known?.name ?? null) === null) return [];
  const rows = await ask<{ hash: string }>(
    'schema_applied',
    'select hash from drizzle.__drizzle_migrations order by created_at, id',
  );
  return rows.map(({ hash }) => hash);
}

/** Throws `database.newer` where a newer version has taken something away that this code needs. */
export async function refuseNewer(found: number, ask: AskSchema): Promise<void> {
  if (found <= schemaVersion) return;
  const oldest = await oldestServed(ask);
  if (oldest <= schemaVersion) return;
  throw new SalienceError(
    'database.newer',
    `This version expects schema ${schemaVersion}; the database is at ${found} and serves code for ${oldest} and later only. ` +
      'Start a newer version of Salience, or point DATABASE_URL at another database.',
  );
}

/**
 * The oldest schema whose code may still run on this database. A version that takes something away says so by a function
 * oldest_code(); as long as all versions only add, there is none and every version is served.
 */
async function oldestServed(ask: AskSchema): Promise<number> {
  const known = "select to_regprocedure('salience.oldest_code()')::oid::int8 as n";
  if (((await ask<{ n: number | null }>('schema_oldest_known', known))[0]?.n ?? null) === null) return 0;
  const [declared] = await ask<{ n: number }>('schema_oldest', 'select salience.oldest_code()::int as n');
  return declared?.n ?? 0;
}

/** The refusal of a database whose migrations are not the ones of this code: it was made before the first release. */
export function olderBuild(): SalienceError {
  return new SalienceError(
    'database.older-build',
    'This database was made by an older build of Salience, which this version cannot upgrade: start with a new SALIENCE_HOME or ' +
      'DATABASE_URL, and where you need what is in it, export that with the build that made it first.',
  );
}

function behind(what: string): SalienceError {
  return new SalienceError(
    'database.behind',
    `${what} Run "salience migrate" with the migrator's DATABASE_URL.`,
  );
}

/**
 * Checked by every app at boot: throws `database.behind` when migrations or functions of this version are missing, `database.newer`
 * when a newer version has taken something away that this code needs, and `database.older-build`. A database that was only added to
 * serves it on.
 */
export async function checkSchema(db: Database): Promise<void> {
  const ask: AskSchema = (name, sql) => query(db, name, sql, []);
  const found = (await appliedMigrations(ask)).length;
  if (found < schemaVersion) {
    throw behind(`This version expects schema ${schemaVersion} but the database is at ${found}.`);
  }
  const [sets] = await ask<{ name: string | null }>(
    'schema_sets_known',
    "select to_regclass('salience.function_sets')::text as name",
  );
  if ((sets?.name ?? null) === null) throw olderBuild();
  await refuseNewer(found, ask);
  const known = await query(db, 'schema_set', 'select 1 from salience.function_sets where hash = $1', [
    expectedFunctionSet(),
  ]);
  if (known.length === 0) throw behind('The database does not have the functions of this version.');
}

/** Put in by the bundler: a bundle has no `sql/` beside it. */
declare const SALIENCE_FUNCTION_SET: string;

/** The hash of the set of functions that this code was written for. */
function expectedFunctionSet(): string {
  expected ??=
    typeof SALIENCE_FUNCTION_SET === 'string'
      ? SALIENCE_FUNCTION_SET
      : functionSetOf(readFunctionFiles(join(import.meta.dirname, '../sql')));
  return expected;
}

let expected: string | undefined;
