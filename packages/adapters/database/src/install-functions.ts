import type pg from 'pg';
import { isSalienceError } from '@salience/errors';
import { holdingTables, isInTheWay, tablesNamedIn } from './hold-tables.ts';
import { badFunction, type FunctionFile, functionSetOf, readFunctionFiles } from './function-files.ts';

/** What an installation changed. */
export interface InstalledFunctions {
  /** Created, or replaced because their file changed. */
  readonly installed: readonly string[];
  /** Dropped because their file is gone. */
  readonly dropped: readonly string[];
}

/**
 * Makes the functions of the schema those of `sql/`, in one transaction: creates or replaces each whose file changed since it was
 * installed, with its settings, owner, grants and triggers, and drops each whose file is gone. Old processes go on meanwhile: a call
 * runs the old body or the new one. The caller is the owner of the schema and holds the migrators' lock.
 * Throws `database.bad-function`, which names the file, and then nothing has changed.
 */
export async function installFunctions(client: pg.Client, sqlFolder: string): Promise<InstalledFunctions> {
  const files = readFunctionFiles(sqlFolder);
  const known = await knownFunctions(client);
  const changed = files.filter(({ name, hash }) => known.get(name)?.hash !== hash);
  const names = new Set(files.map(({ name }) => name));
  const gone = [...known.keys()].filter((name) => !names.has(name));
  const replaced = [...changed.map(({ name }) => name), ...gone];
  const text = changed.flatMap((file) => file.text.match(triggers) ?? []).join('\n');
  const tables = [...(await tablesOfTriggers(client, replaced)), ...(await tablesNamedIn(client, text))];
  await holdingTables(client, [...new Set(tables)], async () => {
    if (replaced.length > 0) await replace(client, changed, gone, known);
    await noteSet(client, functionSetOf(files));
  });
  return { installed: changed.map(({ name }) => name), dropped: gone };
}

const triggers = /^CREATE TRIGGER .*? ON salience\.\w+/gms;

/** The tables that a trigger calls one of these functions for. */
async function tablesOfTriggers(client: pg.Client, functions: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
     where p.pronamespace = 'salience'::regnamespace and p.proname = any ($1) and not t.tgisinternal order by 1`,
    [functions],
  );
  return rows.map(({ name }) => name);
}

type Known = ReadonlyMap<string, { readonly signature: string; readonly hash: string }>;

async function knownFunctions(client: pg.Client): Promise<Known> {
  const { rows } = await client.query<{ name: string; signature: string; hash: string }>(
    'select name, signature, hash from salience.installed_functions order by name',
  );
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

async function replace(
  client: pg.Client,
  changed: readonly FunctionFile[],
  gone: readonly string[],
  known: Known,
): Promise<void> {
  // Functions call each other, in any order; bodies are checked once all of them are there.
  await client.query('set local check_function_bodies = off');
  await client.query('set local search_path = salience, pg_temp');
  const owners = await rolesOfFunctions(client);
  // Postgres gives a function only to a role that may create in the schema; that right is revoked afterwards.
  if (owners !== '') await client.query(`grant create on schema salience to ${owners}`);
  for (const name of gone) await drop(client, name);
  for (const file of changed) {
    await replaceOne(client, file, known.get(file.name)?.signature).catch((error: unknown) => {
      throw isSalienceError(error) || isInTheWay(error)
        ? error
        : badFunction(file.file, reasonOf(error, file.text), error);
    });
  }
  await client.query('set local check_function_bodies = on');
  for (const file of changed) await validate(client, file);
  if (owners !== '') await client.query(`revoke create on schema salience from ${owners}`);
  await note(client, changed, gone);
}

/** The roles that functions with more rights than their caller's belong to, as a list for GRANT. */
async function rolesOfFunctions(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ roles: string | null }>(
    `select string_agg(quote_ident(rolname), ', ') as roles from pg_roles where rolname like 'salience\\_fn\\_%'`,
  );
  return rows[0]?.roles ?? '';
}

/** All functions of a name: more than one only if one was created by hand. */
async function foundOf(client: pg.Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select oid::regprocedure::text as id from pg_proc where pronamespace = 'salience'::regnamespace and proname = $1`,
    [name],
  );
  return rows.map(({ id }) => id);
}

