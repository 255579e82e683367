import { createHash } from 'node:crypto';
import { gzipSync, gunzipSync } from 'node:zlib';
import { type TestDatabase, testDatabase } from '@salience/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContents } from '../src/backup/contents.ts';
import { unpacked } from '../src/backup/packing.ts';
import { firstLine, longest, readRecords } from '../src/backup/records.ts';
import { migrationLock } from '../src/migrate.ts';
import { backUp, verifyBackup } from '../src/doors/backup.ts';
import { backedUp, contentsOf, opened, restored } from './backups.ts';
import { liveIn } from './lived-in.ts';

let source: TestDatabase;
let target: TestDatabase;
let file: Buffer;
let untouched: Map<string, string[]>;

beforeAll(async () => {
  source = await testDatabase();
  await liveIn(source, new Date('2026-03-01T09:00:00Z'));
  // The large ones make a test of many files slow and prove nothing here.
  await source.admin('delete from salience.memory_codes');
  ({ file } = await backedUp(source));
  target = await testDatabase();
  untouched = await contentsOf(target);
});
afterAll(async () => {
  await source.close();
  await target.close();
});

/** The database is as it was: no row, no relation, no function more or less. */
async function expectUntouched(): Promise<void> {
  expect(await contentsOf(target)).toEqual(untouched);
}

interface Piece {
  kind: string;
  body: Buffer;
}

/** The records of a backup, to be changed. */
function recordsOf(whole: Buffer): Piece[] {
  const bytes = gunzipSync(whole);
  const records: Piece[] = [];
  for (let at = firstLine.length; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at + 1);
    records.push({
      kind: bytes.toString('latin1', at, at + 1),
      body: bytes.subarray(at + 5, at + 5 + length),
    });
    at += 5 + length;
  }
  return records;
}

/** A file of these records, with checksums that fit: an attacker can compute them too. */
function forged(records: readonly Piece[]): Buffer {
  const parts: Buffer[] = [Buffer.from(firstLine)];
  let rows = createHash('sha256');
  let bytes = 0;
  for (const { kind, body } of records) {
    let written = body;
    if (kind === 'T') [rows, bytes] = [createHash('sha256'), 0];
    if (kind === 'D') {
      rows.update(body);
      bytes += body.length;
    }
    if (kind === 'E') {
      const end = JSON.parse(body.toString()) as { rows: number };
      written = Buffer.from(JSON.stringify({ rows: end.rows, bytes, sha256: rows.digest('hex') }));
    }
    if (kind === 'Z') {
      const sha256 = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
      written = Buffer.from(JSON.stringify({ sha256 }));
    }
    const head = Buffer.alloc(5);
    head.write(kind, 0, 'latin1');
    head.writeUInt32BE(written.length, 1);
    parts.push(head, written);
  }
  return gzipSync(Buffer.concat(parts));
}

/** The backup with one kind of record rewritten as JSON. */
function changed(kind: string, change: (value: never) => unknown): Buffer {
  return forged(
    recordsOf(file).map((record) =>
      record.kind === kind
        ? { kind, body: Buffer.from(JSON.stringify(change(JSON.parse(record.body.toString()) as never))) }
        : record,
    ),
  );
}

function renamed(from: string, to: string): Buffer {
  return changed('T', ({ name }: { name: string }) => ({ name: name === from ? to : name }));
}

/** The backup with other rows in one table. */
function withRows(table: string, text: string, count: number): Buffer {
  let name = '';
  return forged(
    recordsOf(file).flatMap((record) => {
      if (record.kind === 'T') name = (JSON.parse(record.body.toString()) as { name: string }).name;
      if (name !== table || record.kind === 'T') return [record];
      if (record.kind === 'D') return [];
      if (record.kind !== 'E') return [record];
      name = '';
      return [
        { kind: 'D', body: Buffer.from(text) },
        { kind: 'E', body: Buffer.from(JSON.stringify({ rows: count })) },
      ];
    }),
  );
}

