// `npm test`: sets up what is missing, gets a private Redis server, a browser and a pooler, and runs every test on both queue backends.
// Arguments go to vitest. Ends with a plain line of counts, and, where one of them could not be had, with a line
// that says so; in CI that is a failure.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, runScript } from './bootstrap.mjs';
import { toolEnvironment } from './set-up/environment.mjs';
import { step } from './set-up/progress.mjs';
import { ROOT } from './set-up/repository.mjs';
import { runVitest } from './set-up/run-vitest.mjs';

await runScript(async () => {
  process.chdir(ROOT);
  const runtime = await bootstrap();
  const redis = await step('looking for a Redis server', async () => obtain(runtime, 'redis'));
  const valkey = await step('looking for a Valkey server', async () => obtain(runtime, 'valkey'));
  const browser = await step('looking for a browser', async () => obtain(runtime, 'browser'));
  const pooler = await step('looking for a PgBouncer', async () => obtain(runtime, 'pgbouncer'));
  const env = {
    ...toolEnvironment(runtime),
    SALIENCE_TEST_REDIS_SERVER: redis.path ?? '',
    SALIENCE_TEST_VALKEY_SERVER: valkey.path ?? '',
    SALIENCE_TEST_BROWSER: browser.path ?? '',
    SALIENCE_TEST_PGBOUNCER: pooler.path ?? '',
    SALIENCE_TEST_BUNDLES: 'fresh',
    SALIENCE_TEST_BACKENDS: redis.path === undefined ? 'postgres' : 'redis,postgres',
  };
  const { code, counts } = await runVitest(runtime, env, process.argv.slice(2));
  process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`);
  const missing = [
    ...(redis.path === undefined ? [`redis half of the suite: ${redis.reason}`] : []),
    ...(browser.path === undefined ? [`journeys in a browser: ${browser.reason}`] : []),
    ...(pooler.path === undefined ? [`tests behind a pooler: ${pooler.reason}`] : []),
  ];
  for (const one of missing) process.stdout.write(`NOT RUN: ${one}\n`);
  // Not every distribution has Valkey: that it is missing is said, and fails nothing.
  if (valkey.path === undefined) process.stdout.write(`NOT RUN: tests on Valkey: ${valkey.reason}\n`);
  return missing.length > 0 && process.env.CI === 'true' && code === 0 ? 1 : code;
});

/** What `scripts/obtain-<what>.mjs` came to: {path} or {reason}. */
function obtain(runtime, what) {
  const ran = spawnSync(runtime, [join(ROOT, 'scripts', `obtain-${what}.mjs`)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: toolEnvironment(runtime),
  });
  try {
    return JSON.parse(ran.stdout.trim().split('\n').pop());
  } catch {
    return { reason: 'the search for it failed; the reason is above' };
  }
}
