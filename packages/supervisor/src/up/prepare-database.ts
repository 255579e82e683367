import { classifyDatabaseError } from '@salience/database';
import { appRoles, bulkSenders, type Migrated, migrate, provisionDatabase } from '@salience/database/schema';
import { isSalienceError } from '@salience/errors';
import { grantQueues, migratePostgresQueues, withdrawTemporary } from '@salience/queues';
import { referencePolicy, shippedPolicy } from '@salience/router';
import type { Home } from '../home/home.ts';
import { keptPasswords } from '../home/state-file.ts';
import { schemaFolder } from '../repository.ts';
import { ownDatabase, ownDatabaseName, withRole } from './database-address.ts';

const MIGRATOR = 'salience_migrator';

/**
 * Makes the migrator and its database on our own server, then brings them up to date.
 * `adminUrl` is the superuser's; nothing but this function ever uses it.
 */
export async function prepareOwnDatabase(
  home: Home,
  adminUrl: string,
  postgresQueues: boolean,
): Promise<Migrated> {
  const passwords = keptPasswords(home.stateFile, [MIGRATOR, ...appRoles]);
  await provisionDatabase({ adminUrl, database: ownDatabaseName, migratorPassword: passwords[MIGRATOR] });
  const url = withRole(ownDatabase(adminUrl), MIGRATOR, passwords[MIGRATOR]);
  return await bringUpToDate(url, passwords, postgresQueues);
}

/** Migrates a given database; `url` is its owner's. */
export async function prepareGivenDatabase(
  home: Home,
  url: string,
  postgresQueues: boolean,
): Promise<Migrated> {
  return await bringUpToDate(url, keptPasswords(home.stateFile, appRoles), postgresQueues);
}

/**
 * Applies migrations, installs functions, shipped policies, the default agent, and, where jobs travel in Postgres, the queues.
 * Throws `database.unavailable`, `database.failed`, `database.newer` or `database.older-build`.
 */
export async function upgradeDatabase(
  url: string,
  passwords: Readonly<Record<string, string>>,
  postgresQueues: boolean,
): Promise<Migrated> {
  try {
    return await upgrade(url, passwords, postgresQueues);
  } catch (error) {
    throw isSalienceError(error) ? error : classifyDatabaseError(error);
  }
}

async function upgrade(
  url: string,
  passwords: Readonly<Record<string, string>>,
  postgresQueues: boolean,
): Promise<Migrated> {
  const migrated = await migrate({
    url,
    schemaFolder,
    policies: [referencePolicy, shippedPolicy],
    passwords,
  });
  if (postgresQueues) {
    await migratePostgresQueues({ url });
    await grantQueues({ url, roles: appRoles, bulkRoles: bulkSenders });
  } else {
    await withdrawTemporary({ url, roles: appRoles });
  }
  return migrated;
}

async function bringUpToDate(
  url: string,
  passwords: Readonly<Record<string, string>>,
  postgresQueues: boolean,
): Promise<Migrated> {
  const ofApps = Object.fromEntries(appRoles.map((role) => [role, passwords[role] ?? '']));
  return await upgradeDatabase(url, ofApps, postgresQueues);
}
