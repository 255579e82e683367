import type { AppRole } from '../src/doors/schema.ts';

/** What must not be done to what everybody trusts, except by the one role that it is for. */
export const damage: Readonly<Record<string, string>> = {
  'publish weights':
    "insert into salience.router_policies (id, name, version, weights) values ('evil', 'evil', 999, '{}')",
  'change published weights': "update salience.router_policies set weights = '{}'",
  'move a policy': 'update salience.policy_heads set live_version = 999 where false',
  'forge a label':
    "insert into salience.decision_labels (id, agent_id, thread_id, turn_id, kind, confidence, given_via, reason, given_by, mode, policy_name, policy_version, decided_at, at) select 'evil', 'evil', 'evil', 'evil', 'correct', 1, 'reaction', 'evil', 'evil', 'ACT', 'evil', 1, now(), now() where false",
  'carry out a request': "update salience.policy_requests set state = 'done' where false",
  'delete audit rows': 'delete from salience.audit_log',
  'empty the audit log': 'truncate salience.audit_log',
  'rewrite audit rows': "update salience.audit_log set actor = 'nobody'",
  'plant an operator key':
    "insert into salience.operator_keys (id, name, hash, hint) values ('evil', 'evil', 'evil', 'evil')",
  'read hashes of operator keys': 'select hash from salience.operator_keys',
  'plant an agent key':
    "insert into salience.api_keys (id, agent_id, label, hash, hint) select 'evil', 'evil', 'evil', 'evil', 'evil' where false",
  'read hashes of agent keys': 'select hash from salience.api_keys',
  'change an agent': "update salience.agents set persona = 'evil', settings = '{}'",
  'move the clock': 'update salience.clock set base_at = now() where false',
};

/** What only an owner, or whoever makes roles, can do. */
export const ofOwners: Readonly<Record<string, string>> = {
  'change a password': "alter role salience_migrator password 'owned'",
  'make a role': 'create role salience_evil login superuser',
  'switch row-level security off': 'alter table salience.turns disable row level security',
  'drop a policy': 'drop policy own_agent on salience.turns',
  'make a function': 'create function salience.evil() returns integer language sql as $$ select 1 $$',
  'make a schema': 'create schema evil',
  'become the owner': 'set role salience_migrator',
  'change another function': 'alter function salience.accept_turn(jsonb) security definer',
  'make a table': 'create table salience.evil (x integer)',
  'empty a table': 'truncate salience.turns cascade',
  'put a trigger on a table':
    'create trigger evil before insert on salience.turns execute function salience.note_writer()',
};

/** Statements by which a role would change what it or another may do, or leave something that others would run into. */
export function forbidden(role: AppRole): string[] {
  const made = ['salience', 'drizzle', 'public', 'bullmq', 'salience_live'].flatMap((schema) => [
    `create table ${schema}.evil (x integer)`,
    `create view ${schema}.evil as select 1`,
    `create function ${schema}.evil() returns integer language sql as $$ select 1 $$`,
    `create domain ${schema}.evil as text`,
    `create operator ${schema}.=== (function = texteq, leftarg = text, rightarg = text)`,
    `create sequence ${schema}.evil`,
  ]);
  return [
    ...Object.values(ofOwners),
    ...made,
    `alter role ${role} createrole`,
    `alter role ${role} set search_path = pg_temp`.replace(role, 'salience_migrator'),
    'alter role salience_migrator superuser',
    'alter database postgres owner to salience_app',
    'create extension if not exists file_fdw',
    'create language plpython3u',
    'create event trigger evil on ddl_command_end execute function salience.note_writer()',
    'create publication evil for all tables',
    'create rule evil as on insert to salience.turns do instead nothing',
    'create policy evil on salience.turns using (true)',
    `create policy evil on salience.turns to ${role} using (true)`,
    'alter table salience.turns no force row level security',
    'alter table salience.turns owner to salience_app',
    'alter function salience.exceeds_share(text) reset search_path',
    `alter function salience.exceeds_share(text) owner to ${role}`,
    'alter function salience.operator_door(jsonb) security invoker',
    `alter schema salience owner to ${role}`,
    `alter default privileges for role salience_migrator in schema salience grant all on tables to ${role}`,
    'grant all on all tables in schema salience to public',
    'grant execute on all functions in schema salience to public',
    `grant create on schema salience to ${role}`,
    'revoke all on salience.turns from salience_app',
    'create cast (text as jsonb) with inout as implicit',
    'create temp table evil () inherits (salience.turns)',
    'create temp table evil (t text references salience.turns (id))',
    "copy (select 1) to program 'true'",
    "select pg_read_file('postgresql.conf')",
    "select set_config('session_replication_role', 'replica', false)",
    "load 'auto_explain'",
    "security label on table salience.turns is 'evil'",
  ];
}