describe('a forged file whose checksums fit', () => {
  it('is taken as it is when nothing in it was changed', async () => {
    const other = await testDatabase();
    expect((await restored(other, forged(recordsOf(file)))).tables).toBeGreaterThan(50);
    await other.close();
  });

  it.each([
    ['a table outside of ours', () => renamed('agents', 'pg_authid'), 'backup.damaged'],
    [
      'SQL for a name',
      () => renamed('agents', 'agents" from stdin; drop schema salience cascade; --'),
      'backup.damaged',
    ],
    ['a table that no backup holds', () => renamed('turns', 'clock'), 'backup.damaged'],
    [
      'tables in another order',
      () =>
        changed('T', ({ name }: { name: string }) => ({
          name: name === 'agents' ? 'turns' : name === 'turns' ? 'agents' : name,
        })),
      'backup.damaged',
    ],
    [
      'a table twice',
      () => {
        const all = recordsOf(file);
        const end = all.findIndex(({ kind }) => kind === 'E');
        return forged([...all.slice(0, end + 1), ...all.slice(1)]);
      },
      'backup.damaged',
    ],
    [
      'a table less',
      () => {
        const all = recordsOf(file);
        const last = all.findLastIndex(({ kind }) => kind === 'T');
        return forged([...all.slice(0, last), ...all.filter(({ kind }) => kind === 'S' || kind === 'Z')]);
      },
      'backup.damaged',
    ],
    [
      'SQL for a column',
      () =>
        changed('H', (header: { schema: { tables: { columns: string[][] }[] } }) => {
          header.schema.tables[0]?.columns[0]?.splice(0, 1, "id) from program 'touch /tmp/x'; --");
          return header;
        }),
      'backup.schema',
    ],
    [
      'a column less',
      () =>
        changed('H', (header: { schema: { tables: { columns: string[][] }[] } }) => {
          header.schema.tables[0]?.columns.pop();
          return header;
        }),
      'backup.schema',
    ],
    [
      'another schema',
      () =>
        changed('H', (header: { schema: { version: number } }) => {
          header.schema.version += 1;
          return header;
        }),
      'backup.schema',
    ],
    [
      'a field that a header does not have',
      () => changed('H', (header: object) => ({ ...header, sql: 'select 1' })),
      'backup.damaged',
    ],
    [
      'SQL for a counter',
      () =>
        changed('S', (all: { name: string }[]) =>
          all.map((one) => ({ ...one, name: "lane_fence'); drop table salience.turns; --" })),
        ),
      'backup.damaged',
    ],
    [
      'text for the value of a counter',
      () => changed('S', (all: object[]) => all.map((one) => ({ ...one, value: '1); select 1' }))),
      'backup.damaged',
    ],
    ['rows that end early', () => withRows('agents', '\\.\n', 1), 'backup.damaged'],
    ['fewer rows than it says', () => withRows('agents', '', 1), 'backup.damaged'],
    [
      'rows that break a rule of the schema',
      () => withRows('audit_log', 'a\t2026-01-01 00:00:00+00\tx\ty\t\\N\t{}\tdrop\n', 1),
      'database.failed',
    ],
    [
      'rows that refer to nothing',
      () => withRows('api_keys', 'k\tnobody\tl\th\tsk\t2026-01-01 00:00:00+00\t\\N\t\\N\t{}\n', 1),
      'database.failed',
    ],
    [
      'rows with a column too many',
      () => withRows('audit_log', 'a\tb\tc\td\te\tf\tg\th\n', 1),
      'database.failed',
    ],
  ] as const)('threat: with %s it writes nothing and runs nothing', async (_what, make, code) => {
    await expect(restored(target, make())).rejects.toMatchObject({ code });
    await expectUntouched();
  });

  it('threat: a record that claims to be huge is refused before it is held', async () => {
    const head = Buffer.alloc(5);
    head.write('H', 0, 'latin1');
    head.writeUInt32BE(0xff_ff_ff_ff, 1);
    const claimed = gzipSync(Buffer.concat([Buffer.from(firstLine), head, Buffer.alloc(256 * longest)]));
    let read = 0;
    const counted = async function* () {
      for await (const piece of opened(claimed, 1_024)()) {
        read += piece.length;
        yield piece;
      }
    };
    await expect(verifyBackup(counted())).rejects.toMatchObject({ code: 'backup.damaged' });
    expect(read).toBeLessThan(claimed.length);
  });
});

