import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { SalienceError } from '@salience/errors';
import { processIdentity } from './process-identity.ts';
import type { ServerAccount } from './server-account.ts';

/** How a server ended. For an adopted server the code is not known: both are null. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** One signal and how long to wait for its effect before the next, sharper one. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/** What is needed to launch a server of ours. */
export interface LaunchOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Both output streams are appended here; the file is readable by its owner only. */
  readonly logFile: string;
  /** Whom to run as; undefined means as the caller. */
  readonly account?: ServerAccount | undefined;
  /** Environment variables; undefined, for Windows alone, inherits the caller's. */
  readonly env: Readonly<Record<string, string>> | undefined;
  /** When set, the server gets this signal once the calling process is gone, however it ended. */
  readonly signalWhenOrphaned?: NodeJS.Signals | undefined;
}

/** A server process of ours: launched by this process, or adopted from an earlier one. */
export interface ChildServer {
  readonly pid: number;
  readonly adopted: boolean;
  /** Resolves once, when the process is gone; never rejects. */
  readonly exited: Promise<ServerExit>;
  /** True while the process runs. */
  running(): boolean;
  /** Sends the steps' signals in turn until the process is gone, and waits for that. Idempotent. */
  stop(steps: readonly StopStep[]): Promise<void>;
}

/** What a program of the system needs, and nothing of the caller's. */
export const bareEnvironment: Readonly<Record<string, string>> = {
  LC_ALL: 'C',
  TZ: 'UTC',
  PATH: '/usr/local/bin:/usr/bin:/bin',
};

const LOG_KEPT_BYTES = 10 * 1024 * 1024;
const ADOPTED_POLL_MS = 100;

/**
 * Launches a server in a session of its own, so that Ctrl-C in the terminal reaches only the supervisor.
 * Resolves when the process exists, not when it serves. Throws `embedded.spawn-failed`.
 */
export async function launchServer(options: LaunchOptions): Promise<ChildServer> {
  rotateLog(options.logFile);
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    const child = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      detached: true,
      stdio: ['ignore', log, log],
      windowsHide: true,
      ...(options.env === undefined ? {} : { env: { ...options.env } }),
      ...options.account,
    });
    await spawned(child, options.command);
    return supervise(child, options.signalWhenOrphaned);
  } finally {
    closeSync(log);
  }
}

/** Takes over a server that already runs; it must be known to be ours. Undefined when it is gone. */
export function adoptServer(pid: number): ChildServer | undefined {
  const identity = processIdentity(pid);
  if (identity === undefined) return undefined;
  const running = () => processIdentity(pid) === identity;
  const exited = new Promise<ServerExit>((resolve) => {
    const timer = setInterval(() => {
      if (running()) return;
      clearInterval(timer);
      resolve({ code: null, signal: null });
    }, ADOPTED_POLL_MS);
    timer.unref();
  });
  return { pid, adopted: true, exited, running, stop: (steps) => stopProcess(pid, exited, running, steps) };
}

/** The last lines that a server wrote to its log, from byte `from` on; empty when there are none. */
export function logTail(logFile: string, from = 0, lines = 12): string {
  try {
    return readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}

/** The present size of a log in bytes, as a mark for `logTail`; 0 when there is none or it is due to rotate. */
export function logMark(logFile: string): number {
  try {
    const { size } = statSync(logFile);
    return size > LOG_KEPT_BYTES ? 0 : size;
  } catch {
    return 0;
  }
}

function spawned(child: ChildProcess, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => {
      reject(
        new SalienceError('embedded.spawn-failed', `Could not run ${command}: ${cause.message}`, { cause }),
      );
    });
  });
}

function supervise(child: ChildProcess, orphanSignal: NodeJS.Signals | undefined): ChildServer {
  const pid = child.pid ?? 0;
  const exited = new Promise<ServerExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  // The server must not keep a caller alive that has nothing else to do; stop() waits on a timer of its own.
  child.unref();
  const release = orphanSignal === undefined ? () => {} : guardAgainstOrphaning(pid, orphanSignal);
  void exited.then(release);
  const running = () => child.exitCode === null && child.signalCode === null;
  return { pid, adopted: false, exited, running, stop: (steps) => stopProcess(pid, exited, running, steps) };
}

/**
 * A shell that waits on a pipe from this process: a word means all is well, the end of the pipe without one
 * means that this process is gone, by whatever death, and the server is told to stop.
 */
function guardAgainstOrphaning(pid: number, signal: NodeJS.Signals): () => void {
  if (process.platform === 'win32') return () => {};
  const script = 'read -r word && exit 0; kill -s "$1" "$2"';
  const guard = spawn('/bin/sh', ['-c', script, 'salience-guard', signal.slice(3), `${pid}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    // It lives as long as the server: the caller's secrets have no business in it.
    env: bareEnvironment,
  });
  // A guard that could not be started or has already ended only means that nothing watches; the server is fine.
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  return () => {
    guard.stdin?.end('done\n');
  };
}

async function stopProcess(
  pid: number,
  exited: Promise<ServerExit>,
  running: () => boolean,
  steps: readonly StopStep[],
): Promise<void> {
  for (const step of steps) {
    if (!running()) break;
    sendSignal(pid, step.signal);
    if (await within(exited, step.waitMs)) return;
  }
  if (running())
    throw new SalienceError(
      'embedded.stop-failed',
      `Process ${pid} did not end on any of ${steps.map((s) => s.signal).join(', ')}`,
    );
  await exited;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Gone between the look and the signal: what was wanted.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function within(exited: Promise<ServerExit>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([exited.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function rotateLog(logFile: string): void {
  try {
    if (statSync(logFile).size > LOG_KEPT_BYTES) renameSync(logFile, `${logFile}.1`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
