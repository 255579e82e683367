import { setTimeout as delay } from 'node:timers/promises';
import { appNames } from '@salience/contracts';
import { createDatabase, type Database } from '@salience/database';
import { SalienceError } from '@salience/errors';
import type { SalienceEnv } from '../env.ts';
import { type Home, prepareHome } from '../home/home.ts';
import { takeLock } from '../home/lock-file.ts';
import { keptPersonToken } from '../home/person-token.ts';
import { clearRun, type RunRecord, writeRun } from '../home/run-file.ts';
import { unbuilt } from '../repository.ts';
import { Fleet } from '../supervise/fleet.ts';
import { chooseLayout, type ProcessLayout, processSpecs } from './process-specs.ts';
import { createSuspect } from './fleet-view.ts';
import { requirePort } from './port.ts';
import type { Progress } from './progress.ts';
import {
  type PreparedDatabase,
  prepareDatabase,
  prepareModel,
  prepareQueues,
  type StartContext,
  stopLeftovers,
} from './start-steps.ts';
import { chooseQueues } from './stores.ts';
import { toolServerNotes } from './tool-servers.ts';

/** What to bring up. */
export interface UpOptions {
  readonly home: Home;
  readonly host: string;
  readonly port: number;
  /** `auto`, `redis` or `postgres`. */
  readonly queues: string;
  /** `shared` or `each`. */
  readonly processes: string;
  /** True: only the PFC is served, by Postgres and consumer alone. */
  readonly pfcAlone?: boolean;
  readonly env: SalienceEnv;
}

/** Everything runs. */
export interface RunningSalience {
  readonly url: string;
  /** Resolves when something broke that cannot be repaired; everything has to be stopped then. */
  readonly broken: Promise<Error>;
  /** Stops apps, then stores, then gives the lock back; within 20 s. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Brings everything up on this machine: home, lock, stores, schema, sentence model, apps. What was acquired is
 * released in reverse order, by `stop()` and also when a step fails or `interrupted` is aborted meanwhile.
 */
export async function bringUp(
  options: UpOptions,
  progress: Progress,
  interrupted: AbortSignal,
): Promise<RunningSalience> {
  const releases: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= releaseAll(releases));
  try {
    return await bringUpSteps(options, progress, interrupted, releases, stop);
  } catch (error) {
    if (releases.length > 1) progress.say(interrupted.aborted ? 'Stopping' : 'Stopping what was started');
    await stop();
    throw interrupted.aborted ? new SalienceError('cli.interrupted', 'Stopped before it was ready.') : error;
  }
}

async function bringUpSteps(
  options: UpOptions,
  progress: Progress,
  interrupted: AbortSignal,
  releases: (() => Promise<void>)[],
  stop: () => Promise<void>,
): Promise<RunningSalience> {
  const { home, env } = options;
  const layout = options.pfcAlone === true ? 'pfc' : chooseLayout(options.processes);
  requireBundles(layout);
  prepareHome(home);
  const lock = takeLock(home.lockFile, `Salience on ${home.dir}`);
  releases.push(async () => lock.release());
  await stopLeftovers(home, progress);
  await requirePort(options.host, options.port);
  const choice = layout === 'pfc' ? ({ backend: 'postgres' } as const) : chooseQueues(options.queues, env);
  let breakDown: (error: Error) => void = () => {};
  const broken = new Promise<Error>((resolve) => {
    breakDown = resolve;
  });
  const watcher = { say: (line: string) => progress.say(line), giveUp: breakDown };
  const context: StartContext = { home, env, watcher, progress, releases };

  if (layout !== 'pfc') for (const line of await toolServerNotes(env)) progress.say(`  ${line}`);
  const model = prepareModel(context);
  // Awaited below; a failure of the database meanwhile must not leave this one without a listener.
  model.catch(() => {});
  const stores = await Promise.allSettled([
    prepareDatabase(context, choice.backend === 'postgres'),
    prepareQueues(context, choice),
  ]);
  // From here on every started part has its release, so a failure can end the start.
  const [database, redisUrl] = [settled(stores[0]), settled(stores[1])];
  await model;
  interrupted.throwIfAborted();

  const url = reachableUrl(options.host, options.port);
  const run: RunRecord = {
    pid: process.pid,
    url,
    queues: choice.backend,
    startedAt: new Date().toISOString(),
    ready: false,
    processes: [],
  };
  const recorder = new RunRecorder(home, run);
  releases.push(async () => recorder.close());
  const view = createDatabase({
    url: database.urlFor('salience_operator'),
    poolMax: 1,
    applicationName: 'salience-supervisor',
  });
  releases.push(() => view.close());
  const fleet = startFleet(options, { layout, database, redisUrl, view }, recorder, progress);
  releases.push(async () => {
    await fleet.stop();
  });
  await progress.step('apps ready', () => orInterrupted(startedAll(fleet, url), interrupted));
  recorder.update({ ready: true });
  return { url, broken, stop };
}

