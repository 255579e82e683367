import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';

/** Tells a folder from another one at the same path. */
export interface FolderIdentity {
  /** Its disk and its inode, which may be given to another folder when it is gone. */
  readonly key: string;
  /** When it was made; undefined where the system does not know, or nothing became of the folder since. */
  readonly birth: bigint | undefined;
}

/** The identity of the folder at a path; undefined if none is there. A link is no folder. */
export async function folderIdentity(path: string): Promise<FolderIdentity | undefined> {
  try {
    const stats = await lstat(path, { bigint: true });
    return stats.isDirectory() ? identityOf(stats) : undefined;
  } catch {
    return undefined;
  }
}

/** The identity that stats hold. Where a system knows no time of birth, it says that of the last change. */
export function identityOf({ birthtimeNs, ctimeNs, dev, ino }: BigIntStats): FolderIdentity {
  const known = birthtimeNs > 0n && birthtimeNs !== ctimeNs;
  return { key: `${dev}:${ino}`, birth: known ? birthtimeNs : undefined };
}

/** Whether nothing speaks against it that two are the same folder. */
export function isSameFolder(one: FolderIdentity, other: FolderIdentity | undefined): boolean {
  if (one.key !== other?.key) return false;
  return one.birth === undefined || other.birth === undefined || one.birth === other.birth;
}

/** Whether two are the same folder beyond doubt. */
export function isSurelySameFolder(one: FolderIdentity, other: FolderIdentity | undefined): boolean {
  return isSameFolder(one, other) && one.birth !== undefined && other?.birth !== undefined;
}
