import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { SalienceError } from '@salience/errors';
import { handSettings, settingsVariable } from '@salience/worker';
import { z } from 'zod';
import { supervisorProgram } from '../env.ts';
import { type Home, prepareHome } from '../home/home.ts';
import { processEnvironment } from './process-environment.ts';
import { logTail, openLog, sizeOf } from '../supervise/log-file.ts';

const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), url: z.string() }),
  z.object({ kind: z.literal('failed') }),
]);

/** What a supervisor in the background reports to its launcher. */
export type LauncherReport = z.infer<typeof reportSchema>;

/** A supervisor that runs in the background and is ready. */
export interface DetachedSupervisor {
  readonly url: string;
  readonly pid: number;
  readonly logFile: string;
}

const FOLLOW_MS = 100;

/** True when this process was launched into the background and its launcher still listens. */
export function hasLauncher(): boolean {
  return process.send !== undefined && process.connected;
}

/** Tells the launcher, if there is one, and lets it go. */
export function reportToLauncher(report: LauncherReport): void {
  if (!hasLauncher()) return;
  process.send?.(report, () => {
    if (process.connected) process.disconnect();
  });
}

/**
 * Starts `salience up` in a session of its own and resolves when it is ready; its lines are passed on
 * meanwhile. It is handed the settings and has none in its environment. Throws `cli.up-failed` with its own words when it
 * ends before. A signal to this process stops it.
 */
export async function startDetached(
  home: Home,
  flags: {
    readonly port: number;
    readonly host: string;
    readonly queues?: string;
    readonly processes?: string;
  },
  settings: Readonly<Record<string, string>>,
  say: (line: string) => void,
): Promise<DetachedSupervisor> {
  prepareHome(home);
  const logFile = join(home.logs, 'supervisor.log');
  const log = openLog(logFile);
  const mark = sizeOf(logFile);
  const program = process.argv[1] ?? '';
  const args = ['up', '--no-chat', '--home', home.dir, '--host', flags.host, '--port', `${flags.port}`];
  if (flags.queues !== undefined) args.push('--queues', flags.queues);
  if (flags.processes !== undefined) args.push('--processes', flags.processes);
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    detached: true,
    stdio: ['ignore', log, log, 'ipc', 'pipe'],
    env: { ...processEnvironment(settings), [settingsVariable]: '4' },
    windowsHide: true,
  });
  closeSync(log);
  child.once('spawn', () => handSettings(child.stdio[4] as Writable, { [supervisorProgram]: settings }));
  const pass = (): void => {
    child.kill('SIGTERM');
  };
  process.on('SIGINT', pass);
  process.on('SIGTERM', pass);
  const following = followLog(logFile, mark, say);
  try {
    const report = await outcome(child);
    if (report.kind === 'failed') {
      const message = `Salience did not start; the reason is above and in ${logFile}.`;
      throw new SalienceError('cli.up-failed', message, { data: { logFile } });
    }
    return { url: report.url, pid: child.pid ?? 0, logFile };
  } finally {
    following.end();
    process.off('SIGINT', pass);
    process.off('SIGTERM', pass);
    if (child.connected) child.disconnect();
    child.unref();
  }
}

function outcome(child: ReturnType<typeof spawn>): Promise<LauncherReport> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.on('message', (message) => {
      const report = reportSchema.safeParse(message);
      if (report.success) resolve(report.data);
    });
    child.once('exit', () => resolve({ kind: 'failed' }));
  });
}

/** Passes on the lines that are added to a log. */
function followLog(file: string, from: number, say: (line: string) => void): { end(): void } {
  let seen = from;
  const look = (): void => {
    const size = sizeOf(file);
    if (size <= seen) return;
    say(logTail(file, seen, 100));
    seen = size;
  };
  const timer = setInterval(look, FOLLOW_MS);
  return {
    end: () => {
      clearInterval(timer);
      look();
    },
  };
}
