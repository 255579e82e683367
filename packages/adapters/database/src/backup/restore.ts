import pg from 'pg';
import { migrationLock } from '../migrate.ts';
import { newId } from '../new-id.ts';
import { type BackupSequences, type ReadBackup, readContents } from './contents.ts';
import { copyIn, qualified } from './copy-in.ts';
import { type ForgottenAgain, forgetAgain } from './forget-again.ts';
import { type KeptTable, keptTables, leftAlone, leftOut, sequenceNames } from './kept-tables.ts';
import { inUse, refuseInUse, refuseOccupied } from './occupied.ts';
import { asOwner } from './owner-session.ts';
import { unpacked } from './packing.ts';
import { damaged, readRecords } from './records.ts';
import { requireSchema, schemaOf } from './schema-of.ts';
import { endedTasks, type EndedTask } from './settle-inlets.ts';
import { type PlanRestored, type Settled, settleRestored } from './settle-restored.ts';

/** Options of a restore. */
export interface RestoreOptions {
  /** The URL of the owner of an empty, migrated database. */
  readonly url: string;
  /** The operator's name in the audit log. */
  readonly actor: string;
  /** Business time. */
  readonly now: Date;
  /** What becomes of what a schedule had due since the backup: that of the domain. */
  readonly planRestored: PlanRestored;
  /** Opens the file. */
  readonly open: () => AsyncIterable<Buffer>;
  /** Opens the file of a later backup: what was forgotten until then is forgotten again. */
  readonly openLater?: () => AsyncIterable<Buffer>;
  /** Called after all rows are written and before the commit. */
  readonly beforeCommit?: (restored: ReadBackup) => void;
}

/** The result of a restore. */
export interface Restored {
  readonly takenAt: string;
  readonly tables: number;
  readonly rows: number;
  readonly sha256: string;
  readonly settled: Settled;
  /** Tasks that ended, without those that were forgotten again. */
  readonly tasks: readonly EndedTask[];
  /** Keys that are valid again, as when the backup was made. */
  readonly keys: number;
  /** Hooks that take messages in again, by the secrets of then. */
  readonly hooks: number;
  readonly forgotten: ForgottenAgain | undefined;
}

/** How long to wait for a transaction of another session; longer than Postgres takes to cancel its own vacuum. */
const lockTimeout = '3s';

/**
 * Writes a backup into an empty database in one transaction. Work that was unfinished when it was made is ended
 * (`settleRestored`). Names of tables and columns are those of the database, never of the file. Rejects with `backup.not-empty`,
 * `backup.in-use`, `backup.schema`, `backup.damaged`, `backup.not-owner`, `backup.no-schema` or what the database says of the rows.
 */
export function restore(options: RestoreOptions): Promise<Restored> {
  return asOwner(options.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query('begin');
    const tables = await keptTables(client);
    await takeDatabase(client, tables);
    const triggers = await stopTriggers(client, tables);
    const read = await writeRows(client, tables, options);
    await numberTransactions(client, tables);
    await client.query(triggers.join(';\n'));
    const settled = await settleRestored(client, options);
    const forgotten =
      options.openLater === undefined
        ? undefined
        : await forgetAgain(client, { ...options, open: options.openLater, backup: read.header });
    const restored = {
      ...summary(read),
      settled,
      // Now, so that nobody reads the title of one that is forgotten again.
      tasks: await endedTasks(client, options.now),
      keys: await goodKeys(client),
      hooks: await openHooks(client),
      forgotten,
    };
    await writeAudit(client, options.actor, restored);
    for (const { name } of tables) await client.query(`analyze ${qualified(name)}`);
    options.beforeCommit?.(read);
    await client.query('commit');
    return restored;
  });
}

/** Locks the tables, checks that nothing would be lost, and deletes the rows of a fresh schema. */
async function takeDatabase(client: pg.Client, tables: readonly KeptTable[]): Promise<void> {
  await refuseInUse(client);
  await client.query(`set local lock_timeout = '${lockTimeout}'`);
  const left = Object.keys(leftOut).filter((name) => !leftAlone.includes(name));
  const all = [...left, ...tables.map(({ name }) => name)].map(qualified);
  await client.query(`lock table ${all.join(', ')} in access exclusive mode`).catch((error: unknown) => {
    throw isLockTimeout(error) ? inUse('a transaction holds its tables') : error;
  });
  await refuseOccupied(client);
  for (const name of [...left, ...tables.map((table) => table.name).toReversed()])
    await client.query(`delete from ${qualified(name)}`);
}

