import type { TestDatabase } from '@salience/testing';
import pg from 'pg';

/** Everything of our schemas that a caller could give a namesake. */
export interface Namesakes {
  /** Relations with the names and types of their columns. */
  readonly relations: readonly {
    readonly name: string;
    readonly columns: readonly (readonly [name: string, type: string])[];
  }[];
  /** Functions by name and argument types. */
  readonly functions: readonly { readonly name: string; readonly types: string }[];
}

/** What a planted function says, with the role that it ran as. */
const mark = 'planted ran as ';
/** Functions and operators of Postgres that bodies of ours use. */
const builtins = [
  ['lower', 'text'],
  ['left', 'text, integer'],
  ['now', ''],
  ['clock_timestamp', ''],
  ['set_config', 'text, text, boolean'],
  ['current_setting', 'text, boolean'],
  ['hashtextextended', 'text, bigint'],
  ['to_tsvector', 'regconfig, text'],
  ['pg_advisory_xact_lock', 'bigint'],
  ['jsonb_array_length', 'jsonb'],
  ['greatest', 'integer, integer'],
  ['count', ''],
] as const;
const operators = [
  ['=', 'text', 'text'],
  ['<>', 'text', 'text'],
  ['>', 'bigint', 'bigint'],
  ['>', 'timestamptz', 'timestamptz'],
  ['->>', 'jsonb', 'text'],
  ['||', 'jsonb', 'jsonb'],
  ['@@', 'tsvector', 'tsquery'],
] as const;

/** A session of its own at the address of a role, as an attacker would have it: one connection for all that is planted. */
export async function asRole<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Looks up what can be given a namesake. */
export async function namesakesOf(database: TestDatabase): Promise<Namesakes> {
  const own = "n.nspname in ('salience', 'bullmq', 'salience_live')";
  const relations = await database.admin<{ name: string; columns: [string, string][] }>(
    `select c.relname as name, array_agg(array[a.attname::text, format_type(a.atttypid, null)] order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where ${own} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped group by c.relname, c.oid`,
  );
  const functions = await database.admin<{ name: string; types: string }>(
    `select distinct p.proname as name, oidvectortypes(p.proargtypes) as types
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'salience' and p.prokind = 'f'`,
  );
  const once = new Map(relations.map((one) => [one.name, one]));
  return { relations: [...once.values()], functions };
}

/** Tells which roles planted functions ran as on this connection, from now on; also those of statements that were undone. */
export function hearPlanted(client: pg.ClientBase): Set<string> {
  const roles = new Set<string>();
  client.on('notice', ({ message }) => {
    if (message?.startsWith(mark) === true) roles.add(message.slice(mark.length));
  });
  return roles;
}

/**
 * Plants everything that a role may make in its own session: relations that run a function when they are read (`views`) or when they are
 * read or written (`tables`), and functions, operators, types and casts with the names of ours and of Postgres's.
 */
export async function plant(
  client: pg.ClientBase,
  { relations, functions }: Namesakes,
  kind: 'views' | 'tables',
): Promise<void> {
  const says = `raise notice '${mark}%', current_user;`;
  const statements = [
    `create function pg_temp.planted() returns boolean language plpgsql as $$ begin ${says} return true; end $$`,
    `create function pg_temp.planted_trigger() returns trigger language plpgsql as $$ begin ${says} return new; end $$`,
    'grant execute on all functions in schema pg_temp to public',
  ];
  for (const { name, columns } of relations) {
    const table = `pg_temp."${name}"`;
    // Two rows in opposite order, so that a comparison of any two columns holds for one of them.
    const rows = [1, -1].map((sign) => columns.map(([, type], at) => valueOf(type, sign * (at + 1))));
    if (kind === 'views') {
      // Known before it is planned, a value that fits no condition would end the query before anything runs.
      const reads = rows.map(
        (row) =>
          `select ${row.map((value) => `case when s.p then ${value} end`).join(', ')} from (select pg_temp.planted() as p offset 0) s`,
      );
      const names = columns.map(([column]) => `"${column}"`).join(', ');
      statements.push(`create view ${table} (${names}) as ${reads.join(' union all ')}`);
    } else {
      const defined = columns.map(([column, type]) => `"${column}" ${type}`).join(', ');
      statements.push(
        `create table ${table} (${defined}, planted boolean default pg_temp.planted())`,
        `insert into ${table} values ${rows.map((row) => `(${row.join(', ')})`).join(', ')}`,
        `create trigger planted before insert or update or delete on ${table} for each statement execute function pg_temp.planted_trigger()`,
        `create policy planted on ${table} using (pg_temp.planted())`,
        `alter table ${table} enable row level security`,
      );
    }
    statements.push(`grant all on ${table} to public`);
  }
  const named = [...functions.map(({ name, types }) => [name, types] as const), ...builtins];
  for (const [name, types] of named)
    statements.push(
      `create function pg_temp."${name}"(${types}) returns boolean language plpgsql as $$ begin ${says} return true; end $$`,
    );
  for (const [at, [name, left, right]] of operators.entries())
    statements.push(
      `create function pg_temp.operator_${at}(${left}, ${right}) returns boolean language plpgsql as $$ begin ${says} return true; end $$`,
      `create operator pg_temp.${name} (function = pg_temp.operator_${at}, leftarg = ${left}, rightarg = ${right})`,
    );
  for (const type of ['tsquery', 'timestamptz', 'jsonb', 'regconfig'])
    statements.push(
      `create domain pg_temp."${type}" as pg_catalog.text check (value is null or pg_temp.planted())`,
    );
  statements.push(
    "create type pg_temp.sly as enum ('sly')",
    `create function pg_temp.sly_text(pg_temp.sly) returns pg_catalog.text language plpgsql as $$ begin ${says} return 'sly'; end $$`,
    'create cast (pg_temp.sly as pg_catalog.text) with function pg_temp.sly_text(pg_temp.sly) as implicit',
    `create function pg_temp.sly_json(pg_temp.sly) returns pg_catalog.jsonb language plpgsql as $$ begin ${says} return '{}'; end $$`,
    'create cast (pg_temp.sly as pg_catalog.jsonb) with function pg_temp.sly_json(pg_temp.sly) as implicit',
    'grant usage on type pg_temp.sly to public',
    'grant execute on all functions in schema pg_temp to public',
  );
  await client.query(statements.join(';\n'));
}

/** A value of a type; of two numbers or times that with the larger `n` is the larger one. */
function valueOf(type: string, n: number): string {
  if (/^(bigint|integer|smallint|real|double precision|numeric)$/.test(type)) return `${n}::${type}`;
  if (type === 'timestamp with time zone') return `'epoch'::${type} + ${n} * interval '1 day'`;
  if (type === 'text') return "'z'::text";
  if (type === 'boolean') return `${n > 0}`;
  return type === 'jsonb' ? "'{}'::jsonb" : `null::${type}`;
}
