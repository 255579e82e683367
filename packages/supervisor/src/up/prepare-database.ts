import { classifyDatabaseError } from '@salience/database';
import { appRoles, bulkSenders, type Migrated, migrate, provisionDatabase } from '@salience/database/schema';
import { isSalienceError } from '@salience/errors';
import { grantQueues, migratePostgresQueues, withdrawTemporary } from '@salience/queues';
import { referencePolicy, shippedPolicy } from '@salience/router';
import type { Home } from '../home/home.ts';
import { keptPasswords } from '../home/state-file.ts';
import { schemaFolder } from '../repository.ts';

const DATABASE = 'salience';
const MIGRATOR = 'salience_migrator';

/** An up-to-date database and its connection settings. */
export interface PreparedDatabase {
  /** What was changed now. */
  readonly migrated: Migrated;
  /** The address for one role. Never log it. */
  urlFor(role: string): string;
}

/**
 * Makes the migrator and its database on our own server, then brings them up to date.
 * `adminUrl` is the superuser's; nothing but this function ever uses it.
 */
export async function prepareOwnDatabase(
  home: Home,
  adminUrl: string,
  postgresQueues: boolean,
): Promise<PreparedDatabase> {
  const passwords = keptPasswords(home.stateFile, [MIGRATOR, ...appRoles]);
  await provisionDatabase({ adminUrl, database: DATABASE, migratorPassword: passwords[MIGRATOR] });
  const url = new URL(adminUrl);
  url.pathname = `/${DATABASE}`;
  return await bringUpToDate(withRole(url.href, MIGRATOR, passwords[MIGRATOR]), passwords, postgresQueues);
}

/** Migrates a given database; `url` is its owner's. */
export async function prepareGivenDatabase(
  home: Home,
  url: string,
  postgresQueues: boolean,
): Promise<PreparedDatabase> {
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
): Promise<PreparedDatabase> {
  const ofApps = Object.fromEntries(appRoles.map((role) => [role, passwords[role] ?? '']));
  const migrated = await upgradeDatabase(url, ofApps, postgresQueues);
  return { migrated, urlFor: (role) => withRole(url, role, ofApps[role] ?? '') };
}

/** The same address with another role's name and password. */
function withRole(url: string, role: string, password: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = password;
  return address.href;
}
