import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppRole, appRoles, createOperatorKey, saveDeadLetter, startAudit } from '../src/index.ts';
import { hearPlanted, type Namesakes, namesakesOf, plant } from './planted.ts';
import { createWorld, type World } from './world.ts';

/** What is planted, and the search path that the caller sets: each has its own answer to "which table is meant". */
const tricks = [
  ['views', '"$user", public'],
  ['views', 'pg_temp, pg_catalog, salience'],
  ['tables', '"$user", public'],
  ['tables', 'salience'],
] as const;

let world: World;
let namesakes: Namesakes;
/** Values by type that lead functions past their first line: ids that exist, in every field that a function looks at. */
let values: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await createWorld();
  const { database, agentId, consumer, digest } = world;
  // The fixtures may have given or taken it; whoever attacks has it here.
  await database.admin(`grant temporary on database "${database.name}" to public`);
  const accepted = await world.accept('the words that nobody else may read');
  await database.admin("update salience.turns set state = 'quarantined', ended_at = now()");
  const failed = { agentId, queue: 'q', job: 'j', payload: {}, code: 'c', error: 'e', attempts: 3 };
  const letter = await saveDeadLetter(digest, failed);
  const audit = await startAudit(consumer, { actor: 'local', action: 'test.run' });
  await createOperatorKey(database.connect('salience_operator'), 'ops');
  const [key] = await database.admin<{ hash: string }>('select hash from salience.operator_keys');
  const request = randomUUID();
  await database.admin(
    `insert into salience.forget_requests (id, agent_id, scope, target, reason, requested_by, seed, requested_at)
     values ($1, $2, 'thread', $3, 'test', 'local', 1, now())`,
    [request, agentId, accepted.threadId],
  );
  const fields = {
    agentId,
    threadId: accepted.threadId,
    turnId: accepted.turnId,
    newTurnId: `turn_${randomUUID()}`,
    requestId: request,
    id: letter,
    auditId: randomUUID(),
    outboxIds: [randomUUID()],
    actor: 'evil',
    action: 'test.run',
    keyHash: key?.hash,
    sessionHash: randomUUID(),
    seconds: 60,
    limit: 5,
    batch: 5,
    watchSeconds: 0,
    windowMs: 60_000,
    now: '2030-01-01T00:00:00Z',
    text: 'hello',
    source: 'test',
    trust: 'user',
    owner: 'wrk_evil',
  };
  const json = (more: object) => `'${JSON.stringify({ ...fields, ...more })}'::pg_catalog.jsonb`;
  values = {
    text: `'${agentId}'::pg_catalog.text`,
    jsonb: json({ outcome: 'retry' }),
    again: json({ outcome: 'retried' }),
    named: json({ id: audit, outcome: 'refused' }),
    integer: '5',
    bigint: '5',
    smallint: '5',
    real: '0.5',
    'double precision': '0.5',
    boolean: 'true',
    'timestamp with time zone': "'2030-01-01'::pg_catalog.timestamptz",
    interval: "'1 day'::pg_catalog.interval",
    'text[]': `array['${agentId}', 'fact']::pg_catalog.text[]`,
  };
  namesakes = await namesakesOf(database);
});
afterAll(() => world.database.close());

/** A session of one role, as an attacker would have it: one connection for all that is planted. */
async function asRole<T>(role: AppRole, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.database.urlFor(role) });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Calls that a role may make of functions of ours: those that run with its own rights, and those that run with more. */
interface Calls {
  readonly own: readonly string[];
  readonly more: readonly string[];
}

/** Every call that a role may make, with values that are there and with one that is cast as the caller says. */
async function callsOf(client: pg.Client): Promise<Calls> {
  const { rows } = await client.query<{ name: string; more: boolean; types: string[] }>(
    `select p.oid::regproc::text as name, p.prosecdef as more,
       array(select format_type(t, null) from unnest(p.proargtypes::oid[]) with ordinality u(t, n) order by n) as types
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'salience' and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and has_function_privilege(p.oid, 'EXECUTE')`,
  );
  const calls = rows.flatMap(({ name, more, types }) => {
    const plainly = (json: string) =>
      types.map((type) => (type === 'jsonb' ? values[json] : values[type]) ?? `null::${type}`).join(', ');
    const slyly = types.map((type) =>
      type === 'text' || type === 'jsonb' ? "'sly'::pg_temp.sly" : (values[type] ?? `null::${type}`),
    );
    const lists = new Set([plainly('jsonb'), plainly('again'), plainly('named'), slyly.join(', ')]);
    return [...lists].map((list) => ({ more, call: `select * from ${name}(${list})` }));
  });
  const of = (more: boolean) => calls.filter((one) => one.more === more).map(({ call }) => call);
  return { own: of(false), more: of(true) };
}

