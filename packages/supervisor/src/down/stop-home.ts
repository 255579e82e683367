import { setTimeout as delay } from 'node:timers/promises';
import { findPrivatePostgres, findPrivateRedis } from '@salience/embedded';
import { SalienceError } from '@salience/errors';
import type { Home } from '../home/home.ts';
import { lockHolder } from '../home/lock-file.ts';
import { clearRun, readRun } from '../home/run-file.ts';
import { stopSurvivors } from '../supervise/survivors.ts';

const STOP_MS = 30_000;
const POLL_MS = 50;
const SURVIVOR_MS = 12_000;

/**
 * Stops the Salience of a home, whoever started it, and waits for it. Resolves with what was stopped; empty when nothing ran.
 * Throws `cli.still-running`.
 */
export async function stopHome(home: Home): Promise<string[]> {
  const holder = lockHolder(home.lockFile);
  if (holder === undefined) return await stopLeftovers(home);
  process.kill(holder.pid, 'SIGTERM');
  await gone(home, holder.pid);
  return [`supervisor ${holder.pid}`];
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
