// Sets everything up: packages, runtime, bundles. Does nothing, quickly, when all is up to date.
// Plain JavaScript without dependencies, for any Node from 18.12 on: it runs before anything is installed.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { runStep } from './set-up/children.mjs';
import { checkNode, checkWritable, toolEnvironment } from './set-up/environment.mjs';
import { linkCommand, linkRuntime } from './set-up/links.mjs';
import { alone } from './set-up/lock.mjs';
import { fetchPackageManager } from './set-up/package-manager.mjs';
import { say, step } from './set-up/progress.mjs';
import {
  buildFingerprint,
  expectedBundles,
  installFingerprint,
  packageManager,
  readJson,
  ROOT,
  SetUpError,
} from './set-up/repository.mjs';
import { chooseRuntime } from './set-up/runtime.mjs';

const INSTALL_STAMP = join(ROOT, 'node_modules', '.salience-install.json');
const BUILD_STAMP = join(ROOT, 'node_modules', '.salience-build.json');

/** Installs and builds what is not up to date. Resolves with the path of the Node to run the program on. */
export async function bootstrap() {
  checkNode();
  if (!installed() || !built()) {
    checkWritable();
    await alone(async () => {
      if (!installed()) await step('installing packages (the first time takes about a minute)', install);
      if (!built()) await step('building', build);
    });
  }
  return chooseRuntime();
}

/**
 * Runs the main function of a script and ends the process with its exit code. An expected failure is told in
 * one sentence, anything else with its stack.
 */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    say(error instanceof SetUpError ? error.message : `unexpected failure\n${error?.stack ?? error}`);
    process.exitCode = 1;
  }
}

function installed() {
  return readJson(INSTALL_STAMP)?.fingerprint === installFingerprint();
}

function built() {
  return (
    readJson(BUILD_STAMP)?.fingerprint === buildFingerprint() &&
    expectedBundles().every((bundle) => existsSync(bundle))
  );
}

function writeStamp(file, fingerprint) {
  writeFileSync(file, `${JSON.stringify({ fingerprint })}\n`);
}

async function install() {
  rmSync(INSTALL_STAMP, { force: true });
  const fingerprint = installFingerprint();
  const args = [
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
    '--config.confirmModulesPurge=false',
  ];
  // Its pages of progress and warnings help nobody who starts for the first time; they are shown when it fails.
  const code = await withPackageManager(['pnpm', ...args], toolEnvironment());
  if (code !== 0) {
    throw new SetUpError(
      `Installing the packages failed (exit code ${code}); the reason is above. The npm registry must be reachable. ` +
        `After a change of a package.json, update the lockfile with: npx ${packageManager().spec} install`,
    );
  }
  linkRuntime();
  linkCommand();
  writeStamp(INSTALL_STAMP, fingerprint);
}

async function build() {
  const fingerprint = buildFingerprint();
  // Not through turbo: it asks git what changed, and an unpacked archive has none.
  const programs = [
    'pnpm',
    '--recursive',
    '--workspace-concurrency=4',
    '--reporter=append-only',
    'run',
    'build',
  ];
  const code = await withPackageManager(programs, toolEnvironment(chooseRuntime()));
  if (code !== 0) throw new SetUpError(`Building failed (exit code ${code}); the reason is above.`);
  writeStamp(BUILD_STAMP, fingerprint);
}

/**
 * Runs a command with the pinned pnpm on the path: the installed one if it is that very version, else one that is fetched and
 * compared with its hash before it runs.
 */
async function withPackageManager(command, env) {
  const pinned = packageManager();
  const found = spawnSync('pnpm', ['--version'], {
    cwd: '/',
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (found.status === 0 && `pnpm@${found.stdout.trim()}` === pinned.spec)
    return await runStep(command[0], command.slice(1), { cwd: ROOT, env });
  // Beside what it installs, not in it: an installation may clear its folder.
  const folder = mkdtempSync(join(tmpdir(), 'salience-package-manager-'));
  try {
    const file = fetchPackageManager(join(folder, 'fetched'), env, pinned);
    return await runStep('npx', ['--yes', `--package=${file}`, '--', ...command], { cwd: ROOT, env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await runScript(async () => {
    const runtime = await bootstrap();
    say(`ready, on ${runtime}`);
    return 0;
  });
}
