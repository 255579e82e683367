/** Asks the database; rows have the columns that the query names. */
export type Ask = <R>(text: string) => Promise<R[]>;

/** Where rights are kept, for each kind of object that has some. */
const holders = {
  schema: `select 'SCHEMA ' || nspname as object, nspowner as owner, nspacl as acl, null::text as columns
    from pg_namespace where nspname in ('salience', 'drizzle')`,
  relation: `select case c.relkind when 'S' then 'SEQUENCE ' else '' end || c.oid::regclass as object, c.relowner as owner,
      c.relacl as acl, null::text as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('salience', 'drizzle') and c.relkind in ('r', 'S', 'v')
    union all
    select c.oid::regclass::text, c.relowner, a.attacl, quote_ident(a.attname)
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'salience' and a.attacl is not null`,
} as const;

/** The rights that somebody beside the owner has, as GRANT statements: one for each object and set of rights. */
export async function aclLines(ask: Ask, kind: keyof typeof holders): Promise<string[]> {
  return (await aclsOf(ask, kind)).map(({ line }) => line);
}

/** The same with the object that each is about. */
export async function aclsOf(
  ask: Ask,
  kind: keyof typeof holders,
): Promise<{ readonly object: string; readonly line: string }[]> {
  return await ask(
    `with rights as (
       select object, columns, a.privilege_type as power, case a.grantee when 0 then 'PUBLIC' else a.grantee::regrole::text end as role
       from (${holders[kind]}) h, aclexplode(h.acl) a where a.grantee <> h.owner
     ), by_role as (
       select object, role, string_agg(power || coalesce(' (' || columns || ')', ''), ', ' order by power collate "C", columns collate "C") as powers
       from (select object, role, power, string_agg(columns, ', ' order by columns collate "C") as columns from rights group by 1, 2, 3) r
       group by 1, 2
     )
     select object, format('GRANT %s ON %s TO %s;', powers, object, string_agg(role, ', ' order by role collate "C")) as line
     from by_role group by object, powers order by object collate "C", powers collate "C"`,
  );
}