/** Makes a statement; one that fails leaves no trace, and that it failed is of no matter. */
async function attempt(client: pg.Client, statement: string): Promise<void> {
  await client.query('savepoint attempt');
  await client.query(statement).catch(() => client.query('rollback to savepoint attempt'));
}

/** Plants in a session of its own, calls everything, and tells which roles the planted functions ran as. Nothing of it stays. */
async function rolesFooled(role: AppRole, kind: 'views' | 'tables', path: string): Promise<string[]> {
  return await asRole(role, async (client) => {
    const { own, more } = await callsOf(client);
    expect(own.length).toBeGreaterThan(100);
    await client.query('begin');
    await plant(client, namesakes, kind);
    await client.query("select set_config('app.agent', $1, true)", [world.agentId]);
    await client.query(`set local search_path = ${path}`);
    const heard = hearPlanted(client);
    // First what it may run by itself: a function keeps what it found when it was first called.
    for (const call of own) {
      await client.query('savepoint first');
      await attempt(client, call);
      await client.query('rollback to savepoint first');
    }
    // Several times, each where the one before has left it: a request to forget is one of many steps.
    for (const call of [...more, ...more, ...more]) await attempt(client, call);
    await client.query('rollback');
    return [...heard].sort();
  });
}

describe('an app role that was taken over (laws 7 and 12)', () => {
  it('threat: a temporary view that bears the name of a table runs nothing with more rights than its maker’s', async () => {
    await asRole('salience_pulse_sensor', async (client) => {
      const heard = hearPlanted(client);
      await client.query(
        "create function pg_temp.planted() returns boolean language plpgsql as $$ begin raise notice 'planted ran as %', current_user; return true; end $$",
      );
      await client.query(`create temp view lanes as select 'x'::text as thread_id, 'z'::text as agent_id, 5::bigint as tail,
        1::bigint as cursor, null::timestamptz as lease_until, null::timestamptz as wake_at where pg_temp.planted()`);
      await client.query('grant select on pg_temp.lanes to public');
      await client.query("select salience.exceeds_share('a')").catch(() => {});
      expect([...heard]).toEqual([]);
      await client.query('select * from lanes');
      expect([...heard]).toEqual(['salience_pulse_sensor']);
    });
  });

  it('threat: a type of the caller’s in a function that is called with more rights later runs nothing there', async () => {
    const settle = `select salience.operator_settle_quarantined(${values['jsonb']}) as settled`;
    await asRole('salience_consumer', async (client) => {
      const heard = hearPlanted(client);
      await client.query('begin');
      await client.query(
        "create function pg_temp.planted() returns boolean language plpgsql as $$ begin raise notice 'planted ran as %', current_user; return true; end $$",
      );
      await client.query(
        'create domain pg_temp.timestamptz as pg_catalog.timestamptz check (value is null or pg_temp.planted())',
      );
      await client.query(`select salience.accept_turn(${values['jsonb']} || '{"turnId": "turn_planted"}')`);
      const { rows } = await client.query<{ settled: { status: string } }>(settle);
      await client.query('rollback');
      expect(rows[0]?.settled.status).toBe('settled');
      expect([...heard].filter((role) => role !== 'salience_consumer')).toEqual([]);
    });
  });

  it.each(appRoles)(
    'threat: nothing that %s plants in its session runs as another role, whatever it calls',
    async (role) => {
      for (const [kind, path] of tricks) {
        // The traps work: what runs with the caller's rights falls into them.
        expect([kind, path, await rolesFooled(role, kind, path)]).toEqual([kind, path, [role]]);
      }
    },
    60_000,
  );

  it('threat: no role can become another, make lasting objects, pass rights on or change what guards the rows', async () => {
    const before = await guards();
    const roles = await world.database.admin<{ name: string }>('select rolname as name from pg_roles');
    const allowed: string[] = [];
    for (const role of appRoles) {
      await asRole(role, async (client) => {
        const able = async (statement: string) => {
          await client.query('begin');
          // What grants nothing answers with a warning; whether anything changed is looked at below.
          await client.query(statement).then(
            (result) =>
              result.command !== 'GRANT' &&
              result.command !== 'REVOKE' &&
              allowed.push(`${role}: ${statement}`),
            () => {},
          );
          await client.query('commit');
        };
        for (const { name } of roles)
          if (name !== role && name !== 'salience_app') {
            await able(`set role "${name}"`);
            await able(`set session authorization "${name}"`);
            await able(`grant "${name}" to ${role}`);
          }
        for (const statement of forbidden(role)) await able(statement);
      });
    }
    expect(allowed).toEqual([]);
    expect(await guards()).toEqual(before);
  }, 60_000);

  it('threat: router weights, operator keys, agent keys and the audit log are written by no role but theirs', async () => {
    const done: string[] = [];
    for (const role of appRoles) {
      await asRole(role, async (client) => {
        for (const [what, statement] of Object.entries(damage)) {
          await client.query('begin');
          await client.query(statement).then(
            () => done.push(`${role}: ${what}`),
            (error: { code?: string }) => expect([what, error.code]).toEqual([what, '42501']),
          );
          await client.query('rollback');
        }
      });
    }
    expect(done.sort()).toEqual([
      'salience_consumer: read hashes of agent keys',
      'salience_operator: change an agent',
      'salience_operator: move the clock',
      'salience_operator: plant an agent key',
      'salience_operator: plant an operator key',
      'salience_operator: read hashes of agent keys',
      'salience_operator: read hashes of operator keys',
      'salience_routing_regulator: publish weights',
    ]);
  });

  it('threat: a function that runs with more rights and does whatever it is told still gives nothing of it away', async () => {
    const rooms = await world.database.admin<{ name: string }>(
      `select distinct proowner::regrole::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where p.prosecdef and n.nspname !~ '^pg_' order by 1`,
    );
    const done: string[] = [];
    for (const { name: room } of rooms) {
      // The next mistake: a function of the room whose body a caller decides.
      await world.database.admin(`create function salience.mistake_of_${room}(p text) returns text language plpgsql security definer
        set search_path = salience, pg_temp as $$ begin execute p; return current_user; end $$`);
      await world.database.admin(`alter function salience.mistake_of_${room} owner to ${room}`);
      await asRole('salience_pulse_sensor', async (client) => {
        const told = (statement: string) =>
          client.query(`select salience.mistake_of_${room}($1) as ran`, [statement]);
        expect((await told('select 1')).rows).toEqual([{ ran: room }]);
        for (const [what, statement] of Object.entries({ ...damage, ...ofOwners })) {
          await client.query('begin');
          await told(statement).then(
            () => done.push(`${room}: ${what}`),
            (error: { code?: string }) => expect([room, what, error.code]).toEqual([room, what, '42501']),
          );
          await client.query('rollback');
        }
      });
      await world.database.admin(`drop function salience.mistake_of_${room}`);
    }
    // The door compares what is shown with the hashes of keys; a hash opens nothing.
    expect(done).toEqual(['salience_fn_door: read hashes of operator keys']);
  });
});

