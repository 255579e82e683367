import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { AppName } from '@salience/contracts';
import { repositoryRoot } from '../servers/places.ts';

/** Node that runs TypeScript sources: the one that the repository brings, else the one that runs us. */
export function nodeProgram(): string {
  const brought = join(repositoryRoot, 'node_modules/.bin/node');
  return existsSync(brought) ? brought : process.execPath;
}

/** The file that starts an app: its bundle when no source is newer, else its sources. */
export function appProgram(app: AppName): { readonly file: string; readonly bundled: boolean } {
  const bundle = join(repositoryRoot, 'apps', app, 'dist/main.mjs');
  const sources = join(repositoryRoot, 'apps', app, 'src');
  const fresh = existsSync(bundle) && statSync(bundle).mtimeMs > Math.max(newestIn(sources), newestPackage());
  return fresh ? { file: bundle, bundled: true } : { file: join(sources, 'main.ts'), bundled: false };
}

let packages: number | undefined;

function newestPackage(): number {
  packages ??= newestIn(join(repositoryRoot, 'packages'));
  return packages;
}

function newestIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sources = files.filter(
    (file) => file.isFile() && file.name.endsWith('.ts') && isSource(file.parentPath),
  );
  return Math.max(0, ...sources.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs));
}

function isSource(folder: string): boolean {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    if (path.endsWith('/node_modules')) return false;
    if (path.endsWith('/src')) return true;
  }
  return false;
}
