import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { postgresAccount } from '@salience/embedded';
import { SalienceError } from '@salience/errors';

/** Where everything of one installation lies. */
export interface Home {
  readonly dir: string;
  readonly lockFile: string;
  readonly runFile: string;
  readonly stateFile: string;
  readonly personFile: string;
  readonly logs: string;
  readonly models: string;
  /** Modules of signals, one JSON file each; made by the person, if at all. */
  readonly modules: string;
  readonly postgres: string;
  readonly redis: string;
}

/** The paths of a home; touches nothing. */
export function homeAt(folder: string): Home {
  const dir = resolve(folder);
  return {
    dir,
    lockFile: join(dir, 'supervisor.lock'),
    runFile: join(dir, 'run.json'),
    stateFile: join(dir, 'state.json'),
    personFile: join(dir, 'person-token'),
    logs: join(dir, 'logs'),
    models: join(dir, 'models'),
    modules: join(dir, 'modules'),
    postgres: join(dir, 'postgres'),
    redis: join(dir, 'redis'),
  };
}

/**
 * Makes the home's folders and proves that they can be written. Others may not look into any; under root they may pass
 * through to the database's folder, which belongs to the account that Postgres runs as. Throws `cli.home-unwritable`.
 */
export function prepareHome(home: Home): void {
  const probe = join(home.logs, `.write-probe-${process.pid}`);
  try {
    const passable = postgresAccount() === undefined ? 0o700 : 0o711;
    closedFolder(home.dir, passable);
    for (const folder of [home.logs, home.models, home.redis]) closedFolder(folder, 0o700);
    closedFolder(home.postgres, passable);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (cause) {
    throw unwritable(home.dir, cause);
  }
}

/** Makes a folder, or takes rights of others from one that is there and ours; never gives any. */
function closedFolder(folder: string, mode: number): void {
  mkdirSync(folder, { recursive: true, mode });
  const found = statSync(folder);
  // A folder that everybody shares, as /tmp, was named as a home: it stays what it is to others.
  const shared = (found.mode & 0o1000) !== 0;
  if (found.uid !== process.getuid?.() || shared || (found.mode & 0o777 & ~mode) === 0) return;
  chmodSync(folder, found.mode & (0o7000 | mode));
}

/** Writes a file that only its owner can read, all of it or nothing. */
export function writePrivateJson(file: string, value: unknown): void {
  writePrivateText(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** The same for a file that is no JSON. */
export function writePrivateText(file: string, text: string): void {
  const fresh = `${file}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text, { mode: 0o600 });
    chmodSync(fresh, 0o600);
    renameSync(fresh, file);
  } catch (cause) {
    throw unwritable(dirname(file), cause);
  }
}

/** Writes a file that does not exist yet, readable for its owner only. Throws `cli.file-unwritable`. */
export function writeNewFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    const advice =
      code === 'EEXIST'
        ? 'It exists already: name another file.'
        : 'Name a file in a folder that you may write to.';
    throw new SalienceError('cli.file-unwritable', `Cannot write ${file} (${code}). ${advice}`, { cause });
  }
}

/** The parsed file; undefined when there is none or it is damaged. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing || error instanceof SyntaxError) return undefined;
    throw unreadable(file, error);
  }
}

function unreadable(file: string, cause: unknown): SalienceError {
  const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  return new SalienceError(
    'cli.home-unreadable',
    `Cannot read ${file} (${reason}). Run as the user that started Salience there, or name another folder with --home.`,
    { cause },
  );
}

function unwritable(folder: string, cause: unknown): SalienceError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  const advice: Record<string, string> = {
    ENOSPC: 'The disk is full: free some space',
    EROFS: 'It is on a read-only file system: name a folder elsewhere with --home or SALIENCE_HOME',
    ENOTDIR:
      'A part of that path is a file: move it away, or name another folder with --home or SALIENCE_HOME',
    EEXIST:
      'A file of that name is in the way: move it away, or name another folder with --home or SALIENCE_HOME',
  };
  const user = userName();
  const owner = process.platform === 'win32' ? '' : ` (for example: chown -R ${user} '${folder}')`;
  const what =
    advice[code] ??
    `Let user ${user} write there${owner}, or name another folder with --home or SALIENCE_HOME`;
  return new SalienceError(
    'cli.home-unwritable',
    `Salience keeps its data in ${folder}, but writing there failed with ${code}. ${what}, then start again.`,
    { cause, data: { folder, code } },
  );
}

/** The user that this process runs as, by name, else by number. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without a line in the password file has a number only.
    return `${process.getuid?.() ?? 'unknown'}`;
  }
}
