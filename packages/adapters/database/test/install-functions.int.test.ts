import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SalienceError } from '@salience/errors';
import { type TestDatabase, testDatabase, until } from '@salience/testing';
import { functionSet } from '../../../../tooling/function-set.mjs';
import { createDatabase } from '../src/index.ts';
import { checkSchema, migrate } from '../src/doors/schema.ts';
import { functionSetOf, readFunctionFiles } from '../src/function-files.ts';
import { holdingTables, tablesNamedIn } from '../src/hold-tables.ts';
import { asRole } from './planted.ts';
import { createWorld } from './world.ts';

const room = join(import.meta.dirname, '..');
const file = 'sql/lanes/exceeds_share.sql';

let database: TestDatabase;
let schemaFolder: string;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  schemaFolder = mkdtempSync(join(tmpdir(), 'salience-schema-'));
  for (const part of ['migrations', 'sql'])
    cpSync(join(room, part), join(schemaFolder, part), { recursive: true });
});
afterEach(async () => {
  rmSync(schemaFolder, { recursive: true });
  await migrate({ url: database.ownerUrl, schemaFolder: room, policies: [] });
  await expect(present()).resolves.toBe(committed);
});

const install = () => migrate({ url: database.ownerUrl, schemaFolder, policies: [] });
const write = (path: string, text: string) => {
  mkdirSync(join(schemaFolder, path, '..'), { recursive: true });
  writeFileSync(join(schemaFolder, path), text);
};
const read = (path: string) => readFileSync(join(schemaFolder, path), 'utf8');
const edit = (path: string, from: string | RegExp, to: string) => {
  const text = read(path);
  expect(text).toMatch(from);
  write(path, text.replace(from, to));
};

/** Everything that the catalog says of functions and triggers, in one value. */
async function present(): Promise<string> {
  const [row] = await database.admin<{ text: string }>(
    `select md5(string_agg(t, '|' order by t)) as text from (
       select concat_ws(' ', p.oid::regprocedure, p.proowner::regrole, p.proconfig::text, md5(p.prosrc), array(
         select case a.grantee when 0 then 'public' else a.grantee::regrole::text end
         from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a order by 1)::text) as t
       from pg_proc p where p.pronamespace = 'salience'::regnamespace
       union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
       union all select nspacl::text from pg_namespace where nspname = 'salience') x`,
  );
  return row?.text ?? '';
}
let committed: string;
beforeAll(async () => {
  committed = await present();
});

