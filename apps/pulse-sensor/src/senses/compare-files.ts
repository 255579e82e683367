import type { SeenFile } from '@salience/database/signals';
import type { FileEntry } from '@salience/files';
import type { FileDelta } from './file-changes.ts';

/** Files as they are, beside what is known of them. */
export interface Comparison {
  readonly now: readonly FileEntry[];
  readonly known: readonly SeenFile[];
  /** Known files under other paths that have the inode of one of these. */
  readonly moved: readonly SeenFile[];
  /** Known files that are not there any more. */
  readonly gone: readonly SeenFile[];
}

/** What changed. */
export interface Compared {
  readonly deltas: readonly FileDelta[];
  /** Known paths to be taken out: what is gone, and the old names of what was renamed. */
  readonly gone: readonly string[];
}

/**
 * What became of files. One with the inode of a known file that is gone, under another path, got another name. A file whose inode, time and size are as
 * they were is unchanged.
 */
export function compareFiles({ gone, known, moved, now }: Comparison): Compared {
  const byPath = new Map(known.map((file) => [file.path, file]));
  const goneByInode = new Map(gone.map((file) => [file.inode, file]));
  const renamed = new Set<string>();
  const deltas: FileDelta[] = [];
  for (const file of now) {
    const before = byPath.get(file.path);
    if (before !== undefined) {
      if (!isSame(before, file)) deltas.push({ delta: 'modified', file, before });
      continue;
    }
    const old = moved.find(
      ({ inode, path }) => inode === file.inode && goneByInode.get(inode)?.path === path,
    );
    if (old === undefined) deltas.push({ delta: 'created', file });
    else {
      renamed.add(old.path);
      deltas.push({ delta: 'renamed', file, before: old });
    }
  }
  for (const file of gone) if (!renamed.has(file.path)) deltas.push({ delta: 'deleted', file });
  return { deltas, gone: gone.map(({ path }) => path) };
}

function isSame(a: SeenFile, b: SeenFile): boolean {
  return a.inode === b.inode && a.mtimeMs === b.mtimeMs && a.size === b.size;
}
