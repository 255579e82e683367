// Where everything is, and small facts about the repository that the set-up needs.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The bundle of the command line, which `npm start` and `salience` run. */
export const CLI_BUNDLE = join(ROOT, 'packages', 'cli', 'dist', 'main.mjs');

/**
 * How Node runs `salience up`, which waits for days and computes next to nothing: code is kept small rather than made fast, and young
 * objects get little room. Measured with bench/footprint.ts: a fifth less memory.
 */
export const SUPERVISOR_FLAGS = ['--no-opt', '--max-lazy', '--optimize-for-size', '--max-semi-space-size=1'];

/** What runs in browsers: its build leaves a page instead of a program. */
const CONSOLE = 'apps/console';

const PACKAGE_ROOTS = ['apps', 'packages', 'packages/domain', 'packages/adapters', 'packages/kit'];

/** An expected failure: its message is all that the user needs to see. */
export class SetUpError extends Error {}

/** The package manager as package.json pins it: `{ spec: 'pnpm@10.34.9', algorithm: 'sha512', hash }`, the hash of its package in hex. */
export function packageManager() {
  const text = readJson(join(ROOT, 'package.json'))?.packageManager;
  const match = /^(pnpm@\d+\.\d+\.\d+)\+(sha512)\.([0-9a-f]{128})$/.exec(text ?? '');
  if (match === null) {
    throw new SetUpError(
      `Expected "packageManager" in package.json as pnpm@<version>+sha512.<hash>, got ${text}.`,
    );
  }
  const [, spec, algorithm, hash] = match;
  return { spec, algorithm, hash };
}

/** Folders of all workspace packages, relative to the root, sorted; the root itself is ''. */
function workspaceFolders() {
  const folders = ['', 'bench', 'eval'];
  for (const parent of PACKAGE_ROOTS) {
    if (!existsSync(join(ROOT, parent))) continue;
    for (const entry of readdirSync(join(ROOT, parent), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(`${parent}/${entry.name}`);
    }
  }
  return folders.filter((folder) => existsSync(join(ROOT, folder, 'package.json'))).sort();
}

/** What an installation depends on, as one hash: manifests, lockfile, workspace settings, platform. */
export function installFingerprint() {
  const files = workspaceFolders().map((folder) => join(folder, 'package.json'));
  return fingerprint(
    [...files, 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
    `${process.platform}-${process.arch}`,
  );
}

/** What the bundles depend on, as one hash: all sources, the bundler's settings, and the installation. */
export function buildFingerprint() {
  const files = ['tooling/bundle.mjs', 'tooling/function-set.mjs', 'turbo.json', `${CONSOLE}/build.mjs`];
  for (const folder of workspaceFolders())
    files.push(...sourcesBelow(folder === '' ? '' : join(folder, 'src')));
  files.push(...sourcesBelow(join('packages', 'adapters', 'database', 'sql')));
  return fingerprint(files, installFingerprint());
}

/** The bundles that a build has to leave behind, as absolute paths. */
export function expectedBundles() {
  const built = workspaceFolders().filter(
    (folder) => folder !== '' && readJson(join(ROOT, folder, 'package.json')).scripts?.build !== undefined,
  );
  return built.map((folder) => join(ROOT, folder, 'dist', folder === CONSOLE ? 'index.html' : 'main.mjs'));
}

/** Parses a JSON file; undefined when it is missing or damaged. */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function sourcesBelow(folder) {
  if (folder === '' || !existsSync(join(ROOT, folder))) return [];
  const found = [];
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...sourcesBelow(path));
    else if (!entry.name.endsWith('.test.ts')) found.push(path);
  }
  return found.sort((one, other) => (one < other ? -1 : 1));
}

function fingerprint(files, salt) {
  const hash = createHash('sha256').update(salt);
  for (const file of files) {
    const path = join(ROOT, file);
    hash.update(`\0${file}\0`).update(existsSync(path) ? readFileSync(path) : 'missing');
  }
  return hash.digest('hex');
}
