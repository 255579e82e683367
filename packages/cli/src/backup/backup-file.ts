import { randomBytes } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SalienceError } from '@salience/errors';

/**
 * Writes a new file that its owner alone may read: under a name of its own beside `file`, and under that name when all of it is on the
 * disk. A process that dies before leaves a file that ends in `.part`. Never follows a link and replaces nothing. Throws
 * `backup.file-exists` or `backup.file-unwritable`.
 */
export async function writeBackupFile(file: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  requireNew(file);
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  const handle = await open(part, 'wx', 0o600).catch((cause: unknown) => {
    throw unwritable(file, cause);
  });
  try {
    await pipeline(pieces, handle.createWriteStream({ flush: true }));
    requireNew(file);
    await rename(part, file);
    await keepName(dirname(file));
  } catch (error) {
    await rm(part, { force: true });
    throw isOfFiles(error) ? unwritable(file, error) : error;
  } finally {
    await handle.close().catch(() => {});
  }
}

/** Throws `backup.file-exists` where there is something of that name: a link too, wherever it leads. */
export function requireNew(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  throw new SalienceError('backup.file-exists', `${file} exists already: name another file.`);
}

/** Flushes the folder, so that the file's name survives a power cut. Windows does not support this. */
async function keepName(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file to be read, several times over. */
export interface OpenedBackup {
  readonly bytes: number;
  /** All of it, from the beginning. */
  read(): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Opens a backup. Later reads use this file, even if its name is reused. Throws `backup.file-unreadable`. */
export async function openBackupFile(file: string): Promise<OpenedBackup> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw unreadable(file, (cause as NodeJS.ErrnoException).code ?? 'unknown error', cause);
  });
  const found = await handle.stat();
  if (!found.isFile()) {
    await handle.close();
    throw unreadable(file, 'it is no file');
  }
  return {
    bytes: found.size,
    read: () => handle.createReadStream({ start: 0, autoClose: false, highWaterMark: pieceBytes }),
    close: () => handle.close(),
  };
}

const pieceBytes = 256 * 1024;

/** How many bytes a file has. */
export async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}

function isOfFiles(error: unknown): boolean {
  return !(error instanceof SalienceError) && error instanceof Error && 'syscall' in error;
}

function unwritable(file: string, cause: unknown): SalienceError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
  return new SalienceError(
    'backup.file-unwritable',
    `Cannot write ${file} (${code}). Name a file in a folder that you may write to and that has room.`,
    { cause },
  );
}

function unreadable(file: string, why: string, cause?: unknown): SalienceError {
  return new SalienceError(
    'backup.file-unreadable',
    `Cannot read ${file} (${why}). Name a backup of yours.`,
    {
      cause,
    },
  );
}
