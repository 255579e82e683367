import { plantQuarantined } from '@salience/testing';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveDeadLetter } from '../src/doors/operations.ts';
import { createOperatorKey, startAudit } from '../src/doors/operators.ts';
import { type AppRole, appRoles } from '../src/doors/schema.ts';
import { asRole, hearPlanted, type Namesakes, namesakesOf, plant } from './planted.ts';
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
let values: Readonly<Record<string, string>> & { readonly jsonb: string };

beforeAll(async () => {
  world = await createWorld();
  const { database, agentId, consumer, digest } = world;
  // The fixtures may have given or taken it; whoever attacks has it here.
  await database.admin(`grant temporary on database "${database.name}" to public`);
  const accepted = await world.accept('the words that nobody else may read');
  await plantQuarantined(database);
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
    shownHash: key?.hash,
    change: 'make',
    kind: 'agent',
    label: 'evil',
    rules: {},
    hash: randomUUID(),
    hint: 'sk_evil',
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

/**
 * Makes calls one after another, in one round trip. One that fails leaves no trace and its failure is of no matter; of the others
 * none stays either when they are `undone`.
 */
async function attemptAll(client: pg.Client, calls: readonly string[], undone: boolean): Promise<void> {
  await client.query("select pg_catalog.set_config('test.calls', $1, true)", [JSON.stringify(calls)]);
  await client.query(`do $$
    declare
      one pg_catalog.text;
    begin
      for one in select pg_catalog.jsonb_array_elements_text(pg_catalog.current_setting('test.calls')::pg_catalog.jsonb) loop
        begin
          execute one;
          ${undone ? "raise exception 'undone';" : ''}
        exception when others then null;
        end;
      end loop;
    end $$`);
}

/** Plants in a session of its own, calls everything, and tells which roles the planted functions ran as. Nothing of it stays. */
async function rolesFooled(role: AppRole, kind: 'views' | 'tables', path: string): Promise<string[]> {
  return await asRole(world.database.urlFor(role), async (client) => {
    const { own, more } = await callsOf(client);
    expect(own.length).toBeGreaterThan(100);
    await client.query('begin');
    await plant(client, namesakes, kind);
    await client.query("select set_config('app.agent', $1, true)", [world.agentId]);
    await client.query(`set local search_path = ${path}`);
    const heard = hearPlanted(client);
    // First what it may run by itself: a function keeps what it found when it was first called.
    await attemptAll(client, own, true);
    // Several times, each where the one before has left it: a request to forget is one of many steps.
    await attemptAll(client, [...more, ...more, ...more], false);
    await client.query('rollback');
    return [...heard].sort();
  });
}

describe('an app role that was taken over (laws 7 and 12)', () => {
  it('threat: a temporary view that bears the name of a table runs nothing with more rights than its maker’s', async () => {
    await asRole(world.database.urlFor('salience_pulse_sensor'), async (client) => {
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
    const settle = `select salience.operator_settle_quarantined(${values.jsonb}) as settled`;
    await asRole(world.database.urlFor('salience_consumer'), async (client) => {
      const heard = hearPlanted(client);
      await client.query('begin');
      await client.query(
        "create function pg_temp.planted() returns boolean language plpgsql as $$ begin raise notice 'planted ran as %', current_user; return true; end $$",
      );
      await client.query(
        'create domain pg_temp.timestamptz as pg_catalog.timestamptz check (value is null or pg_temp.planted())',
      );
      await client.query(`select salience.accept_turn(${values.jsonb} || '{"turnId": "turn_planted"}')`);
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
    120_000,
  );
});
