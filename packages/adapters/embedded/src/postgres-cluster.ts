import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { SalienceError } from '@salience/errors';
import { bareEnvironment } from './child-server.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { canWorkIn, type ServerAccount } from './server-account.ts';
import { ensureFolder, keptSecret, readTextFile, unwritable } from './server-folder.ts';

/** Name of the cluster's superuser. Apps never use it; the migrator does. */
export const SUPERUSER = 'postgres';

/** Where a cluster's files are. `home` holds what belongs to the caller, `data` what belongs to the server. */
export interface ClusterPlace {
  readonly home: string;
  readonly data: string;
  /** Whom the server on these data runs as; undefined is the caller. */
  readonly account: ServerAccount | undefined;
}

/**
 * The place of the cluster that was asked for at `dataDir`: there, or, where the server's account cannot reach
 * it, below /var/lib/salience under a name derived from `dataDir`, so that every start finds the same data.
 * `recorded` is the home that an earlier start used; it is kept as long as data are in it.
 * Throws `embedded.folder-unwritable`.
 */
export function clusterPlace(
  dataDir: string,
  recorded: string | undefined,
  account: ServerAccount | undefined,
  log: (line: string) => void,
): ClusterPlace {
  if (recorded !== undefined && existsSync(join(recorded, 'data', 'PG_VERSION')))
    return prepared(recorded, account);
  const here = prepared(resolve(dataDir), account);
  if (canWorkIn(here.data, here.account)) return here;

  const name = createHash('sha256').update(here.home).digest('hex').slice(0, 16);
  const elsewhere = join('/var/lib/salience', name);
  const who = account === undefined ? 'this user' : `user ${account.uid}`;
  log(`Postgres as ${who} cannot reach ${here.home}: the database is kept in ${elsewhere}`);
  const place = prepared(elsewhere, account);
  if (canWorkIn(place.data, place.account)) return place;
  throw new SalienceError(
    'embedded.folder-unwritable',
    `Postgres cannot run as root, and ${who} can reach neither ${here.home} nor ${elsewhere}. ` +
      'Set SALIENCE_HOME to a folder whose parents everybody may enter (chmod a+x), or start as another user.',
  );
}

/** Makes the cluster when there is none; a half-made one is made again. Returns the superuser's password. */
export function ensureCluster(
  place: ClusterPlace,
  binaries: PostgresBinaries,
  log: (line: string) => void,
): string {
  const password = keptSecret(join(place.home, 'superuser.password'));
  const version = readTextFile(join(place.data, 'PG_VERSION'));
  if (version === undefined) {
    log(`Creating a database cluster in ${place.data}`);
    createCluster(place, binaries, password);
  } else if (version !== binaries.major) {
    throw new SalienceError(
      'embedded.postgres-version',
      `The data in ${place.data} were written by Postgres ${version}, but the installed server is ${binaries.major}. ` +
        `Move the folder away to begin anew, or bring the data over with pg_dump of version ${version}.`,
    );
  }
  return password;
}

/** What the server and initdb see of the environment: nothing of the caller's. */
export function serverEnvironment(binaries: PostgresBinaries): Readonly<Record<string, string>> | undefined {
  // Windows programs do not start without the system's own variables.
  if (process.platform === 'win32') return undefined;
  return { ...bareEnvironment, LD_LIBRARY_PATH: binaries.libraries };
}

function prepared(home: string, account: ServerAccount | undefined): ClusterPlace {
  const data = join(home, 'data');
  ensureFolder(home);
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const owner = ownerOfCluster(data, account);
    // The folder is for this cluster only: the server, which belongs to another account, may pass through and no more.
    if (owner !== undefined) chmodSync(home, (statSync(home).mode & 0o7700) | 0o011);
    // A copy made by root or without its rights is given back to the server, which insists on both.
    if (owner !== undefined) chownTree(data, owner);
    chmodSync(data, 0o700);
    return { home, data, account: owner };
  } catch (cause) {
    throw unwritable(data, cause);
  }
}

/** Root runs a server as the owner of its data, so that data made without root can be used with it. */
function ownerOfCluster(data: string, account: ServerAccount | undefined): ServerAccount | undefined {
  const found =
    account === undefined ? undefined : statSync(join(data, 'PG_VERSION'), { throwIfNoEntry: false });
  return found === undefined || found.uid === 0 ? account : { uid: found.uid, gid: found.gid };
}

function chownTree(folder: string, { uid, gid }: ServerAccount): void {
  const version = statSync(join(folder, 'PG_VERSION'), { throwIfNoEntry: false });
  if (version !== undefined && version.uid !== uid) {
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      lchownSync(join(folder, entry), uid, gid);
  }
  chownSync(folder, uid, gid);
}

function giveTo(path: string, account: ServerAccount | undefined): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

function createCluster(place: ClusterPlace, binaries: PostgresBinaries, password: string): void {
  const { account } = place;
  // Made aside and renamed: a folder with a PG_VERSION is always a whole cluster.
  const fresh = join(place.home, 'data.new');
  const passwordFile = join(place.home, 'initdb.password');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  giveTo(fresh, account);
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    chmodSync(passwordFile, 0o600);
    giveTo(passwordFile, account);
    const args = [
      '-D',
      fresh,
      '-U',
      SUPERUSER,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
    ];
    // The builtin provider sorts the same on every machine; libc's collations change with the system.
    args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions');
    const env = serverEnvironment(binaries);
    const made = spawnSync(binaries.initdb, args, {
      ...account,
      ...(env === undefined ? {} : { env }),
      cwd: fresh,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw initdbFailed(fresh, made.error?.message ?? made.stderr.trim());
    rmSync(place.data, { recursive: true, force: true });
    renameSync(fresh, place.data);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

function initdbFailed(folder: string, said: string): SalienceError {
  return new SalienceError(
    'embedded.postgres-initdb',
    `Creating the database cluster in ${folder} failed: ${said}. Correct that, or set DATABASE_URL to use a server of your own.`,
  );
}
