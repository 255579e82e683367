import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, newId } from '../src/index.ts';
import { appRoles, checkSchema, migrate, schemaVersion } from '../src/doors/schema.ts';
import { acceptTurn, loadTurns } from '../src/doors/turns.ts';
import { createWorld, type World } from './world.ts';
import { searchMemory } from './search-memory.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

describe('roles (laws 7 and 12)', () => {
  it('no app is owner, superuser or free of row-level security', async () => {
    const rows = await world.database.admin(
      `select rolname from pg_roles where rolname = any ($1) and (rolsuper or rolbypassrls or rolcreaterole
         or pg_has_role(oid, 'salience_migrator', 'member'))`,
      [appRoles],
    );
    expect(rows).toEqual([]);
  });

  it('only the regulator may publish router weights, and nobody may change published ones', async () => {
    const insert =
      "insert into salience.router_policies (id, name, version, weights) values ($1, 'x', 1, '{}')";
    const refused: string[] = [];
    for (const role of appRoles) {
      const db = world.database.connect(role);
      await db.pool.query(insert, [newId('policy')]).catch(() => refused.push(role));
      await expect(db.pool.query('update salience.router_policies set version = 9')).rejects.toThrow(
        'permission denied',
      );
    }
    expect(refused.sort()).toEqual(appRoles.filter((role) => role !== 'salience_routing_regulator').sort());
  });

  it('an app sees one agent, and none when it names none', async () => {
    await world.accept('mine');
    const other = newId('agent');
    await world.database.admin(
      "insert into salience.agents (id, name, persona, settings) values ($1, 'stranger', '', '{}')",
      [other],
    );
    const theirs = await acceptTurn(world.consumer, {
      agentId: other,
      turnId: newId('turn'),
      newThreadId: newId('thread'),
      caller: 'test',
      text: 'theirs',
      source: 'test',
      trust: 'user',
      now: new Date(),
    });
    if (theirs.status !== 'accepted') throw new Error(theirs.status);
    expect(await loadTurns(world.consumer, world.agentId, [theirs.turnId])).toEqual([]);
    expect(await loadTurns(world.consumer, other, [theirs.turnId])).toHaveLength(1);
    const unnamed = await world.consumer.pool.query('select id from salience.turns');
    expect(unnamed.rows).toEqual([]);
  });

  it('the name of an agent does not stay on a pooled connection', async () => {
    const db = createDatabase({
      url: world.database.urlFor('salience_consumer'),
      applicationName: 'test',
      poolMax: 1,
    });
    await searchMemory(db, { agentId: world.agentId, query: 'mine', limit: 1 });
    const rows = await db.pool.query("select current_setting('app.agent', true) as agent");
    expect(rows.rows[0]?.agent ?? '').toBe('');
    await db.close();
  });

  it('every table with an agent has row-level security', async () => {
    const rows = await world.database.admin(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'agent_id'
       where n.nspname = 'salience' and c.relkind = 'r' and not c.relrowsecurity`,
    );
    expect(rows).toEqual([]);
  });

  it('every text that people or models wrote carries trust and source', async () => {
    const rows = await world.database.admin<{ table_name: string }>(
      `select distinct t.table_name from information_schema.columns t
       where t.table_schema = 'salience' and t.column_name in ('message', 'text', 'content', 'gist', 'value')
         -- A number, and names that a person gives by command: no prompt shows them as somebody's words.
         and t.table_name not in ('feedback', 'person_names')
         and not (select count(*) = 2 from information_schema.columns c
           where c.table_schema = 'salience' and c.table_name = t.table_name and c.column_name in ('trust', 'source'))`,
    );
    expect(rows).toEqual([]);
  });
});

describe('migrations', () => {
  const folder = join(import.meta.dirname, '..');

  it('the code expects exactly the committed migrations', () => {
    const files = readdirSync(join(folder, 'migrations'));
    expect(files.filter((file) => file.endsWith('.sql'))).toHaveLength(schemaVersion);
  });

  it('ten migrators at once change nothing and none fails', async () => {
    const again = await Promise.all(
      Array.from({ length: 10 }, () =>
        migrate({ url: world.database.ownerUrl, schemaFolder: folder, policies: [] }),
      ),
    );
    expect(again).toEqual(Array.from({ length: 10 }, () => ({ applied: 0, functions: 0 })));
  });

  it('a database that a newer version has only added to serves this code on, and its migrator changes nothing', async () => {
    await world.database.admin(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 9999999999999)",
    );
    await world.database.admin('alter table salience.turns add column from_the_future integer');
    await expect(checkSchema(world.digest)).resolves.toBeUndefined();
    const again = { url: world.database.ownerUrl, schemaFolder: folder, policies: [] };
    expect(await migrate(again)).toEqual({ applied: 0, functions: 0 });
    const accepted = await world.accept('still served');
    await world.commit(await world.take(accepted.threadId));
  });

  it('a database that a newer version has taken something away from is refused, by the migrator and by every app', async () => {
    const declare = (oldest: number) =>
      world.database.admin(
        `create or replace function salience.oldest_code() returns integer language sql as 'select ${oldest}'`,
      );
    await declare(schemaVersion);
    await expect(checkSchema(world.digest)).resolves.toBeUndefined();
    await declare(schemaVersion + 1);
    const refused = {
      code: 'database.newer',
      message: expect.stringContaining(`${schemaVersion + 1} and later`),
    };
    await expect(checkSchema(world.digest)).rejects.toMatchObject(refused);
    await expect(
      migrate({ url: world.database.ownerUrl, schemaFolder: folder, policies: [] }),
    ).rejects.toMatchObject(refused);
    await world.database.admin('drop function salience.oldest_code()');
    await world.database.admin("delete from drizzle.__drizzle_migrations where hash = 'from the future'");
  });

  it('a database that is behind is refused with what to do', async () => {
    const [last] = await world.database.admin<{ id: number; hash: string; created_at: string }>(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *',
    );
    await expect(checkSchema(world.digest)).rejects.toMatchObject({ code: 'database.behind' });
    await world.database.admin('insert into drizzle.__drizzle_migrations values ($1, $2, $3)', [
      last?.id,
      last?.hash,
      last?.created_at,
    ]);
  });

  it('a server that is away is told as retryable', async () => {
    const away = createDatabase({ url: 'postgres://x:y@127.0.0.1:1/none', applicationName: 'test' });
    await expect(checkSchema(away)).rejects.toMatchObject({
      code: 'database.unavailable',
      kind: 'retryable',
    });
    await away.close();
  });
});
