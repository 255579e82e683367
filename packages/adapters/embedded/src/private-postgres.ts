import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SalienceError } from '@salience/errors';
import {
  adoptServer,
  type ChildServer,
  launchServer,
  logMark,
  logTail,
  type ServerExit,
  type StopStep,
} from './child-server.ts';
import { choosePort } from './free-port.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import {
  type ClusterPlace,
  clusterPlace,
  ensureCluster,
  SUPERUSER,
  serverEnvironment,
} from './postgres-cluster.ts';
import { judgeLock, readPostmasterLock } from './postgres-lock.ts';
import { postgresAccount } from './server-account.ts';
import { ensureFolder, readTextFile, writePrivateFile } from './server-folder.ts';
import { mayListenAt, socketAt } from './unix-socket.ts';

/** What to start, and how. */
export interface PrivatePostgresOptions {
  /** Folder for the cluster, its log, password and state file; made when missing. See the README for root. */
  readonly dataDir: string;
  /** Receives progress, one line at a time, meant for a person. */
  readonly log?: (line: string) => void;
  /** The port to use when it is free; without it, or when it is taken, any free one. */
  readonly port?: number;
  /** Server settings beside and above the defaults, by their names in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
  /** Stop the server at once when the calling process dies, however it dies. Default: let it run on, to be adopted. */
  readonly endWithCaller?: boolean;
  /** How long recovery and start may take, in milliseconds; default two minutes. */
  readonly startTimeoutMs?: number;
}

/** Names a database and a user for `PrivatePostgres.url`; by default the superuser and its database. */
export interface PostgresTarget {
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
  /** Over the server's Unix socket, where it has one: the shorter way for who may enter its data folder. Default: over TCP. */
  readonly overSocket?: boolean;
}

