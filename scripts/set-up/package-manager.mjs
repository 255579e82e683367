// Brings the pinned package manager, and nothing that only has its name: its bytes are compared with the hash in package.json before
// anything of it runs. `node scripts/set-up/package-manager.mjs <folder>` prints where it lies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageManager, SetUpError } from './repository.mjs';

/** Fetches the package manager into `folder`, which it empties first, and gives its file. Throws where the bytes are not those pinned. */
export function fetchPackageManager(folder, env, pinned = packageManager()) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const got = spawnSync('npm', ['pack', pinned.spec, '--pack-destination', folder, '--silent'], {
    cwd: folder,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (got.error?.code === 'ENOENT') {
    throw new SetUpError(
      'Set-up needs npm, which comes with Node, but npm is not on the path. Install npm and start again.',
    );
  }
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  if (got.status !== 0 || name === undefined) {
    throw new SetUpError(
      `Fetching ${pinned.spec} failed (exit code ${got.status}): ${`${got.stderr}${got.stdout}`.trim()} The npm registry must be reachable.`,
    );
  }
  const file = join(folder, name);
  const hash = createHash(pinned.algorithm).update(readFileSync(file)).digest('hex');
  if (hash === pinned.hash) return file;
  rmSync(file);
  throw new SetUpError(
    `Expected ${pinned.spec} with the ${pinned.algorithm} hash of package.json (${pinned.hash.slice(0, 16)}…), got ${hash.slice(0, 16)}…. ` +
      'It was not run. Look where npm takes its packages from before you start again.',
  );
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.stdout.write(
    `${fetchPackageManager(resolve(process.argv[2] ?? 'package-manager'), process.env)}\n`,
  );
}
