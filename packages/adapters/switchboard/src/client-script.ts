import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The script of Socket.IO's client, as a module for browsers: beside a bundle, or the library's own when run from source. */
export async function readClientScript(): Promise<string> {
  const beside = join(import.meta.dirname, 'socket.io.js');
  return readFile(beside, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    const library = dirname(createRequire(import.meta.url).resolve('socket.io/package.json'));
    return readFile(join(library, 'client-dist', 'socket.io.esm.min.js'), 'utf8');
  });
}
