import { SalienceError } from '@salience/errors';
import { clientOf, requireDirect } from '@salience/postgres';
import type pg from 'pg';
import { classifyDatabaseError } from '../connect.ts';

/** Settings of the session on both sides: what COPY writes does not depend on those of a server. */
const settings = [
  "set client_encoding = 'UTF8'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  "set bytea_output = 'hex'",
  'set extra_float_digits = 1',
  // Rows hidden by a policy must cause an error.
  'set row_security = off',
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
];

/**
 * Runs `work` on a connection of the database's owner. Throws `backup.not-owner` for any other role, `backup.no-schema` if our
 * schema is missing, and what `classifyDatabaseError` makes of other errors.
 */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = clientOf(url, { application_name: 'salience-backup' });
  // If the server goes away, the running statement fails with the error.
  client.on('error', () => {});
  try {
    await client.connect();
    await requireDirect(client, 'back up or restore');
    for (const setting of settings) await client.query(setting);
    await requireOwner(client);
    return await work(client);
  } catch (error) {
    throw error instanceof SalienceError ? error : classifyDatabaseError(error);
  } finally {
    await client.end();
  }
}

async function requireOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owns: boolean }>(
    "select pg_has_role(current_user, nspowner, 'usage') as owns from pg_namespace where nspname = 'salience'",
  );
  if (rows[0] === undefined) {
    throw new SalienceError(
      'backup.no-schema',
      'This database has no schema of Salience. Run "./salience migrate" on it first, as its owner.',
    );
  }
  if (!rows[0].owns) {
    throw new SalienceError(
      'backup.not-owner',
      'Only the owner of the database may back it up or restore it. Set DATABASE_URL to the address of that role, the one that "./salience migrate" uses.',
    );
  }
}
