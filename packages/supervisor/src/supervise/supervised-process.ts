import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, processIdentity } from '@salience/embedded';
import { SalienceError } from '@salience/errors';
import { type HandedSettings, handSettings, settingsVariable } from '@salience/worker';
import type { RecordedProcess } from '../home/run-file.ts';
import type { AppSpec, ProcessSpec, SupervisorEvent, SupervisorTiming } from './process-spec.ts';
import { restartDelay } from './backoff.ts';
import { logTail, openLog, rotateOpenLog, sizeOf } from './log-file.ts';
import { probe } from './probe.ts';

/** Milliseconds to the next probe after a failed one. */
const SOON_MS = 1_000;

/** What a supervised process needs from its surroundings. */
export interface Surroundings {
  readonly logFile: string;
  readonly timing: SupervisorTiming;
  readonly tell: (event: SupervisorEvent) => void;
  /** Asked of each app now and then while its process runs; a reason says that it is hung although its health address answers. */
  readonly suspect?: (app: string, pid: number) => Promise<string | undefined>;
}

/** The health port of each app of a process that has one. */
type Ports = ReadonlyMap<string, number>;

interface RunningProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly startedAt: number;
  readonly identity: string | undefined;
  readonly ports: Ports;
  readonly ended: Promise<string>;
}

