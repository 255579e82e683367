import { createHash } from 'node:crypto';
import { SalienceError } from '@salience/errors';
import { clientOf } from '@salience/postgres';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { newId } from '../new-id.ts';
import { type KeptTable, keptTables, sequenceNames } from './kept-tables.ts';
import type { BackupHeader, BackupSequences, TableEnd } from './contents.ts';
import { asOwner } from './owner-session.ts';
import { packed } from './packing.ts';
import { firstLine, RecordWriter } from './records.ts';
import { schemaOf } from './schema-of.ts';
import { migrationLock } from '../migrate.ts';

/** Options of a backup. */
export interface BackUpOptions {
  /** The URL of the database's owner. */
  readonly url: string;
  /** The version of Salience that writes it. */
  readonly product: string;
  /** The operator's name in the audit log. */
  readonly actor: string;
  /** The person's token, if it is to be included. */
  readonly personToken?: string;
}

/** The contents of a backup, in numbers. */
export interface BackedUp {
  readonly takenAt: string;
  readonly tables: number;
  readonly rows: number;
  /** Bytes of the rows as COPY writes them, before compression. */
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes a consistent snapshot of a database to `sink`, compressed: later commits are not in it, and only migrations wait for it.
 * The audit log records the start before a row is read, and the outcome afterwards. Rejects with `backup.not-owner`,
 * `backup.no-schema`, `backup.schema`, `database.unavailable` or what `sink` throws.
 */
export function backUp(
  options: BackUpOptions,
  sink: (pieces: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BackedUp> {
  return asOwner(options.url, async (client) => {
    await client.query('select pg_advisory_lock_shared($1)', [migrationLock]);
    await client.query('begin isolation level repeatable read, read only');
    // The snapshot is taken here, so the audit row of this backup is not in it.
    const tables = await keptTables(client);
    const header = await headerOf(client, tables, options);
    return await audited(options, async () => {
      let done: BackedUp | undefined;
      const whole = pieces(client, tables, header, (result) => {
        done = result;
      });
      await sink(packed(whole));
      if (done === undefined) throw new Error('The sink did not read the backup to its end.');
      return done;
    });
  });
}

async function headerOf(
  client: pg.Client,
  tables: readonly KeptTable[],
  { personToken, product }: BackUpOptions,
): Promise<BackupHeader> {
  const { rows } = await client.query<{ now: Date }>('select now() as now');
  return {
    takenAt: (rows[0] as { now: Date }).now.toISOString(),
    product,
    schema: await schemaOf(client, tables),
    ...(personToken === undefined ? {} : { personToken }),
  };
}

async function* pieces(
  client: pg.Client,
  tables: readonly KeptTable[],
  header: BackupHeader,
  onEnd: (result: BackedUp) => void,
): AsyncGenerator<Buffer> {
  const writer = new RecordWriter();
  yield Buffer.from(firstLine);
  yield* writer.value('H', header);
  let [rows, bytes] = [0, 0];
  for (const table of tables) {
    yield* writer.value('T', { name: table.name });
    const end = yield* copiedOut(client, table, writer);
    yield* writer.value('E', end);
    rows += end.rows;
    bytes += end.bytes;
  }
  // Counters are not part of a snapshot; read last, they are ahead of every row.
  yield* writer.value('S', await sequencesOf(client));
  const sha256 = yield* writer.end();
  onEnd({ takenAt: header.takenAt, tables: tables.length, rows, bytes, sha256 });
}

async function* copiedOut(
  client: pg.Client,
  { columns, name }: KeptTable,
  writer: RecordWriter,
): AsyncGenerator<Buffer, TableEnd> {
  const hash = createHash('sha256');
  const listed = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ');
  const stream = client.query(copyTo(`copy salience.${pg.escapeIdentifier(name)} (${listed}) to stdout`));
  let bytes = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
    yield* writer.rows(piece);
  }
  return { rows: stream.rowCount, bytes, sha256: hash.digest('hex') };
}

async function sequencesOf(client: pg.Client): Promise<BackupSequences> {
  const sequences: BackupSequences = [];
  for (const name of await sequenceNames(client)) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from salience.${pg.escapeIdentifier(name)}`,
    );
    sequences.push({ name, ...(rows[0] as { value: string; called: boolean }) });
  }
  return sequences;
}

/** Writes the audit row before the work and its outcome after it, on a connection beside the snapshot. */
async function audited(
  { actor, personToken, url }: BackUpOptions,
  work: () => Promise<BackedUp>,
): Promise<BackedUp> {
  const client = clientOf(url, { application_name: 'salience-backup' });
  client.on('error', () => {});
  await client.connect();
  const id = newId('audit');
  const end = (outcome: string, details: object) =>
    client.query('update salience.audit_log set outcome = $2, details = details || $3::jsonb where id = $1', [
      id,
      outcome,
      JSON.stringify(details),
    ]);
  try {
    await client.query(
      `insert into salience.audit_log (id, actor, action, details, outcome) values ($1, $2, 'backup.create', $3, 'started')`,
      [id, actor, JSON.stringify({ personToken: personToken !== undefined })],
    );
    const done = await work();
    await end('done', done);
    return done;
  } catch (error) {
    const code = error instanceof SalienceError ? error.code : 'unforeseen';
    // If the database is unreachable, the row stays `started`.
    await end('failed', { code }).catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}