/** Disables triggers: their results are in the backup itself. Resolves with the statements that enable them again. */
async function stopTriggers(client: pg.Client, tables: readonly KeptTable[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; enabled: string }>(
    `select c.relname as table, t.tgname as name, t.tgenabled as enabled from pg_trigger t join pg_class c on c.oid = t.tgrelid
     join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'salience' and not t.tgisinternal and t.tgenabled <> 'D'`,
  );
  const ours = rows.filter(({ table }) => tables.some(({ name }) => name === table));
  for (const { name, table } of ours)
    await client.query(`alter table ${qualified(table)} disable trigger ${pg.escapeIdentifier(name)}`);
  const how: Readonly<Record<string, string>> = { A: 'enable always', R: 'enable replica' };
  return ours.map(
    ({ enabled, name, table }) =>
      `alter table ${qualified(table)} ${how[enabled] ?? 'enable'} trigger ${pg.escapeIdentifier(name)}`,
  );
}

async function writeRows(
  client: pg.Client,
  tables: readonly KeptTable[],
  { open }: RestoreOptions,
): Promise<ReadBackup> {
  const own = await schemaOf(client, tables);
  const waiting = [...tables];
  const read = await readContents(readRecords(unpacked(open())), {
    header: (header) => requireSchema(header, own),
    async table(name, rows) {
      const table = waiting.shift();
      if (table?.name !== name) throw damaged('its tables are not in their order');
      return await copyIn(client, qualified(table.name), table, rows);
    },
    sequences: (sequences) => setSequences(client, sequences),
  });
  if (waiting.length > 0) throw damaged(`it has no rows of ${waiting.map(({ name }) => name).join(', ')}`);
  return read;
}

async function setSequences(client: pg.Client, sequences: BackupSequences): Promise<void> {
  const names = await sequenceNames(client);
  if (names.join() !== sequences.map(({ name }) => name).join()) throw damaged('it has other counters');
  for (const { called, name, value } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [qualified(name), value, called]);
}

/** Rows contain the transaction that wrote them; such columns without a default are filled here. */
async function numberTransactions(client: pg.Client, tables: readonly KeptTable[]): Promise<void> {
  for (const { name, transactionColumns } of tables) {
    for (const column of transactionColumns.map((one) => pg.escapeIdentifier(one)))
      await client.query(
        `update ${qualified(name)} set ${column} = pg_current_xact_id() where ${column} is null`,
      );
  }
}

function summary({ header, sha256, tables }: ReadBackup) {
  return {
    takenAt: header.takenAt,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    sha256,
  };
}

async function goodKeys(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from (select revoked_at, expires_at from salience.api_keys
       union all select revoked_at, expires_at from salience.operator_keys) k
     where revoked_at is null and (expires_at is null or expires_at > now())`,
  );
  return rows[0]?.n ?? 0;
}

async function openHooks(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from salience.hooks where state = 'active'",
  );
  return rows[0]?.n ?? 0;
}

async function writeAudit(client: pg.Client, actor: string, restored: Restored): Promise<void> {
  const { forgotten, settled, tasks, ...rest } = restored;
  const details = {
    ...rest,
    cancelled: settled.cancelled.length,
    missed: settled.missed.length,
    unknown: settled.unknown,
    expired: settled.expired,
    endedTasks: tasks.length,
    letters: settled.letters,
    mailboxes: settled.mailboxes,
    sessions: settled.sessions,
    ...(forgotten === undefined ? {} : { forgotten }),
  };
  await client.query(
    `insert into salience.audit_log (id, actor, action, details, outcome) values ($1, $2, 'backup.restore', $3, 'done')`,
    [newId('audit'), actor, JSON.stringify(details)],
  );
}

/** 55P03: the lock was not available in time. */
function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
