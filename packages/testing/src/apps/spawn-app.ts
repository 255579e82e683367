import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import type { AppName } from '@salience/contracts';
import { readAddress } from '@salience/postgres';
import type { AppRole } from '@salience/database/schema';
import { nodeFlagsOf } from '@salience/worker';
import { endsWithFile } from '../servers/test-run.ts';
import { compileCache, modelCache, repositoryRoot } from '../servers/places.ts';
import { pause, until } from '../until.ts';
import { appProgram } from './app-program.ts';
import { personToken } from './person.ts';

/** What an app is started with. */
export interface SpawnOptions {
  /** Whose database; the app connects with its own role. */
  readonly database: { urlFor(role: AppRole): string; directUrlFor?(role: AppRole): string };
  /** Where its queues are; without it they are in the database, without a prefix. */
  readonly queues?: { readonly env: Readonly<Record<string, string>> };
  /** More variables, above all others. Nothing of the caller's environment is passed on but PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long it may take to become ready; default 30 s. 0 does not wait. */
  readonly readyMs?: number;
  /** The folder of the sources that it runs, such as a released tree; default this repository. */
  readonly root?: string;
  /** Hears everything that it writes, also what `log()` no longer holds. */
  readonly onOutput?: (text: string) => void;
}

/** A line of an app's log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg?: string };

/** An app that runs as a process of its own. */
export interface SpawnedApp {
  readonly app: AppName;
  readonly pid: number;
  /** Everything it wrote so far (the last two megabytes of it). */
  log(): string;
  /** The lines of its log that are JSON. */
  lines(): LogLine[];
  ready(): boolean;
  /** Resolves when it is ready; throws with its log when it ends instead. */
  untilReady(timeoutMs?: number): Promise<void>;
  /** Where consumer listens. Throws for an app that said no such thing. */
  httpUrl(): string;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL, as a crash of the machine: nothing is released. Resolves when the process is gone. */
  kill9(): Promise<void>;
  /** SIGTERM and the drain that follows; by force after 20 s. Resolves with the exit code, null after force. */
  stop(): Promise<number | null>;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

const logKept = 2_000_000;

/**
 * Starts an app as it is deployed: its own process, its own role, a health server on any free port, consumer on any
 * free port. Resolves when it says that it is ready. It ends with the calling process and with the test file.
 */
export async function spawnApp(app: AppName, options: SpawnOptions): Promise<SpawnedApp> {
  const { root = repositoryRoot } = options;
  const { file } =
    root === repositoryRoot ? appProgram(app) : { file: join(root, 'apps', app, 'src/main.ts') };
  // The very program, never a launcher script: a signal must reach the app itself.
  const child = spawn(process.execPath, [...nodeFlagsOf(app), file], {
    cwd: join(root, 'apps', app),
    env: environment(app, options),
    // The end of standard input tells a supervised app that we are gone, however we went.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  endsWithFile(child);
  const handle = handleOf(app, child, options.onOutput);
  const readyMs = options.readyMs ?? 30_000;
  if (readyMs > 0) await handle.untilReady(readyMs);
  return handle;
}

function environment(app: AppName, options: SpawnOptions): NodeJS.ProcessEnv {
  const role = `salience_${app.replaceAll('-', '_')}` as AppRole;
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...addressesFor(options.database, role),
    NODE_COMPILE_CACHE: compileCache,
    SALIENCE_MODEL_CACHE: modelCache,
    SALIENCE_SUPERVISED: '1',
    SALIENCE_LOG_LEVEL: 'info',
    PORT: '0',
    ...(app === 'consumer' ? { SALIENCE_PERSON_TOKEN: personToken } : {}),
    ...options.queues?.env,
    ...options.env,
  };
}

function handleOf(
  app: AppName,
  child: ChildProcess,
  onOutput: ((text: string) => void) | undefined,
): SpawnedApp {
  let text = '';
  // What is said once at the start is gone from the log of a long run.
  let saidReady = false;
  let saidUrl: string | undefined;
  const keep = (chunk: string): void => {
    onOutput?.(chunk);
    // A line may come in two pieces.
    const latest = text.slice(-1_000) + chunk;
    saidReady ||= latest.includes('"worker ready"');
    saidUrl ??= urlIn(latest);
    text = (text + chunk).slice(-logKept);
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  // A child that is gone breaks its pipe; its exit tells that.
  child.stdin?.on('error', () => {});
  const exited = ended(child);
  const lines = (): LogLine[] => text.split('\n').flatMap(parseLine);
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  const ready = (): boolean => running() && saidReady;
  return {
    app,
    pid: child.pid ?? 0,
    log: () => text,
    lines,
    ready,
    exited,
    async untilReady(timeoutMs = 30_000) {
      const settled = await until(() => ready() || !running(), {
        what: `${app} to be ready`,
        timeoutMs,
        everyMs: 10,
      }).catch(() => false);
      if (!settled || !ready())
        throw new Error(`${app} did not become ready. It wrote:\n${text.slice(-4_000)}`);
    },
    httpUrl() {
      if (saidUrl === undefined)
        throw new Error(`${app} did not say where it listens:\n${text.slice(-2_000)}`);
      return saidUrl;
    },
    signal: (name) => void child.kill(name),
    async kill9() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      const stopped = await Promise.race([exited, pause(20_000)]);
      if (stopped === undefined) child.kill('SIGKILL');
      return (await exited).code;
    },
  };
}

/** Where consumer says that it listens; undefined before it does. */
function urlIn(log: string): string | undefined {
  if (!log.includes('"accepting requests"')) return undefined;
  const line = log
    .split('\n')
    .flatMap(parseLine)
    .find(({ msg }) => msg === 'accepting requests');
  return typeof line?.['url'] === 'string' ? line['url'] : undefined;
}

function ended(child: ChildProcess): SpawnedApp['exited'] {
  if (child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve({ code: child.exitCode, signal: child.signalCode });
  }
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
}

function parseLine(line: string): LogLine[] {
  if (!line.startsWith('{')) return [];
  try {
    return [JSON.parse(line) as LogLine];
  } catch {
    // The last line may still be on its way, and a crash writes what is not JSON.
    return [];
  }
}

/** DATABASE_URL of an app; with a pooler between, the server's own address too, as queues in Postgres need it. */
export function addressesFor(database: SpawnOptions['database'], role: AppRole): Record<string, string> {
  const url = database.urlFor(role);
  const direct = readAddress(url).pooled ? database.directUrlFor?.(role) : undefined;
  return { DATABASE_URL: url, ...(direct === undefined ? {} : { DATABASE_DIRECT_URL: direct }) };
}
