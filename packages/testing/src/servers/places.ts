import { mkdtempSync, chmodSync } from 'node:fs';
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
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `salience-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
