import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { join } from 'node:path';
import { clientOf, requireDirect } from '@salience/postgres';
import pg from 'pg';
import { type AskSchema, appliedMigrations, olderBuild, refuseNewer, schemaVersion } from './check-schema.ts';
import { holdingTables, tablesNamedIn } from './hold-tables.ts';
import { installFunctions } from './install-functions.ts';
import { newId } from './new-id.ts';

/** The login roles of the apps; the migrations grant their rights. */
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
  /** The folder with the committed SQL: `migrations/` and `sql/`. */
  readonly schemaFolder: string;
  /** Written once per (name, version); an existing version is never changed. */
  readonly policies: readonly PolicySeed[];
  /** Makes these roles able to log in with these passwords. */
  readonly passwords?: Readonly<Partial<Record<AppRole, string>>>;
}

/** The advisory lock for changes of the schema: any number that nothing else uses. */
export const migrationLock = 7_253_642;

/** What migrating changed. */
export interface Migrated {
  /** How many migrations were applied now. */
  readonly applied: number;
  /** How many functions were created, replaced or dropped now. */
  readonly functions: number;
}

/**
 * Brings the database to this code's schema: tables by migrations, then the functions of `sql/`. Two migrators at once: the second
 * waits for the first. A database that a newer version has migrated is left as it is while it still serves this code, so that a
 * deployment can be taken back; else refuses it (`database.newer`). Refuses one whose migrations are not ours (`database.older-build`).
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const client = clientOf(options.url, { application_name: 'salience-migrator' });
  await client.connect();
  try {
    await requireDirect(client, 'migrate');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const ask: AskSchema = async <R extends pg.QueryResultRow>(_name: string, sql: string) =>
      (await client.query<R>(sql)).rows;
    const migrationsFolder = join(options.schemaFolder, 'migrations');
    const before = await appliedMigrations(ask);
    const ours = readMigrationFiles({ migrationsFolder });
    if (before.some((hash, n) => n < ours.length && hash !== ours[n]?.hash)) throw olderBuild();
    await refuseNewer(before.length, ask);
    await applyMissing(client, migrationsFolder, ours.slice(before.length));
    const applied = (await appliedMigrations(ask)).length - before.length;
    // The functions of a newer version serve this one too, and its tables may not serve ours.
    const changed =
      before.length > schemaVersion
        ? { installed: [], dropped: [] }
        : await installFunctions(client, join(options.schemaFolder, 'sql'));
    await seed(client, options);
    return { applied, functions: changed.installed.length + changed.dropped.length };
  } finally {
    await client.end();
  }
}

/** Applies what is missing in one transaction, beside whatever turns are under way. */
async function applyMissing(
  client: pg.Client,
  migrationsFolder: string,
  missing: readonly MigrationMeta[],
): Promise<void> {
  if (missing.length === 0) return;
  const tables = await tablesNamedIn(client, missing.flatMap(({ sql }) => sql).join('\n'));
  await holdingTables(client, tables, () => applyMigrations(drizzle(client), { migrationsFolder }));
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

/**
 * Makes the migrator role and the database it owns on a server where we are superuser (the embedded one, or tests).
 * Idempotent; sets the migrator's password each time.
 */
export async function provisionDatabase(options: {
  readonly adminUrl: string;
  readonly database: string;
  readonly migratorPassword: string;
}): Promise<void> {
  const client = clientOf(options.adminUrl);
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
