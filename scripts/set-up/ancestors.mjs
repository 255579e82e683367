// Noticing that npm is gone. A SIGTERM to npm ends npm and the shell below it, but that shell passes nothing on.
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
const MOST_GENERATIONS = 4;

/**
 * Calls `gone` once when a process between us and npm, or npm itself, has ended. Only under npm: a script
 * started by hand may well outlive the shell that started it. Returns a function that ends the watch.
 */
export function whenNpmEnds(gone) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const chain = generations();
  const timer = setInterval(() => {
    if (sameChain(chain)) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Our parent, its parent and so on, up to npm. Where there is no /proc, or npm is not among them, the parent only. */
function generations() {
  const chain = [process.ppid];
  for (let pid = process.ppid; chain.length <= MOST_GENERATIONS; chain.push(pid)) {
    if (/^npm\b|npm-cli\.js|bin\/npm\b/.test(proc(pid, 'cmdline').replaceAll('\0', ' '))) return chain;
    pid = parentOf(pid);
    if (pid <= 1) break;
  }
  return chain.slice(0, 1);
}

function sameChain(chain) {
  let pid = process.ppid;
  return chain.every((expected, index) => {
    if (index > 0) pid = parentOf(pid);
    return pid === expected;
  });
}

function parentOf(pid) {
  const stat = proc(pid, 'stat');
  // The name in parentheses may hold spaces: the fields begin after the last one (state, then parent).
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function proc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
