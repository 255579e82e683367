// The environment that npm, pnpm and turbo run in: a home and caches that can really be written.
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ROOT, SetUpError } from './repository.mjs';

/** Throws with a clear sentence when this Node is too old even to set up. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 18 || (major === 18 && minor >= 12)) return;
  throw new SetUpError(
    `Salience needs Node 18.12 or later to set itself up, but this is Node ${process.versions.node} (${process.execPath}). ` +
      'Install a newer Node and start again; everything else comes by itself.',
  );
}

/** Throws unless the repository's folder can be written: packages and bundles go there. */
export function checkWritable() {
  const probe = join(ROOT, 'node_modules', `.write-probe-${process.pid}`);
  try {
    mkdirSync(dirname(probe), { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new SetUpError(
      `Set-up has to write into ${join(ROOT, 'node_modules')}, but that failed (${error.code ?? error.message}). ` +
        `Make the folder writable for this user (${whoAmI()}), for example with: chown -R ${whoAmI()} '${ROOT}', ` +
        'or clone the repository into a folder of your own.',
    );
  }
}

/**
 * Variables for the tools of the set-up. Where the home folder is missing or cannot be written (HOME unset, a
 * service account, a container's made-up user), a home below node_modules takes its place; where only npm's
 * cache cannot be written (left by a `sudo npm`), only that moves. `runtime` comes first on the path.
 */
export function toolEnvironment(runtime) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  env.npm_config_update_notifier = 'false';
  if (runtime !== undefined) env.PATH = [dirname(runtime), process.env.PATH ?? ''].join(delimiter);
  const spare = join(ROOT, 'node_modules', '.cache', 'set-up');
  const home = process.env.HOME || homeOfUser();
  if (process.platform !== 'win32' && !canWrite(home)) {
    env.HOME = join(spare, 'home');
    mkdirSync(env.HOME, { recursive: true });
    for (const name of ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'PNPM_HOME'])
      delete env[name];
    // npm hands its own settings down to its scripts, the cache below the old home among them.
    env.npm_config_cache = join(spare, 'npm');
  } else {
    env.HOME = home;
    const cache = process.env.npm_config_cache ?? join(home, '.npm');
    if (!canWriteTree(cache)) env.npm_config_cache = join(spare, 'npm');
  }
  return env;
}

function homeOfUser() {
  try {
    return homedir();
  } catch {
    // A user without a line in the password file has no home.
    return '/nonexistent';
  }
}

function whoAmI() {
  try {
    return userInfo().username;
  } catch {
    return `${process.getuid?.() ?? 'unknown'}`;
  }
}

/** npm writes below `_cacache`; folders that a `sudo npm` left there belong to root. */
function canWriteTree(cache) {
  const inner = ['_cacache', '_cacache/tmp', '_cacache/index-v5', '_cacache/content-v2', '_npx'].map((name) =>
    join(cache, name),
  );
  return (
    canWrite(existsSync(cache) ? cache : dirname(cache)) &&
    inner.every((path) => !existsSync(path) || canWrite(path))
  );
}

function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