/** A running server that listens on 127.0.0.1 and a socket in its own data folder only, and asks everybody for a password. */
export interface PrivatePostgres {
  readonly port: number;
  readonly pid: number;
  /** True when an earlier process had started it and it was found running. */
  readonly adopted: boolean;
  /** Where the data really are. */
  readonly dataDir: string;
  readonly logFile: string;
  /** Resolves when the server is gone, asked for or not; never rejects. Does not keep the calling process alive. */
  readonly exited: Promise<ServerExit>;
  /** A connection string; without arguments the superuser's. Never log it. */
  url(target?: PostgresTarget): string;
  /** Rolls back what is open and shuts down cleanly; after `graceMs` (default 10 s) harder. Idempotent. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const DEFAULT_SETTINGS: Readonly<Record<string, string | number | boolean>> = {
  max_connections: 200,
  shared_buffers: '128MB',
  fsync: 'on',
  // Short statements only: compiling them costs more than it saves.
  jit: 'off',
  // Lanes and threads are small tables of rows that change all the time; a minute of their dead versions is megabytes.
  autovacuum_naptime: '15s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

const START_TIMEOUT_MS = 120_000;
const START_ATTEMPTS = 6;
const POLL_MS = 15;

/**
 * Starts a Postgres server of our own on the data in `dataDir`, creating them at the first start, and resolves
 * when it accepts connections. A server that already runs there is adopted. A server that was killed is
 * recovered. Two callers must not start the same folder at the same time.
 * Throws `embedded.folder-unwritable`, `embedded.postgres-unavailable`, `embedded.postgres-version`,
 * `embedded.postgres-initdb` or `embedded.postgres-start`.
 */
export async function startPrivatePostgres(options: PrivatePostgresOptions): Promise<PrivatePostgres> {
  const log = options.log ?? (() => {});
  const account = postgresAccount();
  ensureFolder(options.dataDir);
  const binaries = postgresBinaries(account, log);
  const place = clusterPlace(options.dataDir, recordedHome(options.dataDir), account, log);
  const password = ensureCluster(place, binaries, log);
  const deadline = Date.now() + (options.startTimeoutMs ?? START_TIMEOUT_MS);

  const found = await adoptRunning(place, deadline);
  const running = found ?? (await launch(options, { binaries, place, deadline, log }));
  if (found !== undefined) log(`Using the database server that already runs (process ${found.server.pid})`);
  const state = {
    dataDir: resolve(options.dataDir),
    home: place.home,
    pid: running.server.pid,
    port: running.port,
  };
  writePrivateFile(stateFile(options.dataDir), `${JSON.stringify(state, null, 2)}\n`);
  return handle(running, place, password);
}

/** The server that runs on `dataDir` now, or undefined when none does. Starts and creates nothing. */
export async function findPrivatePostgres(options: {
  readonly dataDir: string;
}): Promise<PrivatePostgres | undefined> {
  const home = recordedHome(options.dataDir);
  if (home === undefined) return undefined;
  const place = { home, data: join(home, 'data'), account: undefined };
  const password = readTextFile(join(home, 'superuser.password'));
  const found = await adoptRunning(place, Date.now() + START_TIMEOUT_MS);
  return found === undefined || password === undefined ? undefined : handle(found, place, password);
}

interface Running {
  readonly server: ChildServer;
  readonly port: number;
}

interface LaunchContext {
  readonly binaries: PostgresBinaries;
  readonly place: ClusterPlace;
  readonly deadline: number;
  readonly log: (line: string) => void;
}

function stateFile(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

/**
 * Where an earlier start put the cluster. A state file that came along with a copy of the folder names the
 * original's data, which must not be touched; one that came along with a move still leads to them.
 */
function recordedHome(dataDir: string): string | undefined {
  const state = readState(dataDir);
  if (state === undefined || state.dataDir === resolve(dataDir)) return state?.home;
  const keptElsewhere = state.home !== state.dataDir;
  return keptElsewhere && readState(state.dataDir)?.home !== state.home ? state.home : undefined;
}

function readState(dataDir: string): { dataDir: string; home: string } | undefined {
  const text = readTextFile(stateFile(dataDir));
  if (text === undefined) return undefined;
  try {
    const state = JSON.parse(text) as { dataDir?: unknown; home?: unknown };
    if (typeof state.home !== 'string' || typeof state.dataDir !== 'string') return undefined;
    return { dataDir: state.dataDir, home: state.home };
  } catch {
    // A damaged state file loses nothing: the place of the data follows from the folder's name as well.
    return undefined;
  }
}

function logFileOf(place: ClusterPlace): string {
  return join(place.home, 'postgres.log');
}

/** Waits while a server found on the folder starts or stops. Undefined when none is left. */
async function adoptRunning(place: ClusterPlace, deadline: number): Promise<Running | undefined> {
  while (Date.now() < deadline) {
    const lock = readPostmasterLock(place.data);
    if (lock === undefined || judgeLock(place.data, lock) !== 'live') return undefined;
    const server = lock.status === 'ready' ? adoptServer(lock.pid) : undefined;
    if (server !== undefined) return { server, port: lock.port };
    await delay(POLL_MS);
  }
  throw startFailed(place, 'a server found on this folder neither became ready nor ended');
}

async function launch(options: PrivatePostgresOptions, context: LaunchContext): Promise<Running> {
  const { place } = context;
  for (let attempt = 1; ; attempt++) {
    clearStaleLock(place, context.log);
    const port = await choosePort(attempt === 1 ? options.port : undefined);
    const mark = logMark(logFileOf(place));
    const server = await launchServer({
      command: context.binaries.postgres,
      args: serverArguments(place, port, options.settings),
      cwd: place.data,
      logFile: logFileOf(place),
      account: place.account,
      env: serverEnvironment(context.binaries),
      signalWhenOrphaned: options.endWithCaller === true ? 'SIGQUIT' : undefined,
    });
    if (await becomesReady(server, place, context.deadline)) return { server, port };
    await server.stop(stopSteps(1_000));
    const said = logTail(logFileOf(place), mark);
    const passing = passingCause(said);
    if (passing === undefined || attempt >= START_ATTEMPTS || Date.now() > context.deadline)
      throw startFailed(place, said);
    // Orphaned backends of a killed server hold its memory for a moment; a taken port costs no wait.
    if (passing === 'orphans') await delay(500 * attempt);
  }
}

function serverArguments(
  place: ClusterPlace,
  port: number,
  settings: PrivatePostgresOptions['settings'],
): string[] {
  const fixed = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: mayListenAt(socketOf(place.data, port)) ? place.data : '',
    unix_socket_permissions: '0700',
    port,
    logging_collector: 'off',
  };
  const all = Object.entries({ ...DEFAULT_SETTINGS, ...settings, ...fixed });
  return ['-D', place.data, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The name that Postgres gives to its socket in a folder. */
function socketOf(folder: string, port: number): string {
  return join(folder, `.s.PGSQL.${port}`);
}

/** False when the server ended or the deadline passed before it was ready. */
async function becomesReady(server: ChildServer, place: ClusterPlace, deadline: number): Promise<boolean> {
  while (server.running() && Date.now() < deadline) {
    const lock = readPostmasterLock(place.data);
    if (lock?.pid === server.pid && lock.status === 'ready') return true;
    await delay(POLL_MS);
  }
  return false;
}

function clearStaleLock(place: ClusterPlace, log: (line: string) => void): void {
  const lock = readPostmasterLock(place.data);
  if (judgeLock(place.data, lock) !== 'stale') return;
  log('The database server was not shut down cleanly last time: recovering');
  // Postgres would clear a lock of a dead process itself, but not one whose number another program has now.
  const left = ['postmaster.pid', ...readdirSync(place.data).filter((name) => name.startsWith('.s.PGSQL.'))];
  for (const name of left) rmSync(join(place.data, name), { force: true });
}

function passingCause(said: string): 'port' | 'orphans' | undefined {
  if (/could not (create any TCP|bind)|Address already in use/i.test(said)) return 'port';
  if (/pre-existing shared memory block|lock file .* already exists/i.test(said)) return 'orphans';
  return undefined;
}

function startFailed(place: ClusterPlace, said: string): SalienceError {
  return new SalienceError(
    'embedded.postgres-start',
    `The private Postgres server on ${place.data} did not become ready. It said:\n${said}\n` +
      `The whole log is ${logFileOf(place)}. To use a server of your own, set DATABASE_URL.`,
  );
}

function stopSteps(graceMs: number): StopStep[] {
  return [
    { signal: 'SIGINT', waitMs: graceMs },
    { signal: 'SIGQUIT', waitMs: 5_000 },
    { signal: 'SIGKILL', waitMs: 5_000 },
  ];
}

function handle({ server, port }: Running, place: ClusterPlace, password: string): PrivatePostgres {
  return {
    port,
    pid: server.pid,
    adopted: server.adopted,
    dataDir: place.data,
    logFile: logFileOf(place),
    exited: server.exited,
    url: (target = {}) => {
      const user = encodeURIComponent(target.user ?? SUPERUSER);
      const secret = encodeURIComponent(target.password ?? password);
      const database = encodeURIComponent(target.database ?? 'postgres');
      const url = `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`;
      // Clients take the host from here before the one above.
      const near = target.overSocket === true && socketAt(socketOf(place.data, port));
      return near ? `${url}?host=${encodeURIComponent(place.data)}` : url;
    },
    stop: ({ graceMs = 10_000 } = {}) => server.stop(stopSteps(graceMs)),
  };
}