/**
 * Keeps one process running: starts it, starts it again when it ends or one of its apps hangs, and stops it when told to. It
 * leads a process group of its own, so Ctrl-C in the terminal does not reach it, and its standard input is a
 * pipe from this process: when that closes, the supervisor is gone and it ends itself.
 */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  /** Resolves when all its apps are ready for the first time; rejects with `cli.app-start` when it will not be. */
  readonly firstReady: Promise<void>;
  readonly #around: Surroundings;
  readonly #stopping = new AbortController();
  #settle: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  #loop: Promise<void> | undefined;
  #run: RunningProcess | undefined;
  #failures = 0;
  #everReady = false;

  constructor(spec: ProcessSpec, around: Surroundings) {
    this.spec = spec;
    this.#around = around;
    this.firstReady = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Waiting callers get the error; an abandoned start has no waiting caller.
    this.firstReady.catch(() => {});
  }

  /** Starts to keep it running. */
  start(): void {
    this.#loop ??= this.#keepRunning();
  }

  /** The process that runs now, as it is recorded for the next start; undefined between two runs. */
  get process(): RecordedProcess | undefined {
    const run = this.#run;
    if (run?.identity === undefined) return undefined;
    return { name: this.spec.name, pid: run.pid, identity: run.identity, program: this.spec.program };
  }

  /** Asks it to end and resolves when it has. Idempotent. */
  async stop(): Promise<void> {
    if (!this.#stopping.signal.aborted) {
      this.#stopping.abort();
      this.#around.tell({ kind: 'stopping', name: this.spec.name });
      if (this.#run !== undefined) this.#run.child.kill('SIGTERM');
    }
    await this.#loop;
  }

  /** Ends its process group by force; for one that did not stop in time. */
  kill(): void {
    if (this.#run === undefined) return;
    this.#around.tell({ kind: 'killed', name: this.spec.name, pid: this.#run.pid });
    killGroup(this.#run.pid);
  }

  async #keepRunning(): Promise<void> {
    const { timing, tell, logFile } = this.#around;
    while (!this.#stopping.signal.aborted) {
      const began = Date.now();
      const mark = sizeOf(logFile);
      const how = await this.#runOnce();
      if (this.#stopping.signal.aborted) break;
      if (Date.now() - began >= timing.cleanRecordMs) this.#failures = 0;
      this.#failures++;
      if (!this.#everReady && this.#failures >= timing.startFailuresMax) {
        this.#settle?.reject(startFailed(this.spec.name, how, logTail(logFile, mark), logFile));
        break;
      }
      const wait = restartDelay(this.#failures, timing.backoffMs, timing.backoffLongestMs);
      tell({ kind: 'ended', name: this.spec.name, how, restartInMs: wait });
      // Called off by stop(): then the loop's condition ends it.
      await delay(wait, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    this.#settle?.reject(
      new SalienceError('cli.app-start', `${this.spec.name} was stopped before it was ready.`),
    );
    tell({ kind: 'stopped', name: this.spec.name });
  }

  /** One process from its start to its end; resolves with how it ended. */
  async #runOnce(): Promise<string> {
    const run = await this.#spawn();
    if (typeof run === 'string') return run;
    this.#run = run;
    this.#around.tell({ kind: 'spawned', name: this.spec.name, pid: run.pid });
    const over = new AbortController();
    const watching = this.#watch(run, over.signal);
    // A stop during the start of the process had nothing to signal.
    if (this.#stopping.signal.aborted) run.child.kill('SIGTERM');
    const how = await run.ended;
    over.abort();
    await watching;
    this.#run = undefined;
    return how;
  }

  async #spawn(): Promise<RunningProcess | string> {
    const { spec } = this;
    const ports = await choosePorts(spec.apps);
    const log = openLog(this.#around.logFile);
    try {
      const startedAt = Date.now();
      const child = spawn(spec.command, [...spec.args], {
        detached: true,
        stdio: ['pipe', log, log, 'pipe'],
        env: { ...spec.env, [settingsVariable]: '3' },
        windowsHide: true,
      });
      const failed = await new Promise<Error | undefined>((resolve) => {
        child.once('spawn', () => resolve(undefined));
        child.once('error', resolve);
      });
      if (failed !== undefined) return `it could not be run: ${failed.message}`;
      if (child.pid === undefined) return 'it could not be run: it has no process';
      handSettings(child.stdio[3] as Writable, settingsByApp(spec.apps, ports));
      // The pipe breaks when the app ends; its exit reports that.
      child.stdin?.on('error', () => {});
      const ended = new Promise<string>((resolve) => {
        child.once('exit', (code, signal) =>
          resolve(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`),
        );
      });
      return { child, pid: child.pid, startedAt, identity: processIdentity(child.pid), ports, ended };
    } finally {
      closeSync(log);
    }
  }

  async #watch(run: RunningProcess, over: AbortSignal): Promise<void> {
    const ready = await this.#awaitReady(run, over);
    if (!ready) return;
    this.#everReady = true;
    this.#settle?.resolve();
    this.#around.tell({
      kind: 'ready',
      name: this.spec.name,
      pid: run.pid,
      tookMs: Date.now() - run.startedAt,
    });
    await this.#awaitTrouble(run, over);
  }

  async #awaitReady(run: RunningProcess, over: AbortSignal): Promise<boolean> {
    const { timing } = this.#around;
    const deadline = run.startedAt + timing.startMs;
    let reason = 'it was never asked';
    while (!this.#calm(over)) {
      const wrong = await this.#probeAll(run, '/ready');
      if (over.aborted) return false;
      if (wrong === undefined) return true;
      reason = wrong;
      if (Date.now() > deadline && !(await this.#waitsWell(run))) {
        await this.#replace(run, `not ready after ${timing.startMs} ms: ${reason}`);
        return false;
      }
      await pause(timing.readyPollMs, over);
    }
    return false;
  }

  /** A process that has run before and now lives without being ready waits for a server, as a new process would. */
  async #waitsWell(run: RunningProcess): Promise<boolean> {
    return this.#everReady && (await this.#probeAll(run, '/health')) === undefined;
  }

  async #awaitTrouble(run: RunningProcess, over: AbortSignal): Promise<void> {
    const { timing } = this.#around;
    let bad = 0;
    while (!this.#calm(over)) {
      // A failed probe is repeated soon, so that a hung one costs seconds and a busy one is not replaced for one late answer.
      await pause(bad === 0 ? timing.probeMs : Math.min(SOON_MS, timing.probeMs), over);
      if (this.#calm(over)) return;
      rotateOpenLog(this.#around.logFile);
      const reason = await this.#trouble(run);
      bad = reason === undefined ? 0 : bad + 1;
      if (reason === undefined || bad < timing.badLooksMax || this.#calm(over)) continue;
      await this.#replace(run, reason);
      return;
    }
  }

  async #trouble(run: RunningProcess): Promise<string | undefined> {
    const wrong = await this.#probeAll(run, '/health');
    if (wrong !== undefined) return wrong;
    for (const { name } of this.spec.apps) {
      const reason = await this.#around.suspect?.(name, run.pid);
      if (reason !== undefined) return this.#said(name, reason);
    }
    return undefined;
  }

  /** Asks all apps of the process at once. Resolves with the first thing that is wrong; undefined when all is well. */
  async #probeAll(run: RunningProcess, path: '/ready' | '/health'): Promise<string | undefined> {
    const { probeMs } = this.#around.timing;
    const answers = await Promise.all(
      [...run.ports].map(async ([app, port]) => {
        const seen = await probe(port, path, probeMs);
        return seen.ok ? undefined : this.#said(app, seen.reason);
      }),
    );
    return answers.find((answer) => answer !== undefined);
  }

  /** Says whose reason it is, where the name of the process does not. */
  #said(app: string, reason: string): string {
    return app === this.spec.name ? reason : `${app}: ${reason}`;
  }

  /** Ends a hung process, so that the loop starts a fresh one. */
  async #replace(run: RunningProcess, reason: string): Promise<void> {
    this.#around.tell({ kind: 'hung', name: this.spec.name, pid: run.pid, reason });
    run.child.kill('SIGTERM');
    const graceful = await Promise.race([run.ended, delay(this.#around.timing.graceMs, undefined)]);
    if (graceful === undefined) killGroup(run.pid);
    await run.ended;
  }

  /** True when there is nothing to watch any more: the process ended or is being stopped. */
  #calm(over: AbortSignal): boolean {
    return over.aborted || this.#stopping.signal.aborted;
  }
}

async function choosePorts(apps: readonly AppSpec[]): Promise<Ports> {
  const ports = new Map<string, number>();
  for (const { name, healthPortVariable } of apps)
    if (healthPortVariable !== undefined) ports.set(name, await freePort());
  return ports;
}

function settingsByApp(apps: readonly AppSpec[], ports: Ports): HandedSettings {
  const settingsOf = ({ name, settings, healthPortVariable }: AppSpec) =>
    healthPortVariable === undefined
      ? settings
      : { ...settings, [healthPortVariable]: String(ports.get(name)) };
  return Object.fromEntries(apps.map((app) => [app.name, settingsOf(app)]));
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Only ever called off by the end of what is being watched, which the caller looks at next.
  await delay(ms, undefined, { signal }).catch(() => {});
}

function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch (error) {
      // Gone already: what was wanted.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function startFailed(name: string, how: string, tail: string, logFile: string): SalienceError {
  const last = tail === '' ? 'It wrote nothing.' : `It wrote last:\n${tail}`;
  return new SalienceError(
    'cli.app-start',
    `${name} does not start (${how}). ${last}\nIts whole log is ${logFile}`,
  );
}
