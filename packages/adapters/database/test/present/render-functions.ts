import type { Ask } from './render-rights.ts';

interface Declared {
  readonly name: string;
  readonly args: string;
  readonly result: string;
  readonly language: string;
  readonly marks: string;
  readonly settings: readonly string[];
  readonly owner: string;
  readonly ofMigrator: boolean;
  /** Roles that may execute it beside its owner. */
  readonly callers: readonly string[];
}

/** What is declared of each function: arguments, result, settings, owner and callers where these are not the usual ones. */
export async function renderFunctions(ask: Ask): Promise<string[]> {
  const functions = await ask<Declared>(
    `select p.proname as name, pg_get_function_arguments(p.oid) as args, pg_get_function_result(p.oid) as result, l.lanname as language,
       concat_ws(' ', case p.provolatile when 'i' then 'IMMUTABLE' when 's' then 'STABLE' end, case when p.proisstrict then 'STRICT' end,
         case p.proparallel when 's' then 'PARALLEL SAFE' when 'r' then 'PARALLEL RESTRICTED' end,
         case when p.proleakproof then 'LEAKPROOF' end, case when p.prosecdef then 'SECURITY DEFINER' end) as marks,
       array(select replace(s, '=', ' = ') from unnest(p.proconfig) s order by s collate "C") as settings, p.proowner::regrole::text as owner,
       p.proowner = n.nspowner as "ofMigrator",
       array(select case a.grantee when 0 then 'PUBLIC' else a.grantee::regrole::text end as role
         from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner order by 1) as callers
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
     where n.nspname = 'salience' order by p.proname collate "C", pg_get_function_arguments(p.oid) collate "C"`,
  );
  return functions.flatMap((one) => {
    const name = `salience.${one.name}`;
    const words = [`FUNCTION ${name}(${one.args}) RETURNS ${one.result} LANGUAGE ${one.language}`, one.marks];
    const declared = [
      words.filter((word) => word !== '').join(' '),
      ...one.settings.map((setting) => `  SET ${setting}`),
    ];
    const open = one.callers.includes('PUBLIC');
    return [
      `CREATE ${declared.join('\n')};`,
      ...(one.ofMigrator ? [] : [`ALTER FUNCTION ${name} OWNER TO ${one.owner};`]),
      ...(open ? [] : [`REVOKE ALL ON FUNCTION ${name} FROM PUBLIC;`]),
      ...(open || one.callers.length === 0
        ? []
        : [`GRANT EXECUTE ON FUNCTION ${name} TO ${one.callers.join(', ')};`]),
    ];
  });
}