function startFleet(
  options: UpOptions,
  made: { layout: ProcessLayout; database: PreparedDatabase; redisUrl: string | undefined; view: Database },
  recorder: RunRecorder,
  progress: Progress,
): Fleet {
  const processes = processSpecs(made.layout, {
    home: options.home,
    host: options.host,
    port: options.port,
    personToken: keptPersonToken(options.home),
    settings: options.env.settings,
    settingsFile: options.env.origin.file,
    urlFor: (role) => made.database.urlFor(role),
    directUrlFor: (role) => made.database.directUrlFor(role),
    redisUrl: made.redisUrl,
  });
  return new Fleet({
    processes,
    logs: options.home.logs,
    onEvent: (event) => progress.event(event),
    onProcesses: (processes) => recorder.update({ processes: [...processes] }),
    suspect: createSuspect(made.view),
  });
}

/** Keeps the run record on disk true; after `close` nothing is written any more. */
class RunRecorder {
  readonly #home: Home;
  #run: RunRecord;
  #closed = false;

  constructor(home: Home, run: RunRecord) {
    this.#home = home;
    this.#run = run;
    writeRun(home.runFile, run);
  }

  update(change: Partial<RunRecord>): void {
    if (this.#closed) return;
    this.#run = { ...this.#run, ...change };
    writeRun(this.#home.runFile, this.#run);
  }

  close(): void {
    this.#closed = true;
    clearRun(this.#home.runFile);
  }
}

function requireBundles(layout: ProcessLayout): void {
  const missing = unbuilt(layout === 'pfc' ? ['consumer'] : appNames);
  if (missing.length === 0) return;
  throw new SalienceError(
    'cli.not-built',
    `Not built yet: ${missing.join(', ')}. Run "npm start", which builds and starts everything.`,
  );
}

async function startedAll(fleet: Fleet, url: string): Promise<void> {
  await fleet.start();
  // The apps say that they are ready; the door itself has the last word.
  const deadline = Date.now() + DOOR_MS;
  for (;;) {
    const status = await doorStatus(url);
    if (status === 200) return;
    if (Date.now() > deadline) {
      throw new SalienceError(
        'cli.not-ready',
        `All apps run, but GET ${url}/ready does not say 200 (it says ${status}). See the logs of the consumer.`,
      );
    }
    await delay(DOOR_POLL_MS);
  }
}

const DOOR_MS = 30_000;
const DOOR_POLL_MS = 50;

async function doorStatus(url: string): Promise<number | string> {
  try {
    const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'nothing';
  }
}

/** The address under which this machine reaches what listens on `host`. */
function reachableUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

async function orInterrupted<T>(work: Promise<T>, interrupted: AbortSignal): Promise<T> {
  interrupted.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    interrupted.addEventListener('abort', () => reject(interrupted.reason as Error), { once: true });
  });
  return await Promise.race([work, aborted]);
}

function settled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Releases in reverse order; one that fails does not keep the others, and its error comes last. */
async function releaseAll(releases: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const release of releases.splice(0).reverse()) {
    try {
      await release();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
