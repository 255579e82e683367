import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRoles } from '../src/doors/schema.ts';
import { bareRelations } from './relations-named.ts';
import { createWorld, type World } from './world.ts';

/** A function that runs with its owner's rights, whichever schema it is in. */
interface Definer {
  readonly name: string;
  readonly owner: string;
  readonly body: string;
  readonly settings: readonly string[];
  /** Roles that may execute it; PUBLIC is everybody. */
  readonly callers: readonly string[];
}

const served = ['salience_consumer', 'salience_operator'];
/** Who may execute what: each such function, and nobody beside its room and these. */
const callers: Readonly<Record<string, readonly string[]>> = {
  'salience.begin_room_message': ['salience_consumer'],
  'salience.claim_message': ['salience_consumer'],
  'salience.claim_of': ['salience_consumer'],
  'salience.close_operator_session': served,
  'salience.close_reply': ['salience_consumer'],
  'salience.count_quarantined': served,
  'salience.create_room': ['salience_consumer'],
  'salience.delete_old_gists': ['salience_scheduler'],
  'salience.delete_old_room_events': ['salience_scheduler'],
  'salience.drop_presence': ['salience_consumer'],
  'salience.due_replies': ['salience_consumer'],
  'salience.end_floor': ['salience_consumer'],
  'salience.ended_said': ['salience_app'],
  'salience.ended_statements': ['salience_app'],
  'salience.ended_until': ['salience_app'],
  'salience.enter_room': ['salience_consumer', 'salience_pulse_sensor'],
  'salience.exceeds_share': ['salience_digest'],
  'salience.find_quarantined': served,
  'salience.finish_audit': served,
  'salience.finish_room_message': ['salience_consumer'],
  'salience.forget_settled': ['salience_consumer', 'salience_scheduler'],
  'salience.forget_step': ['salience_consumer', 'salience_scheduler'],
  'salience.hook_door': ['salience_consumer'],
  'salience.id_is_taken': ['salience_consumer'],
  'salience.join_room': ['salience_consumer'],
  'salience.leave_room': ['salience_consumer'],
  'salience.list_operator_keys': served,
  'salience.list_quarantined': served,
  'salience.list_room_messages': ['salience_consumer'],
  'salience.list_rooms': ['salience_consumer'],
  'salience.load_index': ['salience_app'],
  'salience.load_overflow': ['salience_app'],
  'salience.load_topic_samples': ['salience_app'],
  'salience.lower_human': ['salience_consumer'],
  'salience.make_person_code': ['salience_consumer'],
  'salience.merge_dead_letter': [],
  'salience.note_presence': ['salience_consumer'],
  'salience.note_room_turn': ['salience_consumer'],
  'salience.open_operator_session': served,
  'salience.open_person_session': ['salience_consumer'],
  'salience.open_replies': ['salience_consumer'],
  'salience.operator_allow_server': ['salience_consumer'],
  'salience.operator_audit': served,
  'salience.operator_change_key': ['salience_consumer'],
  'salience.operator_costs': served,
  'salience.operator_dead_letters': served,
  'salience.operator_door': [...served, 'salience_fn_allowing', 'salience_fn_keys'],
  'salience.operator_events': served,
  'salience.operator_fleet': served,
  'salience.operator_lanes': served,
  'salience.operator_models': served,
  'salience.operator_settle_quarantined': served,
  'salience.overflow_memory': ['salience_app'],
  'salience.person_session': ['salience_consumer'],
  'salience.raise_human': ['salience_consumer'],
  'salience.read_taught': ['salience_app'],
  'salience.renew_presence': ['salience_consumer'],
  'salience.retry_failed': served,
  'salience.room_events_after': ['salience_consumer'],
  'salience.room_floor': ['salience_consumer'],
  'salience.room_hand': ['salience_consumer', 'salience_pulse_sensor'],
  'salience.room_listeners': ['salience_consumer'],
  'salience.room_seqs': ['salience_consumer'],
  'salience.room_state': ['salience_consumer'],
  'salience.rooms_since': ['salience_consumer'],
  'salience.rotate_channel_secret': ['salience_consumer'],
  'salience.rotate_hook_secret': ['salience_consumer'],
  'salience.settle_dead_letters': served,
  'salience.settle_quarantined': served,
  'salience.taught_since': ['salience_app'],
  'salience.written_facts': ['salience_pulse_sensor'],
  'salience.write_audit': [
    ...served,
    'salience_fn_allowing',
    'salience_fn_door',
    'salience_fn_keys',
    'salience_fn_settling',
  ],
};

