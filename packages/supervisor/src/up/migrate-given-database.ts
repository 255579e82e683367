import { appRoles } from '@salience/database/schema';
import type { SalienceEnv } from '../env.ts';
import { usageError } from '../failure.ts';
import { upgradeDatabase } from './prepare-database.ts';

/** What a migration did. */
export interface MigratedDatabase {
  readonly applied: number;
  /** SQL functions that were installed or changed. */
  readonly functions: number;
  readonly postgresQueues: boolean;
  /** The roles that got a password. */
  readonly withPassword: readonly string[];
}

/** Brings the database in DATABASE_URL up to date, as its owner; passwords come from SALIENCE_PASSWORD_<ROLE>. Throws `cli.usage` without one. */
export async function migrateGivenDatabase(
  env: SalienceEnv,
  options: { readonly postgresQueues?: boolean },
): Promise<MigratedDatabase> {
  const url = env.directDatabaseUrl;
  if (url === undefined) {
    throw usageError(
      'Set DATABASE_URL to the address of the role that owns the database (with CREATEROLE). ' +
        'On this machine "./salience up" migrates by itself.',
    );
  }
  const passwords = Object.fromEntries(
    appRoles.flatMap((role) => {
      const password = env.rolePassword(role.replace('salience_', '').toUpperCase());
      return password === undefined ? [] : [[role, password]];
    }),
  );
  const postgresQueues = options.postgresQueues ?? env.redisUrl === undefined;
  const { applied, functions } = await upgradeDatabase(url, passwords, postgresQueues);
  return { applied, functions, postgresQueues, withPassword: Object.keys(passwords) };
}
