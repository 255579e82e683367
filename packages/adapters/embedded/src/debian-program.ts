import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '@salience/errors';
import { ensureFolder } from './server-folder.ts';

/** A program, or why it could not be had. */
export type ObtainedProgram =
  | { readonly path: string; readonly reason?: never }
  | { readonly path?: never; readonly reason: string };

/** A program of the distribution's packages. */
export interface DebianProgram {
  /** What is left in the cache folder: a launcher of this name. The packages are unpacked beside it, below this name with `.d`. */
  readonly launcher: string;
  readonly package: string;
  /** Where its package has it, relative to the root. */
  readonly file: string;
  /** Where the system's own suites do not have it: what follows the name of the release, as in bookworm-backports. */
  readonly suite?: string;
  /** Asked for by name where apt leaves a part out because the machine has it already, but not where the program can use it. */
  readonly parts?: readonly string[];
  /** Whether a program runs on this system as what is wanted. */
  readonly runs: (path: string) => boolean;
  /** What it is fetched for: "to get a private Redis server". */
  readonly purpose: string;
}

/** Where to store a program, and the progress callback. */
export interface ObtainOptions {
  readonly cacheDir: string;
  readonly log?: (line: string) => void;
}

const COMMAND_TIMEOUT_MS = 300_000;

/**
 * Gets a program from the distribution's packages without installing anything: apt downloads into
 * folders of its own below `cacheDir` (so any user may do it), the packages are unpacked there, and a small
 * launcher script that finds its libraries is left there. No service is started.
 * An earlier result is used again. Never throws: what stands in the way is the answer's `reason`.
 */
export async function obtainProgram(wanted: DebianProgram, options: ObtainOptions): Promise<ObtainedProgram> {
  const cacheDir = resolve(options.cacheDir);
  const launcher = join(cacheDir, wanted.launcher);
  if (wanted.runs(launcher)) return { path: launcher };
  if (process.platform !== 'linux')
    return {
      reason: `no ${wanted.package} on the path, and packages are only fetched on Debian and its kin`,
    };
  let staging: string | undefined;
  try {
    ensureFolder(cacheDir);
    staging = mkdtempSync(join(cacheDir, 'fetch-'));
    const root = await download(wanted, staging, options.log ?? (() => {}));
    return install(wanted, root, launcher);
  } catch (error) {
    return { reason: messageOf(error) };
  } finally {
    if (staging !== undefined) rmSync(staging, { recursive: true, force: true });
  }
}

async function download(
  { file, package: name, parts = [], purpose, suite }: DebianProgram,
  staging: string,
  log: (line: string) => void,
): Promise<string> {
  const apt = [...privateApt(staging), ...(suite === undefined ? [] : suiteSettings(staging, suite))];
  log(`Fetching the list of packages, ${purpose}`);
  // With a source that cannot be reached apt goes on with the others; the system's own lists are the last resort.
  const updated = await run('apt-get', [...apt, 'update'], staging);
  const lists = updated.code === 0 ? [] : ['-o', 'Dir::State::lists=/var/lib/apt/lists'];
  log(`Downloading ${name}`);
  const archives = join(staging, 'cache', 'archives');
  const resolved = [...apt, ...lists, '--yes', '--download-only', '--no-install-recommends', 'install', name];
  const first = await run('apt-get', resolved, staging);
  const root = join(staging, 'root');
  mkdirSync(root);
  await unpackAll(archives, root);
  if (!existsSync(join(root, file))) {
    const plain = await run('apt-get', [...apt, ...lists, 'download', name, ...parts], archives);
    await unpackAll(archives, root);
    if (!existsSync(join(root, file)))
      throw new Error(`${name} could not be downloaded: ${lastWords(plain) || lastWords(first)}`);
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

const SOURCES = '/etc/apt/sources.list.d';

/** The system's own mirrors and keys, with another suite of its release. Throws where that cannot be derived. */
function suiteSettings(staging: string, suite: string): string[] {
  const [, release] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  const files = existsSync(SOURCES) ? readdirSync(SOURCES).filter((name) => name.endsWith('.sources')) : [];
  const stanza = files
    .flatMap((name) => readFileSync(join(SOURCES, name), 'utf8').split(/\n\s*\n/))
    .find((text) => new RegExp(`^Suites:.*\\b${release ?? ''}(?:\\s|$)`, 'm').test(text));
  if (release === undefined || stanza === undefined)
    throw new Error(`the sources of this system do not say where the suite ${suite} of its release is`);
  const list = join(staging, 'suite.sources');
  writeFileSync(list, stanza.replace(/^Suites:.*$/m, `Suites: ${release}-${suite}`));
  return ['-o', `Dir::Etc::sourcelist=${list}`];
}

async function unpackAll(archives: string, root: string): Promise<void> {
  for (const name of readdirSync(archives)) {
    if (!name.endsWith('.deb')) continue;
    const unpacked = await run('dpkg', ['-x', join(archives, name), root], root);
    if (unpacked.code !== 0) throw new Error(`${name} could not be unpacked: ${lastWords(unpacked)}`);
  }
}

function install(
  { file, launcher: name, runs }: DebianProgram,
  root: string,
  launcher: string,
): ObtainedProgram {
  const home = `${launcher}.d`;
  rmSync(home, { recursive: true, force: true });
  renameSync(root, home);
  const libraries = libraryFolders(home).map((folder) => `"$home/${folder}"`);
  const script = [
    '#!/bin/sh',
    '# Runs the unpacked program with the libraries that were unpacked beside it.',
    `home=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)/${name}.d`,
    `LD_LIBRARY_PATH=${libraries.join(':')}\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}`,
    'export LD_LIBRARY_PATH',
    `exec "$home/${file}" "$@"`,
    '',
  ].join('\n');
  writeFileSync(`${launcher}.new`, script);
  chmodSync(`${launcher}.new`, 0o755);
  renameSync(`${launcher}.new`, launcher);
  if (runs(launcher)) return { path: launcher };
  return { reason: `the downloaded program does not run on this system (${launcher} --version fails)` };
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
