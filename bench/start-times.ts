// How long `npm start` takes until it says its address. `node bench/start-times.ts` measures a warm start of this clone
// (the second on the same data); `--cold` also a first start in a fresh clone of the last commit, with the caches that
// this user's npm and pnpm have. Prints one line of JSON. Data and clone are private to the run.
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '@salience/embedded';
import { repositoryRoot, scratchFolder } from '@salience/testing';

const { values } = parseArgs({ options: { cold: { type: 'boolean', default: false } } });
const limits = { coldS: 180, warmS: 5 };
const patienceMs = 600_000;

const root = scratchFolder('start-times');
try {
  const clone = join(root, 'clone');
  if (values.cold) execFileSync('git', ['clone', '--quiet', repositoryRoot, clone]);
  const folder = values.cold ? clone : repositoryRoot;
  const home = join(root, 'home');
  const first = await secondsToStart(folder, home);
  const warmS = await secondsToStart(folder, home);
  const coldS = values.cold ? first : null;
  process.stdout.write(`${JSON.stringify({ bench: 'start-times', coldS, warmS, limits })}\n`);
  process.exitCode = warmS <= limits.warmS && (coldS ?? 0) <= limits.coldS ? 0 : 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** From `npm start` to the line with the address; everything is stopped again when this resolves. */
async function secondsToStart(folder: string, home: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: { ...process.env, SALIENCE_HOME: home, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = (async () => {
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith('http://')) return (performance.now() - startedAt) / 1_000;
    throw new Error(`npm start ended before it was ready. It said:\n${said}`);
  })();
  try {
    const seconds = await Promise.race([address, pause(patienceMs, undefined, { ref: false })]);
    if (seconds === undefined) throw new Error(`npm start was not ready after ten minutes:\n${said}`);
    return Math.round(10 * seconds) / 10;
  } finally {
    child.kill('SIGTERM');
    child.stdout.resume();
    await exited;
  }
}
