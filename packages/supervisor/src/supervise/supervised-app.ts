import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, processIdentity } from '@salience/embedded';
import { SalienceError } from '@salience/errors';
import { handSettings, settingsVariable } from '@salience/worker';
import type { RecordedProcess } from '../home/run-file.ts';
import type { AppSpec, SupervisorEvent, SupervisorTiming } from './app-spec.ts';
import { restartDelay } from './backoff.ts';
import { logTail, openLog, rotateOpenLog, sizeOf } from './log-file.ts';
import { probe } from './probe.ts';

/** Milliseconds to the next probe after a failed one. */
const SOON_MS = 1_000;

/** What a supervised app needs from its surroundings. */
export interface Surroundings {
  readonly logFile: string;
  readonly timing: SupervisorTiming;
  readonly tell: (event: SupervisorEvent) => void;
  /** Asked now and then while the app runs; a reason says that it is hung although its health address answers. */
  readonly suspect?: (app: string, pid: number) => Promise<string | undefined>;
}

interface RunningApp {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly startedAt: number;
  readonly identity: string | undefined;
  readonly port: number;
  readonly ended: Promise<string>;
}

/**
 * Keeps one app running: starts it, starts it again when it ends or hangs, and stops it when told to. The app
 * leads a process group of its own, so Ctrl-C in the terminal does not reach it, and its standard input is a
 * pipe from this process: when that closes, the supervisor is gone and the app ends itself.
 */
export class SupervisedApp {
  readonly spec: AppSpec;
  /** Resolves when the app is ready for the first time; rejects with `cli.app-start` when it will not be. */
  readonly firstReady: Promise<void>;
  readonly #around: Surroundings;
  readonly #stopping = new AbortController();
  #settle: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  #loop: Promise<void> | undefined;
  #run: RunningApp | undefined;
  #failures = 0;
  #everReady = false;

  constructor(spec: AppSpec, around: Surroundings) {
    this.spec = spec;
    this.#around = around;
    this.firstReady = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Waiting callers get the error; an abandoned start has no waiting caller.
    this.firstReady.catch(() => {});
  }

  /** Starts to keep the app running. */
  start(): void {
    this.#loop ??= this.#keepRunning();
  }

  /** The process that runs now, as it is recorded for the next start; undefined between two runs. */
  get process(): RecordedProcess | undefined {
    const run = this.#run;
    if (run?.identity === undefined) return undefined;
    return { name: this.spec.name, pid: run.pid, identity: run.identity, program: this.spec.program };
  }

  /** Asks the app to end and resolves when it has. Idempotent. */
  async stop(): Promise<void> {
    if (!this.#stopping.signal.aborted) {
      this.#stopping.abort();
      this.#around.tell({ kind: 'stopping', app: this.spec.name });
      if (this.#run !== undefined) this.#run.child.kill('SIGTERM');
    }
    await this.#loop;
  }

  /** Ends the app's process group by force; for an app that did not stop in time. */
  kill(): void {
    if (this.#run === undefined) return;
    this.#around.tell({ kind: 'killed', app: this.spec.name, pid: this.#run.pid });
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
      tell({ kind: 'ended', app: this.spec.name, how, restartInMs: wait });
      // Called off by stop(): then the loop's condition ends it.
      await delay(wait, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    this.#settle?.reject(
      new SalienceError('cli.app-start', `${this.spec.name} was stopped before it was ready.`),
    );
    tell({ kind: 'stopped', app: this.spec.name });
  }

  /** One process from its start to its end; resolves with how it ended. */
  async #runOnce(): Promise<string> {
    const run = await this.#spawn();
    if (typeof run === 'string') return run;
    this.#run = run;
    this.#around.tell({ kind: 'spawned', app: this.spec.name, pid: run.pid });
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

  async #spawn(): Promise<RunningApp | string> {
    const { spec } = this;
    const port = spec.healthPortVariable === undefined ? 0 : await freePort();
    const health = spec.healthPortVariable === undefined ? {} : { [spec.healthPortVariable]: `${port}` };
    const log = openLog(this.#around.logFile);
    try {
      const startedAt = Date.now();
      const child = spawn(spec.command, [...spec.args], {
        detached: true,
        stdio: ['pipe', log, log, 'pipe'],
        env: { ...spec.env, ...health, [settingsVariable]: '3' },
        windowsHide: true,
      });
      const failed = await new Promise<Error | undefined>((resolve) => {
        child.once('spawn', () => resolve(undefined));
        child.once('error', resolve);
      });
      if (failed !== undefined) return `it could not be run: ${failed.message}`;
      if (child.pid === undefined) return 'it could not be run: it has no process';
      handSettings(child.stdio[3] as Writable, spec.settings);
      // The pipe breaks when the app ends; its exit reports that.
      child.stdin?.on('error', () => {});
      const ended = new Promise<string>((resolve) => {
        child.once('exit', (code, signal) =>
          resolve(signal === null ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`),
        );
      });
      return { child, pid: child.pid, startedAt, identity: processIdentity(child.pid), port, ended };
    } finally {
      closeSync(log);
    }
  }

  async #watch(run: RunningApp, over: AbortSignal): Promise<void> {
    const ready = await this.#awaitReady(run, over);
    if (!ready) return;
    this.#everReady = true;
    this.#settle?.resolve();
    this.#around.tell({
      kind: 'ready',
      app: this.spec.name,
      pid: run.pid,
      tookMs: Date.now() - run.startedAt,
    });
    await this.#awaitTrouble(run, over);
  }

  async #awaitReady(run: RunningApp, over: AbortSignal): Promise<boolean> {
    if (this.spec.healthPortVariable === undefined) return true;
    const { timing } = this.#around;
    const deadline = run.startedAt + timing.startMs;
    let reason = 'it was never asked';
    while (!this.#calm(over)) {
      const seen = await probe(run.port, '/ready', timing.probeMs);
      if (over.aborted) return false;
      if (seen.ok) return true;
      reason = seen.reason;
      if (Date.now() > deadline && !(await this.#waitsWell(run))) {
        await this.#replace(run, `not ready after ${timing.startMs} ms: ${reason}`);
        return false;
      }
      await pause(timing.readyPollMs, over);
    }
    return false;
  }

  /** An app that has run before and now lives without being ready waits for a server, as a new process would. */
  async #waitsWell(run: RunningApp): Promise<boolean> {
    return this.#everReady && (await probe(run.port, '/health', this.#around.timing.probeMs)).ok;
  }

  async #awaitTrouble(run: RunningApp, over: AbortSignal): Promise<void> {
    const { timing } = this.#around;
    let bad = 0;
    while (!this.#calm(over)) {
      // A failed probe is repeated soon, so that a hung app costs seconds and a busy one is not replaced for one late answer.
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

  async #trouble(run: RunningApp): Promise<string | undefined> {
    if (this.spec.healthPortVariable !== undefined) {
      const seen = await probe(run.port, '/health', this.#around.timing.probeMs);
      if (!seen.ok) return seen.reason;
    }
    return await this.#around.suspect?.(this.spec.name, run.pid);
  }

  /** Ends a hung process, so that the loop starts a fresh one. */
  async #replace(run: RunningApp, reason: string): Promise<void> {
    this.#around.tell({ kind: 'hung', app: this.spec.name, pid: run.pid, reason });
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

function startFailed(app: string, how: string, tail: string, logFile: string): SalienceError {
  const last = tail === '' ? 'It wrote nothing.' : `It wrote last:\n${tail}`;
  return new SalienceError(
    'cli.app-start',
    `${app} does not start (${how}). ${last}\nIts whole log is ${logFile}`,
  );
}