/** What must not be done to what everybody trusts, except by the one role that it is for. */
const damage: Readonly<Record<string, string>> = {
  'publish weights':
    "insert into salience.router_policies (id, name, version, weights) values ('evil', 'evil', 999, '{}')",
  'change published weights': "update salience.router_policies set weights = '{}'",
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
const ofOwners: Readonly<Record<string, string>> = {
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
    'create trigger evil before insert on salience.turns execute function salience.note_topic_writer()',
};

/** Statements by which a role would change what it or another may do, or leave something that others would run into. */
function forbidden(role: AppRole): string[] {
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
    'create event trigger evil on ddl_command_end execute function salience.note_topic_writer()',
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

/** Everything in the catalogs that decides who may do what, in one value. */
async function guards(): Promise<unknown> {
  return await world.database.admin(
    `select (select md5(string_agg(concat_ws(' ', oid, relowner, relacl, relrowsecurity, relforcerowsecurity, relhasrules, relhastriggers), '|' order by oid)) from pg_class
         where relnamespace not in (select oid from pg_namespace where nspname ~ '^pg_(temp|toast)')) as relations,
       (select md5(string_agg(concat_ws(' ', oid, proowner, prosecdef, proconfig, proacl), '|' order by oid)) from pg_proc
         where pronamespace not in (select oid from pg_namespace where nspname ~ '^pg_temp')) as functions,
       (select md5(string_agg(p::text, '|' order by oid)) from pg_policy p) as policies,
       (select md5(string_agg(concat_ws(' ', oid, nspowner, nspacl), '|' order by oid)) from pg_namespace where nspname !~ '^pg_(temp|toast)') as schemas,
       (select md5(string_agg(a::text, '|' order by oid)) from pg_authid a) as roles,
       (select md5(string_agg(m::text, '|' order by roleid, member)) from pg_auth_members m) as members,
       (select md5(string_agg(d::text, '|' order by oid)) from pg_default_acl d) as defaults,
       (select md5(string_agg(s::text, '|' order by setdatabase, setrole)) from pg_db_role_setting s) as settings`,
  );
}
