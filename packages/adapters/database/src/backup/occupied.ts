import { SalienceError } from '@salience/errors';
import { clientOf } from '@salience/postgres';
import pg from 'pg';
import { classifyDatabaseError } from '../connect.ts';
import { appRoles } from '../migrate.ts';
import { leftOut, neverEmpty } from './kept-tables.ts';

/**
 * Throws `backup.not-empty` for a database with messages or settings: a restore would mix two installations. Rows of a fresh
 * schema, and of processes that got no message, do not count.
 */
export async function refuseOccupied(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'salience' order by 1",
  );
  const filledByUse = rows
    .map(({ name }) => name)
    .filter((name) => !(name in leftOut) && !neverEmpty.includes(name));
  for (const name of filledByUse) {
    const found = await client.query(`select 1 from salience.${pg.escapeIdentifier(name)} limit 1`);
    if (found.rows.length > 0) throw notEmpty(`${name} has rows`);
  }
  if (rows.length === 0) return;
  const agents = await client.query<{ name: string; version: number }>(
    'select name, version from salience.agents limit 2',
  );
  if (agents.rows.some(({ name, version }) => name !== 'default' || version !== 1) || agents.rows.length > 1)
    throw notEmpty('it has an agent that was created or changed');
}

/** Throws `backup.in-use` while an app is connected: it holds the old state in memory. */
export async function refuseInUse(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct usename as role from pg_stat_activity
     where datname = current_database() and usename = any ($1) order by 1`,
    [appRoles],
  );
  if (rows.length === 0) return;
  throw inUse(`Salience is connected to it as ${rows.map(({ role }) => role).join(', ')}`);
}

/** The error for a database in use. */
export function inUse(why: string): SalienceError {
  return new SalienceError(
    'backup.in-use',
    `A backup can only be restored into a database that is not in use: ${why}. Stop that first, then restore.`,
  );
}

function notEmpty(why: string): SalienceError {
  return new SalienceError(
    'backup.not-empty',
    `A backup is restored into an empty database only, and this one is in use: ${why}. ` +
      'Name a new home with --home, or a new database with DATABASE_URL.',
  );
}

/** The same for the database at an owner's address, whatever its schema; one without any is empty. */
export async function refuseOccupiedAt(url: string): Promise<void> {
  const client = clientOf(url, { application_name: 'salience-backup' });
  client.on('error', () => {});
  try {
    await client.connect();
    await refuseOccupied(client);
  } catch (error) {
    throw error instanceof SalienceError ? error : classifyDatabaseError(error);
  } finally {
    await client.end();
  }
}
