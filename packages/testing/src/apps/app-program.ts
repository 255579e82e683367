import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AppName } from '@salience/contracts';
import { repositoryRoot } from '../servers/places.ts';

/**
 * The file that starts an app: its bundle when `npm test` has just compared it with the sources (SALIENCE_TEST_BUNDLES) or no
 * source is newer, else its sources, which take three times as long to start.
 */
export function appProgram(app: AppName): { readonly file: string; readonly bundled: boolean } {
  const bundle = join(repositoryRoot, 'apps', app, 'dist/main.mjs');
  const sources = join(repositoryRoot, 'apps', app, 'src');
  const fresh =
    existsSync(bundle) &&
    (process.env.SALIENCE_TEST_BUNDLES === 'fresh' ||
      statSync(bundle).mtimeMs > Math.max(newestIn(sources), newestPackage(), newestServed(app)));
  return fresh ? { file: bundle, bundled: true } : { file: join(sources, 'main.ts'), bundled: false };
}

/** Consumer's bundle holds the console, as it was built. */
function newestServed(app: AppName): number {
  const built = join(repositoryRoot, 'apps/console/dist/index.html');
  return app === 'consumer' && existsSync(built) ? statSync(built).mtimeMs : 0;
}

let packages: number | undefined;

function newestPackage(): number {
  packages ??= newestIn(join(repositoryRoot, 'packages'));
  return packages;
}

/** When the newest source below a folder was written. Linked packages below node_modules are not ours to follow. */
function newestIn(folder: string): number {
  let newest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name)) newest = Math.max(newest, newestIn(path));
    else if (entry.isFile() && /(?<!\.test)\.(ts|sql)$/.test(entry.name))
      newest = Math.max(newest, statSync(path).mtimeMs);
  }
  return newest;
}

const skipped = new Set(['node_modules', 'dist', 'test']);
