import type { BigIntStats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileEntry } from './entry.ts';
import { type FolderIdentity, identityOf } from './folder-identity.ts';

/** What is at a path. */
export type Look =
  | { readonly kind: 'file'; readonly entry: FileEntry; readonly mark: string }
  | { readonly kind: 'folder'; readonly identity: FolderIdentity; readonly mark: string }
  /** Nothing; or what is no file of ours: a link, a device, something behind a link. */
  | { readonly kind: 'gone'; readonly mark: string };

const gone: Look = { kind: 'gone', mark: 'gone' };

/** Looks at a path below a real root, without following a link. `mark` is the same for the same state. Rejects if it may not be looked at. */
export async function lookAt(real: string, path: string): Promise<Look> {
  const absolute = join(real, path);
  try {
    if ((await realpath(dirname(absolute))) !== dirname(absolute)) return gone;
    return lookOf(path, await lstat(absolute, { bigint: true }));
  } catch (error) {
    if (isGone(error)) return gone;
    throw error;
  }
}

/** What stats say. */
export function lookOf(path: string, stats: BigIntStats): Look {
  if (stats.isDirectory()) return { kind: 'folder', identity: identityOf(stats), mark: 'folder' };
  if (!stats.isFile()) return gone;
  return {
    kind: 'file',
    mark: `${stats.ino}:${stats.mtimeNs}:${stats.size}`,
    entry: {
      path,
      inode: String(stats.ino),
      mtimeMs: Number(stats.mtimeNs / 1_000_000n),
      size: Number(stats.size),
      changedMs: Number(stats.ctimeNs / 1_000_000n),
    },
  };
}

/** Whether an error of the file system says that nothing is there. */
export function isGone(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ENOENT' || code === 'ENOTDIR';
}