describe('a file that is not whole', () => {
  it('is refused wherever it was cut off, before and within the transaction', async () => {
    const cuts = [
      0,
      5,
      40,
      ...[0.1, 0.5, 0.9].map((part) => Math.floor(file.length * part)),
      file.length - 1,
    ];
    for (const cut of cuts) {
      const part = file.subarray(0, cut);
      const code = expect.stringMatching(/^backup\.(damaged|unknown-file)$/) as string;
      await expect(verifyBackup(opened(part)())).rejects.toMatchObject({ code });
      await expect(restored(target, part)).rejects.toMatchObject({ code });
    }
    await expectUntouched();
  });

  it('is refused where one record is missing at its end', async () => {
    const all = recordsOf(file);
    await expect(restored(target, forged(all.slice(0, -1)))).rejects.toMatchObject({
      code: 'backup.damaged',
    });
    await expect(
      restored(target, forged([...all, { kind: 'S', body: Buffer.from('[]') }])),
    ).rejects.toMatchObject({
      code: 'backup.damaged',
    });
    await expectUntouched();
  });

  it('is refused when one byte of it is another, wherever', async () => {
    const plain = gunzipSync(file);
    for (let part = 0; part < 40; part += 1) {
      const bytes = Buffer.from(plain);
      const at = Math.floor(((bytes.length - 1) * part) / 39);
      bytes[at] = (bytes[at] as number) ^ 1;
      const code = expect.stringMatching(/^backup\.(damaged|unknown-file|schema)$/) as string;
      await expect(verifyBackup(opened(gzipSync(bytes))())).rejects.toMatchObject({ code });
    }
  });

  it('is told apart from a file that is something else', async () => {
    for (const other of [
      Buffer.from('PK\u0003\u0004 a zip'),
      gzipSync('-- PostgreSQL database dump of somebody\n'.repeat(9)),
    ])
      await expect(verifyBackup(opened(other)())).rejects.toMatchObject({ code: 'backup.unknown-file' });
  });
});