async function dropTriggers(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as statement
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where p.pronamespace = 'salience'::regnamespace and p.proname = $1 and not t.tgisinternal`,
    [name],
  );
  for (const { statement } of rows) await client.query(statement);
}

async function drop(client: pg.Client, name: string): Promise<void> {
  await dropTriggers(client, name);
  for (const id of await foundOf(client, name)) await client.query(`drop function ${id}`);
}

/** Takes away what CREATE OR REPLACE leaves as it was: owner, grants, triggers. Its file gives them again. */
async function strip(client: pg.Client, name: string): Promise<void> {
  await dropTriggers(client, name);
  for (const id of await foundOf(client, name)) {
    await client.query(`alter function ${id} owner to current_user`);
    const { rows } = await client.query<{ role: string }>(
      `select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role
       from pg_proc p, aclexplode(p.proacl) a where p.oid = $1::regprocedure`,
      [id],
    );
    for (const { role } of rows) await client.query(`revoke all on function ${id} from ${role}`);
    // What a function may be executed by that was just made.
    await client.query(`grant execute on function ${id} to public, current_user`);
  }
}

async function replaceOne(client: pg.Client, file: FunctionFile, known: string | undefined): Promise<void> {
  const found = await foundOf(client, file.name);
  if (found.length > 1) {
    throw badFunction(
      file.file,
      `expected one function of this name in the schema, found ${found.join(', ')}`,
    );
  }
  if (known !== undefined && known !== file.signature) await drop(client, file.name);
  else await strip(client, file.name);
  await client.query(file.text);
}

async function validate(client: pg.Client, file: FunctionFile): Promise<void> {
  const { rows } = await client.query<{ check: string }>(
    `select format('select %s(%s)', l.lanvalidator::regproc, p.oid) as check from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'salience'::regnamespace and p.proname = $1`,
    [file.name],
  );
  for (const { check } of rows) {
    await client.query(check).catch((error: unknown) => {
      throw badFunction(file.file, reasonOf(error, file.text), error);
    });
  }
}

/** What Postgres says, with the line of the file that it points at, or where it stood. */
function reasonOf(error: unknown, text: string): string {
  const { message, position, internalPosition, internalQuery = '', where } = error as pg.DatabaseError;
  // A body is checked by itself, after its file has run.
  const at =
    position !== undefined
      ? Number(position)
      : internalPosition !== undefined && text.includes(internalQuery)
        ? text.indexOf(internalQuery) + Number(internalPosition)
        : undefined;
  if (at !== undefined) return `${message} (line ${text.slice(0, at).split('\n').length})`;
  return where === undefined ? message : `${message} (${where})`;
}

async function note(
  client: pg.Client,
  changed: readonly FunctionFile[],
  gone: readonly string[],
): Promise<void> {
  await client.query('delete from salience.installed_functions where name = any ($1)', [gone]);
  await client.query(
    `insert into salience.installed_functions (name, signature, hash)
     select * from unnest($1::text[], $2::text[], $3::text[])
     on conflict (name) do update set signature = excluded.signature, hash = excluded.hash`,
    [
      changed.map(({ name }) => name),
      changed.map(({ signature }) => signature),
      changed.map(({ hash }) => hash),
    ],
  );
}

/** Makes this set the last one of the database. */
async function noteSet(client: pg.Client, hash: string): Promise<void> {
  await client.query('insert into salience.function_sets (hash) values ($1) on conflict do nothing', [hash]);
  await client.query(
    'delete from salience.function_sets where n > (select n from salience.function_sets where hash = $1)',
    [hash],
  );
}
