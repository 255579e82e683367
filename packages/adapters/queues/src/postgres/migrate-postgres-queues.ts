import { queueNames } from '@salience/contracts';
import { runMigrations } from 'bullmq';
import { clientOf } from '@salience/postgres';
import type pg from 'pg';
import { plainIdentifier, queueInDatabase } from './queue-names.ts';

/** Options of the migration. */
export interface PostgresQueuesTarget {
  /** Address for the owner of the database, or for a role that may create schemas in it. */
  readonly url: string;
  /** As in the connection of the apps. */
  readonly prefix?: string;
  /** Defaults to every queue of the contracts. */
  readonly queues?: readonly string[];
}

const BULLMQ = 'bullmq';
const LIVE = 'salience_live';

/**
 * Creates or upgrades everything that the Postgres backend needs: BullMQ's schema `bullmq`, a counter for every
 * queue (BullMQ would create it at the first job, which a role without CREATE may not), and the table of live
 * events. Safe to run again and from several processes at once.
 */
export async function migratePostgresQueues(target: PostgresQueuesTarget): Promise<void> {
  await withClient(target.url, async (client) => {
    await runMigrations(client, BULLMQ);
    await client.query('BEGIN');
    try {
      await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [LIVE]);
      await client.query(`SET LOCAL search_path TO ${BULLMQ}`);
      const names = (target.queues ?? queueNames).map((queue) => queueInDatabase(queue, target.prefix));
      await client.query(
        `SELECT next_job_id(queue) FROM unnest($1::text[]) AS queue
          WHERE to_regclass(job_id_seq_name(queue)) IS NULL`,
        [names],
      );
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${LIVE}`);
      // Unlogged: written often, read once, and not needed after a crash. Rows live for minutes, so it is vacuumed after so many dead
      // ones, not after a share of what happens to be there.
      await client.query(`CREATE UNLOGGED TABLE IF NOT EXISTS ${LIVE}.events (
        turn_id text COLLATE "C" NOT NULL,
        fence bigint NOT NULL,
        n bigint NOT NULL,
        event text NOT NULL,
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (turn_id, fence, n)
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`);
      await client.query(`CREATE INDEX IF NOT EXISTS events_at ON ${LIVE}.events (at)`);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
}

/**
 * Lets roles send jobs, work them and use live events: rights on rows, none to create or change tables. `bulkRoles`, a subset, send
 * many jobs at once (`enqueueMany`), which BullMQ does through temporary tables; only they may create those. Run after
 * `migratePostgresQueues`, as the same role, and again after each upgrade.
 */
export async function grantQueues(target: {
  readonly url: string;
  readonly roles: readonly string[];
  readonly bulkRoles: readonly string[];
}): Promise<void> {
  if (target.roles.length === 0) return;
  const roles = target.roles.map(plainIdentifier).join(', ');
  await withClient(target.url, async (client) => {
    await grantingAlone(client);
    await client.query(`GRANT USAGE ON SCHEMA ${BULLMQ}, ${LIVE} TO ${roles}`);
    await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${BULLMQ} TO ${roles}`);
    await client.query(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${BULLMQ} TO ${roles}`);
    await client.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${BULLMQ} TO ${roles}`);
    await client.query(`GRANT SELECT, INSERT, DELETE ON ${LIVE}.events TO ${roles}`);
    await limitTemporary(client, target.roles, target.bulkRoles);
  });
}

/** For a database whose jobs are in Redis: only its owner may create temporary objects there. Run as the owner. */
export async function withdrawTemporary(target: {
  readonly url: string;
  readonly roles: readonly string[];
}): Promise<void> {
  await withClient(target.url, async (client) => {
    await grantingAlone(client);
    await limitTemporary(client, target.roles, []);
  });
}

/** Postgres fails two concurrent grants on one object. The lock ends with the connection. */
async function grantingAlone(client: pg.Client): Promise<void> {
  await client.query(`SELECT pg_advisory_lock(hashtextextended('salience:grant-queues', 0))`);
}

/** By default every role may create temporary objects in a new database. */
async function limitTemporary(
  client: pg.Client,
  roles: readonly string[],
  allowed: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const database = client.escapeIdentifier(rows[0]?.name ?? '');
  // Granted before it is revoked from everybody, so that running workers always have the right.
  if (allowed.length > 0)
    await client.query(
      `GRANT TEMPORARY ON DATABASE ${database} TO ${allowed.map(plainIdentifier).join(', ')}`,
    );
  const others = roles.filter((role) => !allowed.includes(role)).map(plainIdentifier);
  await client.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM ${['PUBLIC', ...others].join(', ')}`);
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = clientOf(url);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