describe('functions of the schema', () => {
  it('stand each in a file of its name, and bundles are told the same set', () => {
    const files = readFunctionFiles(join(room, 'sql'));
    expect(files.length).toBeGreaterThan(100);
    expect(functionSet()).toBe(functionSetOf(files));
  });

  it('are installed once: a second migrator changes nothing, and of ten at once one installs', async () => {
    expect(await install()).toEqual({ applied: 0, functions: 0 });
    edit(file, 'RETURN false;', 'RETURN false; -- changed');
    const all = await Promise.all(Array.from({ length: 10 }, install));
    expect(all.filter(({ functions }) => functions === 1)).toHaveLength(1);
    expect(all.filter(({ functions }) => functions === 0)).toHaveLength(9);
  });

  it('are replaced in place when their file changes, and have what it says: body, settings, owner, callers', async () => {
    const id = async () =>
      (
        await database.admin(
          "select 'salience.exceeds_share'::regproc::oid as id, md5(prosrc) from pg_proc where proname = 'exceeds_share'",
        )
      )[0];
    const before = await id();
    edit(file, 'RETURN false;', 'RETURN false; -- changed');
    edit(file, 'SET search_path = salience, pg_temp', 'SET search_path = salience, pg_temp\nSET jit = off');
    edit(file, 'TO salience_digest', 'TO salience_scheduler');
    edit(file, 'OWNER TO salience_fn_lanes', 'OWNER TO salience_fn_recall');
    expect(await install()).toEqual({ applied: 0, functions: 1 });
    const after = await id();
    expect(after?.['id']).toBe(before?.['id']);
    const [row] = await database.admin(
      `select proowner::regrole::text as owner, proconfig as settings, has_function_privilege('salience_digest', oid, 'execute') as digest,
         has_function_privilege('salience_scheduler', oid, 'execute') as scheduler, has_function_privilege('salience_episodic', oid, 'execute') as other
       from pg_proc where proname = 'exceeds_share'`,
    );
    expect(row).toEqual({
      owner: 'salience_fn_recall',
      settings: ['search_path=salience, pg_temp', 'jit=off'],
      digest: false,
      scheduler: true,
      other: false,
    });
  });

  it('take back what a file no longer says: rights that were kept from everybody, the owner, a trigger', async () => {
    edit(file, /\nALTER FUNCTION[^]*$/, '\n');
    edit('sql/memory/note_writer.sql', /\nCREATE TRIGGER[^]*$/, '\n');
    await install();
    const [row] = await database.admin(
      `select proowner::regrole::text as owner, has_function_privilege('salience_episodic', oid, 'execute') as other,
         (select count(*)::int from pg_trigger where tgname = 'topics_written') as triggers
       from pg_proc where proname = 'exceeds_share'`,
    );
    expect(row).toEqual({ owner: 'salience_migrator', other: true, triggers: 0 });
  });

  it('are made anew when their signature changes, and none of the old one is left', async () => {
    edit('sql/trust/trust_at.sql', 'p_rank integer', 'p_rank integer, p_more integer DEFAULT 0');
    edit('sql/operators/merge_dead_letter.sql', 'RETURNS trigger', 'RETURNS  trigger');
    expect(await install()).toEqual({ applied: 0, functions: 2 });
    const rows = await database.admin(
      "select pg_get_function_arguments(oid) as args from pg_proc where proname = 'trust_at'",
    );
    expect(rows).toEqual([{ args: 'p_rank integer, p_more integer DEFAULT 0' }]);
  });

  it('go when their file is gone, with their triggers; those of other hands stay', async () => {
    await database.admin("create function salience.of_another() returns integer language sql as 'select 1'");
    rmSync(join(schemaFolder, 'sql/memory/note_writer.sql'));
    expect(await install()).toEqual({ applied: 0, functions: 1 });
    const rows = await database.admin(
      "select proname from pg_proc where proname in ('note_writer', 'of_another')",
    );
    expect(rows).toEqual([{ proname: 'of_another' }]);
    await database.admin('drop function salience.of_another()');
  });

  it('are all installed or none, and an error names the file and the line', async () => {
    const unchanged = async (path: string, text: string, why: RegExp) => {
      const before = existing(path);
      edit(file, 'RETURN false;', 'RETURN false; -- changed');
      write(path, text);
      await expect(install()).rejects.toMatchObject({
        code: 'database.bad-function',
        message: expect.stringMatching(why),
      });
      expect(await present()).toBe(committed);
      if (before === undefined) rmSync(join(schemaFolder, path));
      else write(path, before);
      edit(file, 'RETURN false; -- changed', 'RETURN false;');
    };
    const at = 'sql/trust/planted.sql';
    const head = 'CREATE OR REPLACE FUNCTION salience.planted() RETURNS integer LANGUAGE';
    await unchanged(
      at,
      `-- One.\n${head} sql AS $$ SELECT 1 $$;\nGRANT NONSENSE;\n`,
      /sql\/trust\/planted\.sql: .*\(line 3\)/,
    );
    await unchanged(
      at,
      `${head} sql AS $$ SELECT nothing FROM nowhere $$;`,
      /planted\.sql: relation "nowhere" does not exist/,
    );
    await unchanged(
      at,
      `${head} plpgsql AS $$ BEGIN RETRUN 1; END $$;`,
      /planted\.sql: syntax error .*RETRUN.*\(line 1\)/,
    );
    await unchanged(at, 'SELECT 1;', /planted\.sql: expected exactly one .* found none/);
    await unchanged(
      at,
      `${head} sql AS $$ SELECT 1 $$;\n`.repeat(2),
      /found salience\.planted, salience\.planted/,
    );
    await unchanged(
      'sql/trust/another.sql',
      `${head} sql AS $$ SELECT 1 $$;`,
      /another\.sql: .* found salience\.planted/,
    );
    await unchanged('sql/lanes/trust_at.sql', read('sql/trust/trust_at.sql'), /trust_at\.sql: another room/);
  });

  it('another one of the same name that somebody made is not passed over', async () => {
    await database.admin(
      "create function salience.trust_at(text) returns text language sql as 'select 1::text'",
    );
    edit('sql/trust/trust_at.sql', '-- ', '-- Changed. ');
    await expect(install()).rejects.toThrow(/trust_at\.sql: expected one function of this name/);
    await database.admin('drop function salience.trust_at(text)');
  });
});

function existing(path: string): string | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}