describe('a database that is not there to be restored into', () => {
  it.each([
    [
      'somebody has said something',
      `insert into salience.threads (id, agent_id, key, source, created_at, last_activity_at) select 't', id, 't', 'x', now(), now() from salience.agents`,
    ],
    [
      'an agent was made',
      `insert into salience.agents (id, name, persona, settings) values ('a', 'ada', '', '{}')`,
    ],
    ['its agent was changed', 'update salience.agents set version = 2'],
    [
      'an operator did something',
      `insert into salience.audit_log (id, actor, action, details, outcome) values ('x', 'x', 'x', '{}', 'done')`,
    ],
  ])('is refused when %s', async (_what, statement) => {
    const lived = await testDatabase();
    await lived.admin(statement);
    const before = await contentsOf(lived);
    await expect(restored(lived, file)).rejects.toMatchObject({ code: 'backup.not-empty' });
    expect(await contentsOf(lived)).toEqual(before);
    await lived.close();
  });

  it('is taken where apps ran that nobody spoke to', async () => {
    const idle = await testDatabase();
    await idle.admin(
      `insert into salience.chores (agent_id, task) select id, 'autobiography' from salience.agents`,
    );
    await idle.admin(
      `insert into salience.workers (id, app, pid, host, version, state, capacity, running, started_at, seen_at)
       values ('w', 'digest', 1, 'h', '1', 'ready', 1, '{}', now(), now())`,
    );
    expect((await restored(idle, file)).rows).toBeGreaterThan(0);
    expect(await idle.admin('select 1 from salience.workers')).toEqual([]);
    await idle.close();
  });

  it('is refused while an app is connected, and named', async () => {
    const used = await testDatabase();
    await used.connect('salience_digest').pool.query('select 1');
    await expect(restored(used, file)).rejects.toMatchObject({
      code: 'backup.in-use',
      message: expect.stringContaining('salience_digest') as string,
    });
    await used.close();
  });

  it('is refused while a transaction holds one of its tables', async () => {
    const held = await testDatabase();
    const holder = new pg.Client({ connectionString: held.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table salience.turns in share mode');
    await expect(restored(held, file)).rejects.toMatchObject({ code: 'backup.in-use' });
    await holder.end();
    expect((await restored(held, file)).rows).toBeGreaterThan(0);
    await held.close();
  });

  it('takes one of two restores at once, whole', async () => {
    const wanted = await testDatabase();
    const both = await Promise.allSettled([restored(wanted, file), restored(wanted, file)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'backup.not-empty' });
    await wanted.close();
  });

  it('is refused without our schema, and with another', async () => {
    const bare = await testDatabase();
    await bare.admin(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
    );
    await expect(restored(bare, file)).rejects.toMatchObject({ code: 'backup.schema' });
    await expect(backedUp(bare)).rejects.toMatchObject({ code: 'backup.schema' });
    await bare.admin('drop schema salience cascade');
    await expect(restored(bare, file)).rejects.toMatchObject({ code: 'backup.no-schema' });
    await bare.close();
  });
});

it.each(['salience_operator', 'salience_consumer', 'salience_digest'] as const)(
  'threat: %s backs up nothing and restores nothing: the owner of the database does',
  async (role) => {
    const url = target.directUrlFor(role);
    const refused = { code: 'backup.not-owner' };
    const read = async () => {};
    await expect(backUp({ url, product: 'test', actor: 'test' }, read)).rejects.toMatchObject(refused);
    await expect(restored(target, file, { url })).rejects.toMatchObject(refused);
  },
);

it('is not taken for written where nobody read it to its end', async () => {
  const options = { url: source.ownerUrl, product: 'test', actor: 'test' };
  await expect(backUp(options, async () => {})).rejects.toThrow('did not read');
  const lazy = readContents(readRecords(unpacked(opened(file)())), {
    header: () => {},
    table: async () => undefined,
    sequences: () => {},
  });
  await expect(lazy).rejects.toThrow('were not read to their end');
});

it('keeps migrations out while it is written, and nobody else', async () => {
  const free = async (shared: string) =>
    (
      await source.admin<{ free: boolean }>(
        `select pg_try_advisory_xact_lock${shared}(${migrationLock}) as free`,
      )
    )[0]?.free;
  const seen: unknown[] = [];
  await backedUp(source, undefined, async () => {
    seen.push(await free(''), await free('_shared'));
  });
  expect([...new Set(seen)]).toEqual([false, true]);
  expect(await free('')).toBe(true);
});

it('says in the audit log that it was begun, and how it ended', async () => {
  const log = await testDatabase();
  const rows = () =>
    log.admin("select actor, action, outcome, details->>'code' as code from salience.audit_log order by at");
  const options = { url: log.ownerUrl, product: 'test', actor: 'cli:ana' };
  const seen: unknown[] = [];
  await backUp(options, async (pieces) => {
    seen.push(...(await rows()));
    for await (const _piece of pieces);
  });
  const row = { actor: 'cli:ana', action: 'backup.create', code: null };
  expect(seen).toEqual([{ ...row, outcome: 'started' }]);
  expect(await rows()).toEqual([{ ...row, outcome: 'done' }]);
  await expect(
    backUp(options, async (pieces) => {
      for await (const _piece of pieces) throw new Error('disk full');
    }),
  ).rejects.toThrow('disk full');
  expect((await rows()).at(-1)).toEqual({ ...row, outcome: 'failed', code: 'unforeseen' });
  await log.close();
});
