import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ask } from '../present/render-rights.ts';

const room = join(import.meta.dirname, '../..');

/** A column, as code of a release writes and reads it. */
interface PromisedColumn {
  readonly type: string;
  /** An insert must name it. */
  readonly required: boolean;
  /** It holds no null. */
  readonly present: boolean;
}

/** What a schema promises the code of its release, and what a later one has to keep. */
export interface PromisedSchema {
  /** Migrations in their order: name and SHA-256. */
  readonly migrations: Readonly<Record<string, string>>;
  readonly relations: Readonly<
    Record<
      string,
      {
        readonly columns: Readonly<Record<string, PromisedColumn>>;
        /** Checks, keys and unique indexes by name, as Postgres writes them. */
        readonly rules: Readonly<Record<string, string>>;
      }
    >
  >;
  /** Signatures by name. A retired function is one that this release does not call any more. */
  readonly functions: Readonly<
    Record<string, { readonly arguments: string; readonly result: string; readonly retired: boolean }>
  >;
  /** Each right of an app's role: `role: RIGHT on relation (column)` or `role: EXECUTE on function`. */
  readonly rights: readonly string[];
}

/** What the schema of a migrated database promises. */
export async function promisedSchema(ask: Ask): Promise<PromisedSchema> {
  return {
    migrations: releasedMigrations(),
    relations: await relationsOf(ask),
    functions: await functionsOf(ask),
    rights: await rightsOf(ask),
  };
}

function releasedMigrations(): Record<string, string> {
  const folder = join(room, 'migrations');
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return Object.fromEntries(
    files.toSorted().map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  );
}

async function relationsOf(ask: Ask): Promise<PromisedSchema['relations']> {
  const columns = await ask<{ relation: string; name: string } & PromisedColumn>(
    `select c.relname as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attnotnull and not a.atthasdef and a.attidentity = '' and c.relkind = 'r' as required, a.attnotnull as present
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'salience'::regnamespace and c.relkind in ('r', 'v')
     order by c.relname collate "C", a.attname collate "C"`,
  );
  const rules = await ask<{ relation: string; name: string; rule: string }>(
    `select c.relname as relation, k.conname as name, pg_get_constraintdef(k.oid) as rule
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where c.relnamespace = 'salience'::regnamespace and k.contype in ('c', 'f', 'p', 'u', 'x')
     union all
     select c.relname, i.relname, pg_get_indexdef(i.oid) from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
     where c.relnamespace = 'salience'::regnamespace and x.indisunique and not x.indisprimary
       and not exists (select from pg_constraint k where k.conindid = i.oid and k.conname = i.relname)
     order by 1, 2`,
  );
  const names = [...new Set(columns.map(({ relation }) => relation))];
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        columns: Object.fromEntries(
          columns
            .filter(({ relation }) => relation === name)
            .map(({ name: column, type, required, present }) => [column, { type, required, present }]),
        ),
        rules: Object.fromEntries(
          rules.filter(({ relation }) => relation === name).map(({ name: rule, rule: text }) => [rule, text]),
        ),
      },
    ]),
  );
}

async function functionsOf(ask: Ask): Promise<PromisedSchema['functions']> {
  const retired = new Set(retiredFunctions());
  const functions = await ask<{ name: string; arguments: string; result: string }>(
    `select proname as name, pg_get_function_arguments(oid) as arguments, pg_get_function_result(oid) as result
     from pg_proc where pronamespace = 'salience'::regnamespace and prorettype <> 'trigger'::regtype
     order by proname collate "C"`,
  );
  return Object.fromEntries(
    functions.map(({ name, ...signature }) => [name, { ...signature, retired: retired.has(name) }]),
  );
}

/** Functions whose file stands in `sql/retired`. */
function retiredFunctions(): string[] {
  return readdirSync(join(room, 'sql'), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    const name = /^retired\/(\w+)\.sql$/.exec(file.replaceAll('\\', '/'))?.[1];
    return name === undefined ? [] : [name];
  });
}

async function rightsOf(ask: Ask): Promise<string[]> {
  const rights = await ask<{ line: string }>(
    `select format('%s: %s on %s', a.grantee::regrole, a.privilege_type, c.relname) as line
     from pg_class c, aclexplode(c.relacl) a where c.relnamespace = 'salience'::regnamespace and a.grantee <> c.relowner
       and a.grantee::regrole::text not like 'salience\\_fn\\_%'
     union all
     select format('%s: %s on %s (%s)', a.grantee::regrole, a.privilege_type, c.relname, t.attname)
     from pg_class c join pg_attribute t on t.attrelid = c.oid, aclexplode(t.attacl) a
     where c.relnamespace = 'salience'::regnamespace and a.grantee::regrole::text not like 'salience\\_fn\\_%'
     union all
     select format('%s: EXECUTE on %s', case a.grantee when 0 then 'PUBLIC' else a.grantee::regrole::text end, p.proname)
     from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
     where p.pronamespace = 'salience'::regnamespace and a.grantee <> p.proowner and p.prorettype <> 'trigger'::regtype
       and (a.grantee = 0 or a.grantee::regrole::text not like 'salience\\_fn\\_%')`,
  );
  return rights.map(({ line }) => line).toSorted();
}
