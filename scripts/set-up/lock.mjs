// One set-up at a time in a repository: two package installations in one folder would spoil each other.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './progress.mjs';
import { ROOT } from './repository.mjs';

const LOCK = join(ROOT, 'node_modules', '.set-up.lock');

/** Runs `work` while no other process sets up; waits for one that does. A lock of a dead process is taken over. */
export async function alone(work) {
  let told = false;
  while (!take()) {
    if (!told) say('another process is setting up this folder: waiting for it');
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const release = () => rmSync(LOCK, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take() {
  try {
    mkdirSync(join(ROOT, 'node_modules'), { recursive: true });
    writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!alive(holder())) rmSync(LOCK, { force: true });
    return false;
  }
}

function holder() {
  try {
    return Number(readFileSync(LOCK, 'utf8'));
  } catch {
    return 0;
  }
}

function alive(pid) {
  // Never our own number: a lock that carries it was left by a process that had it before.
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
