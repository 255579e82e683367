import { appRoles } from '../migrate.ts';
import { type Database, query } from '../connect.ts';

/** A Postgres server as an app's connection sees it. */
export interface ServerFacts {
  /** For example 180003. */
  readonly versionNumber: number;
  readonly database: string;
  readonly user: string;
  readonly superuser: boolean;
  readonly readOnly: boolean;
  readonly settings: Readonly<Record<string, string>>;
  /** Client connections now, of everybody. */
  readonly connections: number;
  /** Those of a role named salience_…. */
  readonly ownConnections: number;
  readonly databaseBytes: number;
  /** Transactions since the last freeze; near 2 billion the server stops accepting writes. */
  readonly transactionAge: number;
  readonly now: Date;
}

const askedSettings = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
  'autovacuum',
  'max_connections',
  'superuser_reserved_connections',
  'default_transaction_isolation',
  'statement_timeout',
  'shared_buffers',
  'server_encoding',
  'jit',
];

/** Looks at the server, its settings and this connection. Any role. */
export async function inspectServer(db: Database): Promise<ServerFacts> {
  const rows = await query<Omit<ServerFacts, 'settings'> & { settings: Record<string, string> }>(
    db,
    'inspect_server',
    `select current_setting('server_version_num')::int as "versionNumber", current_database() as database,
       current_user as "user", (select rolsuper from pg_roles where rolname = current_user) as superuser,
       pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly",
       (select jsonb_object_agg(name, setting) from pg_settings where name = any($1)) as settings,
       (select count(*)::int from pg_stat_activity where usename is not null and datname is not null) as connections,
       (select count(*)::int from pg_stat_activity where usename like 'salience\\_%') as "ownConnections",
       pg_database_size(current_database()) as "databaseBytes",
       (select age(datfrozenxid) from pg_database where datname = current_database()) as "transactionAge",
       clock_timestamp() as now`,
    [askedSettings],
  );
  return rows[0] as ServerFacts;
}

/** How many migrations the database has; 0 where Salience was never installed. Any role of an app. */
export async function countMigrations(db: Database): Promise<number> {
  const known = await query<{ name: string | null }>(
    db,
    'diagnose_schema_known',
    "select to_regclass('drizzle.__drizzle_migrations')::text as name",
    [],
  );
  if ((known[0]?.name ?? null) === null) return 0;
  const text = 'select count(*)::int as n from drizzle.__drizzle_migrations';
  const rows = await query<{ n: number }>(db, 'diagnose_schema_count', text, []);
  return rows[0]?.n ?? 0;
}

/** What an app's role may do; a role that should not may not. */
export interface RoleFacts {
  readonly role: string;
  readonly exists: boolean;
  readonly login: boolean;
  readonly superuser: boolean;
  readonly bypassesRowSecurity: boolean;
  readonly createsRoles: boolean;
  /** Owns the schema, a table of it, or the database; or is a member of a role that does. */
  readonly owns: boolean;
  /** Belongs to salience_app and sees the schema. */
  readonly granted: boolean;
  readonly writesWeights: boolean;
}

/** Looks at every app's role. Any role. */
export async function inspectRoles(db: Database): Promise<RoleFacts[]> {
  return await query<RoleFacts & Record<string, unknown>>(
    db,
    'inspect_roles',
    `with owners as (
       select nspowner as o from pg_namespace where nspname = 'salience'
       union select relowner from pg_class where relnamespace = to_regnamespace('salience')
       union select datdba from pg_database where datname = current_database())
     select name as role, r.oid is not null as exists, coalesce(rolcanlogin, false) as login,
       coalesce(rolsuper, false) as superuser, coalesce(rolbypassrls, false) as "bypassesRowSecurity",
       coalesce(rolcreaterole, false) as "createsRoles",
       r.oid is not null and exists (select 1 from owners where pg_has_role(r.oid, o, 'member')) as owns,
       r.oid is not null and to_regrole('salience_app') is not null and to_regnamespace('salience') is not null
         and pg_has_role(r.oid, to_regrole('salience_app'), 'usage')
         and has_schema_privilege(r.oid, to_regnamespace('salience'), 'usage') as granted,
       r.oid is not null and to_regclass('salience.router_policies') is not null
         and has_table_privilege(r.oid, to_regclass('salience.router_policies'), 'insert') as "writesWeights"
     from unnest($1::text[]) as name left join pg_roles r on r.rolname = name order by name`,
    [appRoles],
  );
}

/** Tables with an agent's rows that no row-level security protects; empty where all is well. Any role. */
export async function unprotectedTables(db: Database): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    'unprotected_tables',
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = to_regnamespace('salience') and c.relkind in ('r', 'p') and a.attname = 'agent_id'
       and not a.attisdropped and not c.relrowsecurity order by 1`,
    [],
  );
  return rows.map(({ name }) => name);
}

/**
 * Functions that run with more rights than their caller's and are not kept apart: their owner may log in, make roles, see through
 * row-level security or own a table, everybody may execute them, or a caller's names come before ours. Empty where all is well. Any role.
 */
export async function unguardedFunctions(db: Database): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    'unguarded_functions',
    `select p.proname as name from pg_proc p join pg_roles o on o.oid = p.proowner
     where p.pronamespace = to_regnamespace('salience') and p.prosecdef
       and (o.rolcanlogin or o.rolsuper or o.rolcreaterole or o.rolbypassrls
         or exists (select 1 from pg_class c where c.relowner = o.oid)
         or exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)
         or not exists (select 1 from unnest(p.proconfig) s where s ~ '^search_path=.*pg_temp"?$')) order by 1`,
    [],
  );
  return rows.map(({ name }) => name);
}

/** A table and what it weighs, indexes and long values included. */
export interface TableSize {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  /** Rows that are dead but not yet cleared away. */
  readonly deadRows: number;
}

/** The tables of this database, the heaviest first. Any role. */
export async function tableSizes(db: Database, limit: number): Promise<TableSize[]> {
  return await query<TableSize & Record<string, unknown>>(
    db,
    'table_sizes',
    `select s.schemaname || '.' || s.relname as "table", s.n_live_tup as rows, s.n_dead_tup as "deadRows",
       pg_total_relation_size(s.relid) as bytes
     from pg_stat_user_tables s order by bytes desc limit $1`,
    [limit],
  );
}
