import { SalienceError } from '@salience/errors';
import pg from 'pg';

/**
 * A connection that names no statement. A name belongs to one connection of the server, and behind a pooler in transaction mode the
 * next statement may run on another, where the name is unknown or somebody else's.
 */
export class NamelessClient extends pg.Client {
  // The driver's own signature has eight overloads, all of which begin with a text or a configuration.
  override query = ((first: unknown, ...rest: unknown[]) => {
    const asked = isNamed(first) ? { ...first, name: undefined } : first;
    return (super.query as (...all: unknown[]) => unknown)(asked, ...rest);
  }) as pg.Client['query'];
}

function isNamed(first: unknown): first is pg.QueryConfig {
  // What is submitted is an object with methods of its own, and stays the one that it is.
  return typeof first === 'object' && first !== null && 'name' in first && !('submit' in first);
}

/**
 * Refuses a connection through a pooler, for work that keeps something in its session: a lock, settings, a snapshot. A pooler tells its
 * clients a process of its own making; the server tells the real one. Throws `database.pooled`.
 */
export async function requireDirect(client: pg.Client, work: string): Promise<void> {
  if (!(await isPooled(client))) return;
  throw new SalienceError(
    'database.pooled',
    `To ${work} needs a direct connection to Postgres, and this address leads to a pooler. ` +
      'Set DATABASE_DIRECT_URL to the address of the server itself.',
  );
}

/** Whether a pooler stands between, with the mark or without. */
export async function leadsToPooler(db: { readonly pool: pg.Pool }): Promise<boolean> {
  const client = await db.pool.connect();
  try {
    return await isPooled(client);
  } finally {
    client.release();
  }
}

async function isPooled(client: pg.Client | pg.PoolClient): Promise<boolean> {
  const told = (client as unknown as { processID: number | null }).processID;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid !== told;
}
