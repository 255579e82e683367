import { access, constants, realpath } from 'node:fs/promises';
import { isAbsolute, parse, relative, resolve, sep } from 'node:path';
import { messageOf, SalienceError } from '@salience/errors';
import { type FolderIdentity, folderIdentity } from './folder-identity.ts';
import { createIgnore } from './ignore.ts';

/**
 * The roots without those that another one covers, in their order, each once and without a slash at its end. One that is reached from
 * another only through a name that `ignored` leaves out is kept.
 */
export function minimalRoots(
  roots: readonly string[],
  ignored: (path: string) => boolean = createIgnore(),
): readonly string[] {
  const all = [...new Set(roots.map((root) => resolve(root)))];
  return all.filter(
    (root) => !all.some((other) => other !== root && isWithin(root, other) && !ignored(below(root, other))),
  );
}

/** A root that is there. */
export interface FoundRoot {
  /** Where it really is: links are followed. */
  readonly real: string;
  /** Another folder at its place is another root. */
  readonly identity: FolderIdentity;
}

/**
 * Finds where a root really is. Throws `files.root-refused` (terminal) if it is no absolute path, or all of a disk; `files.root-missing`
 * (retryable) if no folder is there that may be opened.
 */
export async function findRoot(root: string): Promise<FoundRoot> {
  if (!isAbsolute(root)) throw refused(root, 'an absolute path');
  const real = await realpath(root).catch((error: unknown) => {
    throw missing(root, messageOf(error), error);
  });
  if (parse(real).root === real) throw refused(root, 'a folder below the top of the disk');
  const identity = await folderIdentity(real);
  if (identity === undefined) throw missing(root, 'something that is no folder is there');
  await access(real, constants.R_OK | constants.X_OK).catch((error: unknown) => {
    throw missing(root, messageOf(error), error);
  });
  return { real, identity };
}

/** The path below a folder, with `/`. */
function below(path: string, folder: string): string {
  return relative(folder, path).split(sep).join('/');
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function refused(root: string, expected: string): SalienceError {
  return new SalienceError(
    'files.root-refused',
    `Expected ${expected} to watch, got ${root}. Declare another.`,
  );
}

function missing(root: string, why: string, cause?: unknown): SalienceError {
  return new SalienceError(
    'files.root-missing',
    `Expected a folder at ${root}, but ${why}. It is looked for again; make it, or take it out of the modules.`,
    { kind: 'retryable', ...(cause === undefined ? {} : { cause }) },
  );
}
