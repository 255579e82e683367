import { setTimeout as delay } from 'node:timers/promises';
import { findPrivatePostgres, findPrivateRedis } from '@salience/embedded';
import { SalienceError } from '@salience/errors';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Home } from '../home/home.ts';
import { lockHolder } from '../home/lock-file.ts';
import { clearRun, readRun } from '../home/run-file.ts';
import { stopSurvivors } from '../supervisor/survivors.ts';
import { duration, print, printJson } from '../terminal.ts';

const STOP_MS = 30_000;
const POLL_MS = 50;
const SURVIVOR_MS = 12_000;

/** `salience down`: stops the Salience of this home, whoever started it, and waits for it. */
export async function runDown(context: Context): Promise<number> {
  const began = performance.now();
  const holder = lockHolder(context.home.lockFile);
  const stopped = holder === undefined ? await stopLeftovers(context.home) : [`supervisor ${holder.pid}`];
  if (holder !== undefined) {
    process.kill(holder.pid, 'SIGTERM');
    await gone(context.home, holder.pid);
  }
  const tookMs = Math.round(performance.now() - began);
  if (context.json) printJson({ stopped, took_ms: tookMs });
  else if (stopped.length === 0) print('Salience was not running.');
  else print(`Stopped ${stopped.join(', ')} in ${duration(tookMs)}.`);
  return exitCodes.ok;
}

async function gone(home: Home, pid: number): Promise<void> {
  const deadline = Date.now() + STOP_MS;
  while (lockHolder(home.lockFile)?.pid === pid) {
    if (Date.now() > deadline) {
      throw new SalienceError(
        'cli.still-running',
        `Process ${pid} was asked to stop but still runs after ${STOP_MS / 1_000} s. See the logs in ${home.logs}, then end it with: kill -9 ${pid}`,
      );
    }
    await delay(POLL_MS);
  }
}

/** What a killed supervisor left: apps that did not notice, and stores. */
async function stopLeftovers(home: Home): Promise<string[]> {
  const stopped = await stopSurvivors(readRun(home.runFile)?.processes ?? [], SURVIVOR_MS);
  clearRun(home.runFile);
  const stores = [
    ['Redis', await findPrivateRedis({ dir: home.redis })],
    ['Postgres', await findPrivatePostgres({ dataDir: home.postgres })],
  ] as const;
  for (const [name, store] of stores) {
    if (store === undefined) continue;
    await store.stop();
    stopped.push(name);
  }
  return stopped;
}
