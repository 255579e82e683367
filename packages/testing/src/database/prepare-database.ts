import { type AppRole, appRoles, bulkSenders, migrate, provisionDatabase } from '@salience/database/schema';
import { grantQueues, migratePostgresQueues } from '@salience/queues';
import { referencePolicy, shippedPolicy } from '@salience/router';
import pg from 'pg';
import { schemaFolder } from '../servers/places.ts';

/** The role that owns a test database. Like the apps it is no superuser. */
const migrator = 'salience_migrator';
/** Every role of a test server has it: the server is private and gone after the run. */
const password = 'test';

/** The address of a database for one role, made from any address of the same server. */
export function urlAs(anyUrl: string, database: string, role: AppRole | typeof migrator): string {
  const url = new URL(anyUrl);
  url.pathname = `/${database}`;
  url.username = role;
  url.password = password;
  return url.href;
}

/** The address of a database for its owner. */
export function ownerUrlOf(anyUrl: string, database: string): string {
  return urlAs(anyUrl, database, migrator);
}

/**
 * Makes a database with everything that `salience up` would make in it: roles that can log in, schema, shipped
 * policies, the default agent, BullMQ's tables and their rights. `adminUrl` is a superuser's.
 */
export async function prepareDatabase(adminUrl: string, database: string): Promise<void> {
  await provisionDatabase({ adminUrl, database, migratorPassword: password });
  const url = ownerUrlOf(adminUrl, database);
  await migrate({
    url,
    schemaFolder,
    policies: [referencePolicy, shippedPolicy],
    passwords: Object.fromEntries(appRoles.map((role) => [role, password])),
  });
  await migratePostgresQueues({ url });
  await grantQueues({ url, roles: appRoles, bulkRoles: bulkSenders });
}

/** Runs one statement on a connection of its own. */
export async function runOnce(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  // A server that goes away under the connection is told by the query itself.
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}
