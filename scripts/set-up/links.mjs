// Two names in node_modules/.bin that the installation does not make the way they are needed.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './repository.mjs';
import { broughtRuntime } from './runtime.mjs';

const BIN = join(ROOT, 'node_modules', '.bin');

/** Makes `salience` a command of this folder's npm scripts, which look in node_modules/.bin. */
export function linkCommand() {
  const script = join(ROOT, 'scripts', 'salience.mjs');
  const link = join(BIN, 'salience');
  if (process.platform === 'win32') {
    writeFileSync(`${link}.cmd`, `@node "${script}" %*\r\n`);
    return;
  }
  rmSync(link, { force: true });
  chmodSync(script, 0o755);
  symlinkSync(relative(BIN, script), link);
}

/**
 * npm puts node_modules/.bin first on the path, so its `node` runs the next `npm start`. The package manager
 * leaves a shell script there, which stands between npm and us and does not pass signals on: a link takes its
 * place. A Node that does not run on this system must not be found there at all.
 */
export function linkRuntime() {
  if (process.platform === 'win32') return;
  const link = join(BIN, 'node');
  const brought = broughtRuntime();
  rmSync(link, { force: true });
  if (existsSync(brought) && spawnSync(brought, ['--version']).status === 0)
    symlinkSync(relative(BIN, brought), link);
}
