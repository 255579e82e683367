// `node bench/peers/run.mjs`: sets up the repository and the peers where that was not done, then compares them with
// Salience in one run (../peers.ts, which takes the same arguments). Works from a fresh clone, with any Node from 18 on.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bootstrap, runScript } from '../../scripts/bootstrap.mjs';
import { runInPlace } from '../../scripts/set-up/children.mjs';
import { toolEnvironment } from '../../scripts/set-up/environment.mjs';
import { step } from '../../scripts/set-up/progress.mjs';
import { SetUpError } from '../../scripts/set-up/repository.mjs';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const LOCK = join(FOLDER, 'package-lock.json');
const INSTALLED = join(FOLDER, 'node_modules', '.installed-lock');

await runScript(async () => {
  const runtime = await bootstrap();
  const env = toolEnvironment(runtime);
  await step('installing the peers', async () => installPeers(env));
  return await runInPlace(runtime, [join(FOLDER, '..', 'peers.ts'), ...process.argv.slice(2)], env);
});

/** `npm ci` where the lock file is not the one that is installed. Runs no install script: see .npmrc. */
function installPeers(env) {
  const lock = readFileSync(LOCK, 'utf8');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return;
  const ran = spawnSync('npm', ['ci'], {
    cwd: FOLDER,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (ran.status !== 0) throw new SetUpError(`npm ci failed in bench/peers:\n${ran.stderr}`);
  writeFileSync(INSTALLED, lock);
}
