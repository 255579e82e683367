import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '@salience/errors';
import { REDIS_LAUNCHER, runsRedis } from './find-redis-server.ts';
import { ensureFolder } from './server-folder.ts';

/** A server program, or why none could be had. */
export type ObtainedRedis =
  | { readonly path: string; readonly reason?: never }
  | { readonly path?: never; readonly reason: string };

/** Where to store the program, and the progress callback. */
export interface ObtainRedisOptions {
  readonly cacheDir: string;
  readonly log?: (line: string) => void;
}

/** Used when apt itself leaves a part out because the machine has it already, but not where a server can use it. */
const PARTS = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1'];
const COMMAND_TIMEOUT_MS = 180_000;

/**
 * Gets a Redis server from the distribution's packages without installing anything: apt downloads into
 * folders of its own below `cacheDir` (so any user may do it), the packages are unpacked there, and a small
 * launcher script that finds its libraries is left at `<cacheDir>/redis-server`. No service is started.
 * An earlier result is used again. Never throws: what stands in the way is the answer's `reason`.
 */
export async function obtainRedisServer(options: ObtainRedisOptions): Promise<ObtainedRedis> {
  const cacheDir = resolve(options.cacheDir);
  const launcher = join(cacheDir, REDIS_LAUNCHER);
  if (runsRedis(launcher)) return { path: launcher };
  if (process.platform !== 'linux')
    return { reason: 'no redis-server on the path, and packages are only fetched on Debian and its kin' };
  let staging: string | undefined;
  try {
    ensureFolder(cacheDir);
    staging = mkdtempSync(join(cacheDir, 'fetch-'));
    const root = await download(staging, options.log ?? (() => {}));
    return install(root, cacheDir, launcher);
  } catch (error) {
    return { reason: messageOf(error) };
  } finally {
    if (staging !== undefined) rmSync(staging, { recursive: true, force: true });
  }
}

async function download(staging: string, log: (line: string) => void): Promise<string> {
  const apt = privateApt(staging);
  log('Fetching the list of packages, to get a private Redis server');
  // With a source that cannot be reached apt goes on with the others; the system's own lists are the last resort.
  const updated = await run('apt-get', [...apt, 'update'], staging);
  const lists = updated.code === 0 ? [] : ['-o', 'Dir::State::lists=/var/lib/apt/lists'];
  log('Downloading redis-server');
  const archives = join(staging, 'cache', 'archives');
  const resolved = [
    ...apt,
    ...lists,
    '--yes',
    '--download-only',
    '--no-install-recommends',
    'install',
    'redis-server',
  ];
  const first = await run('apt-get', resolved, staging);
  const root = join(staging, 'root');
  mkdirSync(root);
  await unpackAll(archives, root);
  if (!existsSync(join(root, 'usr/bin/redis-server'))) {
    const plain = await run('apt-get', [...apt, ...lists, 'download', ...PARTS], archives);
    await unpackAll(archives, root);
    if (!existsSync(join(root, 'usr/bin/redis-server'))) {
      throw new Error(`redis-server could not be downloaded: ${lastWords(plain) || lastWords(first)}`);
    }
  }
  return root;
}

/** apt with state and cache of its own; only the list of what is installed is the system's, and only read. */
function privateApt(staging: string): string[] {
  const state = join(staging, 'state');
  const cache = join(staging, 'cache');
  mkdirSync(join(state, 'lists', 'partial'), { recursive: true });
  mkdirSync(join(cache, 'archives', 'partial'), { recursive: true });
  const settings = [
    `Dir::State=${state}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${cache}`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
    'Acquire::Retries=1',
    'Acquire::http::Timeout=20',
    'Acquire::https::Timeout=20',
  ];
  return settings.flatMap((setting) => ['-o', setting]);
}

async function unpackAll(archives: string, root: string): Promise<void> {
  for (const name of readdirSync(archives)) {
    if (!name.endsWith('.deb')) continue;
    const unpacked = await run('dpkg', ['-x', join(archives, name), root], root);
    if (unpacked.code !== 0) throw new Error(`${name} could not be unpacked: ${lastWords(unpacked)}`);
  }
}

function install(root: string, cacheDir: string, launcher: string): ObtainedRedis {
  const home = join(cacheDir, 'redis');
  rmSync(home, { recursive: true, force: true });
  renameSync(root, home);
  const libraries = libraryFolders(home).map((folder) => `"$home/${folder}"`);
  const script = [
    '#!/bin/sh',
    '# Runs the unpacked server with the libraries that were unpacked beside it.',
    'home=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)/redis',
    `LD_LIBRARY_PATH=${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}`,
    'export LD_LIBRARY_PATH',
    'exec "$home/usr/bin/redis-server" "$@"',
    '',
  ].join('\n');
  writeFileSync(`${launcher}.new`, script);
  chmodSync(`${launcher}.new`, 0o755);
  renameSync(`${launcher}.new`, launcher);
  if (runsRedis(launcher)) return { path: launcher };
  return { reason: `the downloaded server does not run on this system (${launcher} --version fails)` };
}

function libraryFolders(home: string): string[] {
  const found = new Set<string>();
  for (const top of ['lib', 'usr/lib']) {
    if (!existsSync(join(home, top))) continue;
    for (const entry of readdirSync(join(home, top), { recursive: true, encoding: 'utf8' })) {
      if (/\.so(\.\d+)*$/.test(entry)) found.add(join(top, entry, '..'));
    }
  }
  return [...found];
}

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

function lastWords(ran: Ran): string {
  return ran.said
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('W:'))
    .slice(-2)
    .join(' ');
}

function run(command: string, args: readonly string[], cwd: string): Promise<Ran> {
  return new Promise((done) => {
    let said = '';
    const child = spawn(command, [...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: COMMAND_TIMEOUT_MS,
    });
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    child.once('error', (error: NodeJS.ErrnoException) => {
      done({
        code: null,
        said: error.code === 'ENOENT' ? `there is no ${command} on this system` : error.message,
      });
    });
    child.once('close', (code) => done({ code, said }));
  });
}
