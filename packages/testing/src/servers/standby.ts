import {
  appendFileSync,
  copyFileSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type PrivatePostgres, startPrivatePostgres } from '@salience/embedded';
import pg from 'pg';
import { until } from '../until.ts';

/** A second Postgres that follows a first one, and can take its place. */
export interface Standby {
  readonly server: PrivatePostgres;
  /** Whether every commit of the first one waits for this one from now on (`synchronous_standby_names`). Resolves when it is so. */
  setSynchronous(wanted: boolean): Promise<void>;
  /** Makes it take writes. Resolves when it does. */
  promote(): Promise<void>;
}

/** What of a running server is its own and no part of a copy: the list of Postgres' manual, "Backing Up the Data Directory". */
const own =
  /^(?:postmaster\.(?:pid|opts)|\.s\.PGSQL.*|(?:pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_wal)\/.+|(?:.*\/)?(?:pg_internal\.init.*|pgsql_tmp.*))$/;

/**
 * Copies a running private Postgres into `folder` as Postgres' manual has it for a backup by hand, and starts the copy as its standby.
 * Resolves when it streams. `settings` are those of the first one. The embedded programs have no pg_basebackup.
 */
export async function startStandby(
  primary: PrivatePostgres,
  folder: string,
  settings: Readonly<Record<string, string | number>>,
): Promise<Standby> {
  await copyOf(primary, folder);
  const server = await startPrivatePostgres({ dataDir: folder, settings, endWithCaller: true });
  const streams = async (state: string) =>
    (
      await asked<{ ok: boolean }>(
        primary.url(),
        `select bool_or(state = 'streaming' and ${state}) as ok from pg_stat_replication`,
      )
    )?.ok === true;
  await until(() => streams('true'), { what: 'the standby to follow' });
  return {
    server,
    async setSynchronous(wanted) {
      await asked(primary.url(), `alter system set synchronous_standby_names = '${wanted ? name : ''}'`);
      await asked(primary.url(), 'select pg_reload_conf()');
      await until(() => streams(`sync_state = '${wanted ? 'sync' : 'async'}'`), {
        what: 'commits to wait for the standby',
      });
    },
    async promote() {
      await asked(server.url(), 'select pg_promote(true)');
      // What the copy took along from the first one would have it wait for a standby of its own.
      await asked(server.url(), "alter system set synchronous_standby_names = ''");
      await asked(server.url(), 'select pg_reload_conf()');
    },
  };
}

const name = 'salience_standby';

async function copyOf(primary: PrivatePostgres, folder: string): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(folder, { recursive: true });
  const client = new pg.Client({ connectionString: primary.url() });
  await client.connect();
  try {
    // Keeps what is written from now on until the standby has read it.
    await client.query('select pg_create_physical_replication_slot($1, true)', [name]);
    await client.query('select pg_backup_start($1, true)', [name]);
    copyWhatStays(primary.dataDir, data, (path) => !own.test(path));
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    );
    writeFileSync(join(data, 'backup_label'), rows[0]?.label ?? '');
  } finally {
    await client.end();
  }
  mkdirSync(join(data, 'pg_wal/archive_status'), { mode: 0o700 });
  const { username, password, port } = new URL(primary.url());
  const settings = [
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${name}'`,
    `primary_slot_name = '${name}'`,
  ];
  appendFileSync(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(data, 'standby.signal'), '');
  const { uid, gid } = statSync(primary.dataDir);
  for (const entry of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(data, entry), uid, gid);
  // The standby has the roles and passwords of the first one.
  writeFileSync(join(folder, 'superuser.password'), readFileSync(passwordOf(primary)), { mode: 0o600 });
}

/**
 * Copies the files and folders of `from` that are `wanted` by their relative path. What goes away meanwhile is left out:
 * a running server drops tables and removes files at any moment, and its log tells the copy of it.
 */
function copyWhatStays(from: string, to: string, wanted: (path: string) => boolean, under = ''): void {
  mkdirSync(join(to, under), { mode: 0o700 });
  for (const entry of orGone(() => readdirSync(join(from, under), { withFileTypes: true })) ?? []) {
    const path = join(under, entry.name);
    if (!wanted(path)) continue;
    if (entry.isDirectory()) copyWhatStays(from, to, wanted, path);
    else orGone(() => copyFileSync(join(from, path), join(to, path)));
  }
}

/** What `look` returns, or undefined if the file or folder is gone. */
function orGone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const passwordOf = ({ dataDir }: PrivatePostgres) => join(dataDir, '..', 'superuser.password');

async function asked<R extends pg.QueryResultRow>(url: string, statement: string): Promise<R | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(statement)).rows[0];
  } finally {
    await client.end();
  }
}
