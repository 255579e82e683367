import { renderFunctions } from './render-functions.ts';
import { renderRelations } from './render-relations.ts';
import { aclLines, type Ask } from './render-rights.ts';

/**
 * The schema as the catalog of a database has it, as SQL that a person reads: roles, tables with their columns, constraints,
 * indexes, policies, grants and triggers, and of each function everything but its body, which stands in `sql/`. The order is
 * fixed, so two databases with the same schema give the same text.
 */
export async function renderSchema(ask: Ask): Promise<string> {
  const sections = [
    ['Roles', await renderRoles(ask)],
    ['Schemas', await renderSchemas(ask)],
    ...(await renderRelations(ask)),
    ['Functions', await renderFunctions(ask)],
  ] as const;
  return `${header}${sections.map(([title, lines]) => `\n-- ${title}\n${lines.join('\n')}\n`).join('')}`;
}

const header = `-- The schema as it is, rendered from the catalog of a migrated database. For reading: nothing runs this file.
-- Bodies of functions: sql/<room>/<function>.sql.
-- After a change: npm test -- packages/adapters/database/test/present.int.test.ts -u
`;

async function renderRoles(ask: Ask): Promise<string[]> {
  // Whether an app's role may log in depends on whether it was given a password.
  const roles = await ask<{ line: string }>(
    `select concat_ws(' ', 'CREATE ROLE', quote_ident(rolname), case when rolsuper then 'SUPERUSER' end,
         case when rolcreaterole then 'CREATEROLE' end, case when rolcreatedb then 'CREATEDB' end,
         case when rolbypassrls then 'BYPASSRLS' end, case when rolreplication then 'REPLICATION' end) || ';' as line
     from pg_roles where rolname like 'salience\\_%' and rolname <> 'salience_migrator' order by rolname collate "C"`,
  );
  const members = await ask<{ line: string }>(
    `select format('GRANT %s TO %s;', m.roleid::regrole, string_agg(m.member::regrole::text, ', ' order by m.member::regrole::text collate "C")) as line
     from pg_auth_members m where m.roleid::regrole::text like 'salience\\_%' and m.member::regrole::text like 'salience\\_%'
       and m.member::regrole::text <> 'salience_migrator' group by m.roleid order by m.roleid::regrole::text collate "C"`,
  );
  return [...roles, ...members].map(({ line }) => line);
}

async function renderSchemas(ask: Ask): Promise<string[]> {
  const schemas = await ask<{ name: string }>(
    `select nspname as name from pg_namespace where nspname in ('salience', 'drizzle') order by nspname`,
  );
  const lines = schemas.map(({ name }) => `CREATE SCHEMA ${name};`);
  return [...lines, ...(await aclLines(ask, 'schema'))];
}
