import { createWriteStream, type WriteStream } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Makes a folder that its owner alone may enter, or closes an empty one that is there. False, and nothing is changed,
 * where there is something in it.
 */
export async function openPrivateFolder(folder: string): Promise<boolean> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if ((await readdir(folder)).length > 0) return false;
  await chmod(folder, 0o700);
  return true;
}

/** Writes a new file below a private folder, with the folders between them; its owner alone may read it. */
export async function writePrivateText(folder: string, path: string, text: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, text, privately);
}

/** The same for what is written piece by piece; its folder must be there. */
export function privateStream(file: string): WriteStream {
  return createWriteStream(file, { ...privately, flags: privately.flag });
}

/** Never a file that is there: it could be a link, or have other rights. */
const privately = { mode: 0o600, flag: 'wx' } as const;