describe('functions that are replaced while turns run', () => {
  it('where a turn holds a table, the migrator gives way, and all of it is done again', async () => {
    const changed = ['operators/merge_dead_letter', 'experience/note_experience', 'memory/note_writer'];
    for (const path of changed) edit(`sql/${path}.sql`, '-- ', '-- Changed. ');
    await asRole(database.adminUrl, async (client) => {
      // Never the one that gives way.
      await client.query("set deadlock_timeout = '60s'");
      await client.query('begin');
      await client.query('lock table salience.turn_ends in row exclusive mode');
      const installing = install();
      const waiting =
        "select 1 from pg_locks where relation = 'salience.turn_ends'::regclass and not granted";
      await until(async () => (await database.admin(waiting)).length > 0, { what: 'the migrator to wait' });
      // It waits where it takes its tables, and holds nothing that it changed meanwhile.
      const asks =
        "select query from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'lock table%'";
      await until(async () => (await database.admin(asks)).length > 0, {
        what: 'the tables to be asked for',
      });
      await client.query('lock table salience.act_steps in row exclusive mode');
      await client.query('commit');
      expect(await installing).toEqual({ applied: 0, functions: 3 });
    });
  });

  it('a change of the schema holds its tables from its beginning, so no turn waits for what waits for it', async () => {
    await asRole(database.adminUrl, async (client) => {
      const held = await holdingTables(client, ['turns', 'agents'], async () => {
        const { rows } = await client.query<{ name: string }>(
          `select relation::regclass::text as name from pg_locks
           where pid = pg_backend_pid() and mode = 'AccessExclusiveLock' and granted order by 1`,
        );
        return rows.map(({ name }) => name);
      });
      expect(held).toEqual(expect.arrayContaining(['salience.agents', 'salience.turns']));
      expect(
        await tablesNamedIn(
          client,
          'ALTER TABLE "salience"."turns"; REFERENCES "salience"."agents"; turn_ids',
        ),
      ).toEqual(['agents', 'turns']);
    });
  });

  it('every turn is accepted, taken and committed once, whatever body a call meets (laws 2 and 3)', async () => {
    const world = await createWorld();
    const one = { url: world.database.ownerUrl, policies: [] };
    let installed = 0;
    let over = false;
    const turns: string[] = [];
    /** A worker does again what it may; a deadlock with a trigger's lock is such a failure. */
    const again = async <T>(run: () => Promise<T>): Promise<T> => {
      for (;;) {
        try {
          return await run();
        } catch (error) {
          if ((error as SalienceError).kind !== 'retryable') throw error;
        }
      }
    };
    const worker = async (key: string) => {
      for (let n = 0; !over; n += 1) {
        const accepted = await again(() =>
          world.accept(`message ${n}`, { threadKey: key, idempotencyKey: `${key}-${n}` }),
        );
        turns.push(accepted.turnId);
        const taken = await again(() => world.take(accepted.threadId));
        await again(() => world.commit(taken));
      }
    };
    const working = Promise.all(['a', 'b', 'c'].map(worker)).finally(() => {
      over = true;
    });
    while (!over && installed < 2) {
      for (const { file: path } of readFunctionFiles(join(schemaFolder, 'sql'))) {
        write(path, `-- Round ${installed}.\n${read(path)}`);
      }
      const before = turns.length;
      const { functions } = await migrate({ ...one, schemaFolder });
      expect(functions).toBeGreaterThan(100);
      installed += 1;
      await until(() => over || turns.length > before, { what: 'turns on the new functions' });
    }
    over = true;
    await working;
    const ended = await world.database.admin(
      'select turn_id as id, count(*)::int as n from salience.terminal_events group by 1',
    );
    expect(ended).toHaveLength(turns.length);
    expect(ended.every(({ n }) => n === 1)).toBe(true);
    expect(installed).toBe(2);
    await world.database.close();
  }, 180_000);
});

describe('an app and the functions of its database', () => {
  const check = async () => {
    const db = createDatabase({ url: database.urlFor('salience_digest'), applicationName: 'test' });
    try {
      await checkSchema(db);
    } finally {
      await db.close();
    }
  };
  const behind = { code: 'database.behind', message: expect.stringContaining('salience migrate') };

  it('starts on those of its version and on later ones, and is refused where they were taken back', async () => {
    await expect(check()).resolves.toBeUndefined();
    edit(file, 'RETURN false;', 'RETURN false; -- of a later version');
    await install();
    await expect(check()).resolves.toBeUndefined();
    // Ours goes: the database now is as if ours had never been installed after the other.
    await database.admin('delete from salience.function_sets where hash = $1', [functionSet()]);
    await expect(check()).rejects.toMatchObject(behind);
  });

  it('going back to an earlier set takes the later one out', async () => {
    edit(file, 'RETURN false;', 'RETURN false; -- of a still later version');
    await install();
    await migrate({ url: database.ownerUrl, schemaFolder: room, policies: [] });
    const rows = await database.admin<{ hash: string }>(
      'select hash from salience.function_sets order by n desc',
    );
    expect(rows[0]).toEqual({ hash: functionSet() });
    expect(rows.map(({ hash }) => hash)).not.toContain(functionSet(join(schemaFolder, 'sql')));
  });
});

describe('a database of an older build', () => {
  const hash = 'of an older build';
  const [older, ours] = [
    'update drizzle.__drizzle_migrations set hash = $1 where id = 1 returning hash',
    'select hash from drizzle.__drizzle_migrations where id = 1',
  ];

  it('is refused by the migrator with what to do, and stays as it is', async () => {
    const [kept] = await database.admin<{ hash: string }>(ours);
    await database.admin(older, [hash]);
    const refused = {
      code: 'database.older-build',
      message: expect.stringMatching(/new SALIENCE_HOME .* export/),
    };
    await expect(install()).rejects.toMatchObject(refused);
    expect(await database.admin(ours)).toEqual([{ hash }]);
    await database.admin(older, [kept?.hash]);
  });

  it('is refused by every app', async () => {
    await database.admin('alter table salience.function_sets rename to absent');
    const db = createDatabase({ url: database.urlFor('salience_digest'), applicationName: 'test' });
    await expect(checkSchema(db)).rejects.toMatchObject({ code: 'database.older-build' });
    await db.close();
    await database.admin('alter table salience.absent rename to function_sets');
  });
});