describe('functions that run with more rights than their caller’s (laws 7 and 12)', () => {
  let world: World;
  let definers: Definer[];
  let rooms: string[];

  beforeAll(async () => {
    world = await createWorld();
    definers = await world.database.admin(
      `select p.oid::regproc::text as name, p.proowner::regrole::text as owner, p.prosrc as body,
         coalesce(p.proconfig, '{}') as settings,
         array(select case a.grantee when 0 then 'PUBLIC' else a.grantee::regrole::text end
           from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
           where a.privilege_type = 'EXECUTE' and a.grantee <> p.proowner order by 1) as callers
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.prosecdef and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`,
    );
    rooms = [...new Set(definers.map(({ owner }) => owner))];
  });
  afterAll(() => world.database.close());

  it('look for names where a caller may put them last, and in a place that is fixed', () => {
    expect(definers.length).toBeGreaterThan(20);
    for (const { name, settings } of definers) {
      const paths = settings.filter((setting) => setting.startsWith('search_path='));
      expect([name, paths]).toEqual([name, ['search_path=salience, pg_temp']]);
    }
  });

  it('name every table with its schema, so that no search path decides which one is meant', async () => {
    const relations = await world.database.admin<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
    );
    const known = new Set(relations.map(({ name }) => name));
    expect(known.size).toBeGreaterThan(40);
    for (const { name, body } of definers) {
      expect([name, bareRelations(body, known)]).toEqual([name, []]);
    }
  });

  it('call nothing, and set off no trigger, that keeps the types of a caller from its first call in a session', async () => {
    const reached = await world.database.admin<{ name: string; paths: string[] }>(
      `with recursive own as (select p.* from pg_proc p where p.pronamespace = 'salience'::regnamespace),
       reached as (
         select o.oid, o.prosrc from own o where o.prosecdef or o.prorettype = 'trigger'::regtype
         union select o.oid, o.prosrc from reached r join own o on r.prosrc ~* ('\\m' || o.proname || '\\s*\\('))
       select o.oid::regproc::text as name, array(select s from unnest(o.proconfig) s where s like 'search\\_path=%') as paths
       from own o join reached using (oid) where o.prolang = (select oid from pg_language where lanname = 'plpgsql')`,
    );
    expect(reached.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['salience.accept_turn', 'salience.forget_turns', 'salience.note_writer']),
    );
    for (const { name, paths } of reached)
      expect([name, paths]).toEqual([name, ['search_path=salience, pg_temp']]);
  });

  it('are executed by whom they are for, and by nobody else', () => {
    const named = Object.fromEntries(definers.map((one) => [one.name, [...one.callers]]));
    const expected = Object.entries(callers).map(([name, roles]) => [name, roles.toSorted()]);
    expect(named).toEqual(Object.fromEntries(expected));
  });

  it('belong to roles that nobody logs in as and that may do nothing else', async () => {
    const able = await world.database.admin(
      `select rolname, rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
         has_database_privilege(oid, current_database(), 'CREATE') as creates,
         (select array_agg(nspname) from pg_namespace where has_schema_privilege(r.oid, oid, 'CREATE')) as "createsIn",
         (select array_agg(c.oid::regclass) from pg_class c where c.relowner = r.oid) as relations,
         (select array_agg(n.nspname) from pg_namespace n where n.nspowner = r.oid) as schemas,
         (select array_agg(d.datname) from pg_database d where d.datdba = r.oid) as databases
       from pg_roles r where rolname = any ($1) order by 1`,
      [rooms],
    );
    expect(able).toEqual(
      rooms.toSorted().map((rolname) => ({
        rolname,
        rolcanlogin: false,
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        creates: false,
        createsIn: null,
        relations: null,
        schemas: null,
        databases: null,
      })),
    );
    const members = await world.database.admin(
      `select distinct m.roleid::regrole::text as role, m.member::regrole::text as member from pg_auth_members m
       where (m.roleid::regrole::text = any ($1) and m.member <> 'salience_migrator'::regrole and m.member <> 10)
         or m.member::regrole::text = any ($1)`,
      [rooms],
    );
    expect(members).toEqual([]);
    expect(rooms.filter((room) => (appRoles as readonly string[]).includes(room))).toEqual([]);
  });

  it('no room may write what another one is for: weights, keys, the persona and settings of an agent, rows of the audit log', async () => {
    const rights = await world.database.admin<{ role: string; may: string }>(
      `select r.rolname as role, c.relname || ' ' || lower(p.power) as may from pg_roles r cross join pg_class c
         cross join unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as p(power)
       where r.rolname = any ($1) and c.relnamespace = 'salience'::regnamespace
         and c.relname in ('router_policies', 'policy_heads', 'policy_changes', 'operator_keys', 'api_keys', 'audit_log', 'agents', 'workspace_files', 'clock', 'model_limits')
         and case when p.power in ('INSERT', 'UPDATE', 'REFERENCES') then has_any_column_privilege(r.oid, c.oid, p.power)
           else has_table_privilege(r.oid, c.oid, p.power) end order by 1, 2`,
      [rooms],
    );
    expect(rights.map(({ role, may }) => `${role} ${may}`)).toEqual([
      'salience_fn_allowing agents update',
      'salience_fn_allowing workspace_files update',
      'salience_fn_audit audit_log insert',
      'salience_fn_audit audit_log update',
      'salience_fn_forgetting agents update',
      'salience_fn_keys api_keys insert',
      'salience_fn_keys api_keys update',
      'salience_fn_keys operator_keys insert',
      'salience_fn_keys operator_keys update',
    ]);
    const columns = await world.database.admin<{ name: string }>(
      `select attrelid::regclass || '.' || attname as name from pg_attribute
       where attnum > 0 and (attrelid = 'salience.audit_log'::regclass and has_column_privilege('salience_fn_audit', attrelid, attnum, 'UPDATE')
         or attrelid = 'salience.agents'::regclass and has_column_privilege('salience_fn_forgetting', attrelid, attnum, 'UPDATE')
         or attrelid in ('salience.agents'::regclass, 'salience.workspace_files'::regclass)
           and has_column_privilege('salience_fn_allowing', attrelid, attnum, 'UPDATE')
         or attrelid in ('salience.api_keys'::regclass, 'salience.operator_keys'::regclass)
           and has_column_privilege('salience_fn_keys', attrelid, attnum, 'UPDATE')) order by 1`,
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'salience.agents.version',
      'salience.api_keys.expires_at',
      'salience.api_keys.revoked_at',
      'salience.audit_log.outcome',
      'salience.operator_keys.expires_at',
      'salience.operator_keys.revoked_at',
      'salience.workspace_files.allowed',
    ]);
  });
});
