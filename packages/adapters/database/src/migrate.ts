import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { SalienceError } from '@salience/errors';
import { type Database, query } from './connect.ts';
import { newId } from './new-id.ts';

/** The number of migrations this code was written for; a test holds it equal to the committed journal. */
export const schemaVersion = 36;

/** The login roles of the apps, and what each may do, stand in the migration named roles. */
export const appRoles = [
  'salience_consumer',
  'salience_digest',
  'salience_memory_chunker',
  'salience_episodic',
  'salience_cognitive_drift',
  'salience_routing_regulator',
  'salience_scheduler',
  'salience_pulse_sensor',
  'salience_operator',
] as const;
/** Roles that send many jobs at once. Where jobs travel in Postgres they need what others may not have: temporary tables. */
export const bulkSenders: readonly AppRole[] = ['salience_scheduler'];
export type AppRole = (typeof appRoles)[number];

/** A router policy as it is shipped. */
export interface PolicySeed {
  readonly name: string;
  readonly version: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** What migrating needs. */
export interface MigrateOptions {
  /** The migrator's URL: owner of the database with CREATEROLE, no superuser needed. */
  readonly url: string;
  /** The folder with the committed SQL. */
  readonly migrationsFolder: string;
  /** Written once per (name, version); an existing version is never changed. */
  readonly policies: readonly PolicySeed[];
  /** Makes these roles able to log in with these passwords. */
  readonly passwords?: Readonly<Partial<Record<AppRole, string>>>;
}

/** Any number works; it only has to be ours. */
const migrationLock = 7_253_642;

/**
 * Brings the database to this code's schema. Two migrators at once: the second waits for the first. A database that a
 * newer version has migrated is left as it is while it still serves this code, so that a deployment can be taken back;
 * else refuses it (`database.newer`).
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: number }> {
  const client = new pg.Client({ connectionString: options.url, application_name: 'salience-migrator' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const before = await appliedCount(client);
    if (before > schemaVersion) {
      const oldest = await oldestServed(
        async (_name, sql) => (await client.query<{ n: number | null }>(sql)).rows,
      );
      if (oldest > schemaVersion) throw newerError(before, oldest);
    }
    await applyMigrations(drizzle(client), { migrationsFolder: options.migrationsFolder });
    await seed(client, options);
    return { applied: (await appliedCount(client)) - before };
  } finally {
    await client.end();
  }
}

async function appliedCount(client: pg.Client): Promise<number> {
  const known = await client.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as name",
  );
  if (known.rows[0]?.name === null) return 0;
  const rows = await client.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  );
  return rows.rows[0]?.n ?? 0;
}

async function seed(client: pg.Client, options: MigrateOptions): Promise<void> {
  for (const policy of options.policies) {
    await client.query(
      `insert into salience.router_policies (id, name, version, weights) values ($1, $2, $3, $4)
       on conflict (name, version) do nothing`,
      [newId('policy'), policy.name, policy.version, JSON.stringify(policy.weights)],
    );
  }
  await client.query(
    `insert into salience.agents (id, name, persona, settings) values ($1, 'default', $2, '{}')
     on conflict (name) do nothing`,
    [newId('agent'), defaultPersona],
  );
  await client.query(
    `insert into salience.clock (id, base_at, set_at, rate) values (1, now(), now(), 1) on conflict do nothing`,
  );
  for (const [role, password] of Object.entries(options.passwords ?? {})) {
    // The password is a literal here because ALTER ROLE takes no parameters.
    await client.query(
      `alter role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)}`,
    );
  }
}

const defaultPersona =
  'You are a calm, attentive assistant that lives on the machine of the person it serves. You answer briefly and plainly, ' +
  'you say what you do not know, and you remember what you are told.';

function newerError(found: number, oldest: number): SalienceError {
  return new SalienceError(
    'database.newer',
    `This version expects schema ${schemaVersion}; the database is at ${found} and serves code for ${oldest} and later only. ` +
      'Start a newer version of Salience, or point DATABASE_URL at another database.',
  );
}

/**
 * The oldest schema whose code may still run on this database. A migration that takes something away says so by making
 * the function oldest_code(); as long as all migrations only add, there is none and every version is served.
 */
async function oldestServed(
  ask: (name: string, sql: string) => Promise<{ n: number | null }[]>,
): Promise<number> {
  const known = "select to_regprocedure('salience.oldest_code()')::oid::int8 as n";
  if (((await ask('schema_oldest_known', known))[0]?.n ?? null) === null) return 0;
  const [declared] = await ask('schema_oldest', 'select salience.oldest_code()::int as n');
  return declared?.n ?? 0;
}

/**
 * Checked by every app at boot: throws `database.behind` when migrations are missing and `database.newer` when a newer
 * version has taken something away that this code needs. A database that was only added to serves it on.
 */
export async function checkSchema(db: Database): Promise<void> {
  const known = await query<{ name: string | null }>(
    db,
    'schema_known',
    "select to_regclass('drizzle.__drizzle_migrations') as name",
    [],
  );
  const rows =
    known[0]?.name === null
      ? []
      : await query<{ n: number }>(
          db,
          'schema_count',
          'select count(*)::int as n from drizzle.__drizzle_migrations',
          [],
        );
  const found = rows[0]?.n ?? 0;
  if (found > schemaVersion) {
    const oldest = await oldestServed((name, sql) => query<{ n: number | null }>(db, name, sql, []));
    if (oldest > schemaVersion) throw newerError(found, oldest);
  }
  if (found < schemaVersion) {
    throw new SalienceError(
      'database.behind',
      `This version expects schema ${schemaVersion} but the database is at ${found}. Run "salience migrate" with the migrator's DATABASE_URL.`,
    );
  }
}

/**
 * Makes the migrator role and the database it owns on a server where we are superuser (the embedded one, or tests).
 * Idempotent; sets the migrator's password each time.
 */
export async function provisionDatabase(options: {
  readonly adminUrl: string;
  readonly database: string;
  readonly migratorPassword: string;
}): Promise<void> {
  const client = new pg.Client({ connectionString: options.adminUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const password = pg.escapeLiteral(options.migratorPassword);
    const role = await client.query("select 1 from pg_roles where rolname = 'salience_migrator'");
    await client.query(
      `${role.rowCount === 0 ? 'create' : 'alter'} role salience_migrator login createrole nosuperuser password ${password}`,
    );
    const database = await client.query('select 1 from pg_database where datname = $1', [options.database]);
    if (database.rowCount === 0) {
      await client.query(`create database ${pg.escapeIdentifier(options.database)} owner salience_migrator`);
    }
  } finally {
    await client.end();
  }
}
