import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url));

/** The folder with the committed SQL. */
export const schemaFolder = join(repositoryRoot, 'packages/adapters/database');

/** Where the converted embedding model is kept between runs, for every test and benchmark of this clone. */
export const modelCache = join(repositoryRoot, 'node_modules/.cache/salience/models');

/** Where Node keeps what it compiled of the tests and of the apps that they start. */
export const compileCache = join(repositoryRoot, 'node_modules/.cache/salience/compiled');

/** A fresh folder that the unprivileged account of a server can enter too. */
export function scratchFolder(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, `salience-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Several times what the servers of a run hold at once. */
const memoryMin = 2 * 1024 ** 3;

/**
 * Where the servers of a run keep their data, which nobody misses afterwards: in memory where Linux offers enough of it, for a database
 * is eight hundred files, and to make them on a disk costs twenty times the processor time. Else with the temporary files.
 */
export function placeOfRun(offered = '/dev/shm'): string {
  try {
    accessSync(offered, constants.W_OK);
    const { bavail, bsize } = statfsSync(offered);
    return bavail * bsize >= memoryMin ? offered : tmpdir();
  } catch {
    // Another system, or a container that offers none.
    return tmpdir();
  }
}
