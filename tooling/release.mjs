// Writes what the version in package.json promises its successors into releases/<version>: the schema with its function signatures and
// rights, the API, the frozen payloads and the names of settings. Later versions are compared with the newest of these folders.
//   node tooling/release.mjs
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const ROOT = join(import.meta.dirname, '..');
const PROMISES = [
  'packages/adapters/database/test/released.int.test.ts',
  'apps/consumer/test/released.test.ts',
  'test/released-contracts.int.test.ts',
  'tooling/env-example.test.ts',
];

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const folder = join('releases', version);
const committed = spawnSync('git', ['ls-files', '--', folder], { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
if (committed !== '' && existsSync(join(ROOT, folder))) {
  process.stderr.write(
    `release: ${folder} is committed, so ${version} was released. Raise the version in every package.json first.\n`,
  );
  process.exit(1);
}
const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/test.mjs'), ...PROMISES], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, SALIENCE_RELEASE: version },
});
if (status === 0) process.stdout.write(`release: wrote ${folder}; commit it with CHANGELOG.md.\n`);
process.exitCode = status ?? 1;
