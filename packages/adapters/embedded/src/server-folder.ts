import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { SalienceError } from '@salience/errors';

/**
 * Makes sure that `folder` exists and the caller can write in it.
 * Throws `embedded.folder-unwritable`, whose message says what to do.
 */
export function ensureFolder(folder: string): void {
  const probe = join(folder, `.write-probe-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

/** Writes a file that only its owner can read, all of it or nothing. */
export function writePrivateFile(file: string, content: string): void {
  const fresh = `${file}.${process.pid}.new`;
  try {
    writeFileSync(fresh, content, { mode: 0o600 });
    renameSync(fresh, file);
  } catch (cause) {
    throw unwritable(dirname(file), cause);
  }
}

/** The file's text without surrounding blanks, or undefined when there is no such file. */
export function readTextFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The secret kept in `file`; made at random and stored for the owner only when there is none yet. */
export function keptSecret(file: string): string {
  const kept = readTextFile(file);
  if (kept !== undefined && kept !== '') return kept;
  const secret = randomBytes(24).toString('hex');
  writePrivateFile(file, `${secret}\n`);
  return secret;
}

/** The error for a folder that cannot be written; its message says why, and what to do. */
export function unwritable(folder: string, cause: unknown): SalienceError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  const advice: Record<string, string> = {
    ENOSPC: 'The disk is full: free some space',
    EROFS: 'It is on a read-only file system: mount it writable, or set SALIENCE_HOME to a folder elsewhere',
    ENOTDIR: 'A part of that path is a file: move it away, or set SALIENCE_HOME to a folder elsewhere',
    EEXIST: 'A file of that name is in the way: move it away, or set SALIENCE_HOME to a folder elsewhere',
  };
  const owner =
    process.platform === 'win32' ? '' : ` (for example: chown -R ${userInfo().username} '${folder}')`;
  const what =
    advice[code] ??
    `Give this user the right to write there${owner}, or set SALIENCE_HOME to a folder elsewhere`;
  return new SalienceError(
    'embedded.folder-unwritable',
    `Expected a folder that can be written at ${folder}, but writing failed with ${code}. ${what}, then start again.`,
    { cause, data: { folder, code } },
  );
}
