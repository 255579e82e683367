import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** What a path says of its file. */
export interface FileFacts {
  /** In lower case, with its dot, of at most 32 characters; empty: it has none. */
  readonly extension: string;
  /** Folders between the root and the file; 0: it is right in the root. */
  readonly directory_depth: number;
  /** The words and numbers of its name without the extension, in lower case: at most 16, each of at most 64 characters. */
  readonly filename_tokens: readonly string[];
}

const tokensMax = 16;
const tokenCharsMax = 64;

/** The facts of a file at `path` below its root, with `/`; or at an absolute path if `root` is given. */
export function fileFacts(path: string, root = ''): FileFacts {
  const below = posix.isAbsolute(path) && root !== '' ? posix.relative(root, path) : path;
  const extension = posix.extname(below);
  const stem = posix.basename(below, extension);
  return {
    extension: extension.length > 1 && extension.length <= 32 ? extension.toLowerCase() : '',
    directory_depth: below.split('/').length - 1,
    filename_tokens: stem
      .normalize('NFC')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((token) => token !== '')
      .slice(0, tokensMax)
      .map((token) => Array.from(token).slice(0, tokenCharsMax).join('')),
  };
}

/** Names one state of one file: the same for the same values, 32 hexadecimal digits of their SHA-256. */
export function externalIdOf(file: {
  readonly root: string;
  readonly path: string;
  readonly inode: string;
  readonly mtimeMs: number;
  readonly size: number;
}): string {
  const values = JSON.stringify([file.root, file.path, file.inode, file.mtimeMs, file.size]);
  return createHash('sha256').update(values).digest('hex').slice(0, 32);
}
