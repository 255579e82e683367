import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isGone, type Look, lookOf } from './look.ts';

/** A part of a folder's files, or that it could not be read. */
export interface WalkedFolder {
  /** Below the root, with `/`; the root itself is empty. */
  readonly folder: string;
  readonly files: readonly (Look & { readonly kind: 'file' })[];
  readonly error?: unknown;
}

/** How a tree is walked. */
export interface WalkOptions {
  readonly ignored: (path: string) => boolean;
  /** Is called before a folder is read, so that no change falls between. False: leave it out, for it is not there. */
  readonly enter: (folder: string, absolute: string) => Promise<boolean>;
}

/** Files that are looked at together. */
const together = 64;

/**
 * The files at and below a folder of a real root. No link is followed: neither one that stands in a folder nor one that a folder was changed
 * for. A folder that cannot be read is given with its error, and the others go on; what vanishes meanwhile is left out.
 */
export async function* walk(real: string, start: string, options: WalkOptions): AsyncGenerator<WalkedFolder> {
  const folders = [start];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      const absolute = join(real, folder);
      if ((await realpath(absolute)) !== absolute || !(await options.enter(folder, absolute))) continue;
      const found = await readdir(absolute, { withFileTypes: true });
      const paths: string[] = [];
      for (const one of found) {
        const path = folder === '' ? one.name : `${folder}/${one.name}`;
        if (options.ignored(path)) continue;
        if (one.isDirectory()) folders.push(path);
        else if (one.isFile()) paths.push(path);
      }
      for (let index = 0; index < paths.length; index += together)
        yield { folder, files: await looksAt(real, paths.slice(index, index + together)) };
      if (paths.length === 0) yield { folder, files: [] };
    } catch (error) {
      if (!isGone(error)) yield { folder, files: [], error };
    }
  }
}

async function looksAt(real: string, paths: readonly string[]): Promise<WalkedFolder['files']> {
  const looks = await Promise.all(
    paths.map(async (path) => {
      try {
        return lookOf(path, await lstat(join(real, path), { bigint: true }));
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    }),
  );
  return looks.filter((look) => look?.kind === 'file');
}
