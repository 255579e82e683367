import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SalienceError } from '@salience/errors';
import {
  adoptServer,
  bareEnvironment,
  type ChildServer,
  launchServer,
  logMark,
  logTail,
  type ServerExit,
  type StopStep,
} from './child-server.ts';
import { choosePort } from './free-port.ts';
import { processIdentity } from './process-identity.ts';
import { redisPing } from './redis-ping.ts';
import { ensureFolder, keptSecret, readTextFile, writePrivateFile } from './server-folder.ts';
import { mayListenAt, socketAt } from './unix-socket.ts';

/** What to start, and how. */
export interface PrivateRedisOptions {
  /** The server program, as `findRedisServer` or `obtainRedisServer` names it. */
  readonly server: string;
  /** Folder for data, configuration, password, log and state; made when missing. */
  readonly dir: string;
  /** Keep an append-only file, synced every second: at most a second is lost on a crash. Default: keep nothing. */
  readonly appendonly?: boolean;
  /** The port to use when it is free; without it, or when it is taken, any free one. */
  readonly port?: number;
  /** Receives progress, one line at a time, meant for a person. */
  readonly log?: (line: string) => void;
  /** Stop the server when the calling process dies, however it dies. Default: let it run on, to be adopted. */
  readonly endWithCaller?: boolean;
  /** Further lines of the configuration. */
  readonly more?: readonly string[];
  /** How long loading the data may take, in milliseconds; default one minute. */
  readonly startTimeoutMs?: number;
}

/** A running server on 127.0.0.1, and on a socket in its folder, with a password, `noeviction`, and no snapshots. */
export interface PrivateRedis {
  /** Connection string with the password. Never log it. */
  readonly url: string;
  /** The same over the server's Unix socket, where it has one: the shorter way for who may enter its folder. */
  readonly nearUrl: string;
  readonly port: number;
  readonly pid: number;
  /** True when an earlier process had started it and it was found running. */
  readonly adopted: boolean;
  readonly logFile: string;
  /** Resolves when the server is gone, asked for or not; never rejects. Does not keep the calling process alive. */
  readonly exited: Promise<ServerExit>;
  /** Writes out what is kept and shuts down; after `graceMs` (default 5 s) by force. Idempotent. */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const START_ATTEMPTS = 5;
const POLL_MS = 15;

interface RedisState {
  readonly pid: number;
  readonly identity: string;
  readonly port: number;
}

/**
 * Starts a Redis or Valkey server of our own and resolves when it answers. One that an earlier process left
 * running on the same folder is adopted. The password stays the same from start to start.
 * Throws `embedded.folder-unwritable` or `embedded.redis-start`.
 */
export async function startPrivateRedis(options: PrivateRedisOptions): Promise<PrivateRedis> {
  ensureFolder(options.dir);
  chmodSync(options.dir, 0o700);
  const password = keptSecret(join(options.dir, 'redis.password'));
  const deadline = Date.now() + (options.startTimeoutMs ?? START_TIMEOUT_MS);
  const found = await adoptRunning(options.dir, password, deadline);
  if (found !== undefined) {
    options.log?.(`Using the Redis server that already runs (process ${found.server.pid})`);
    return handle(found.server, found.port, password, options.dir);
  }
  for (let attempt = 1; ; attempt++) {
    const port = await choosePort(attempt === 1 ? options.port : undefined);
    const mark = logMark(logFileOf(options.dir));
    const server = await launch(options, port, password);
    if (await answers(server, port, password, deadline)) return handle(server, port, password, options.dir);
    await server.stop(stopSteps(1_000));
    const said = logTail(logFileOf(options.dir), mark);
    const taken = /Address already in use/i.test(said);
    if (!taken || attempt >= START_ATTEMPTS) throw startFailed(options.dir, said);
  }
}

/** The server that runs on `dir` now, or undefined when none does. Starts and creates nothing. */
export async function findPrivateRedis(options: { readonly dir: string }): Promise<PrivateRedis | undefined> {
  const password = readTextFile(join(options.dir, 'redis.password'));
  if (password === undefined) return undefined;
  const found = await adoptRunning(options.dir, password, Date.now() + START_TIMEOUT_MS);
  return found === undefined ? undefined : handle(found.server, found.port, password, options.dir);
}

function logFileOf(dir: string): string {
  return join(dir, 'redis.log');
}

async function launch(options: PrivateRedisOptions, port: number, password: string): Promise<ChildServer> {
  const config = join(options.dir, 'redis.conf');
  // In a file, not among the arguments: those can be read by every user of the machine.
  writePrivateFile(config, configuration(options, port, password));
  const server = await launchServer({
    command: options.server,
    args: [resolve(config)],
    cwd: options.dir,
    logFile: logFileOf(options.dir),
    env: process.platform === 'win32' ? undefined : bareEnvironment,
    signalWhenOrphaned: options.endWithCaller === true ? 'SIGTERM' : undefined,
  });
  const identity = processIdentity(server.pid);
  const state: RedisState | undefined =
    identity === undefined ? undefined : { pid: server.pid, identity, port };
  if (state !== undefined) writePrivateFile(join(options.dir, 'redis.json'), `${JSON.stringify(state)}\n`);
  return server;
}

/** In the folder itself, which only its owner may enter. */
function socketOf(dir: string): string {
  return join(resolve(dir), 'redis.sock');
}

function configuration(options: PrivateRedisOptions, port: number, password: string): string {
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    ...(mayListenAt(socketOf(options.dir))
      ? [`unixsocket ${quoted(socketOf(options.dir))}`, 'unixsocketperm 700']
      : []),
    `requirepass ${password}`,
    `dir ${quoted(resolve(options.dir))}`,
    'maxmemory-policy noeviction',
    `appendonly ${options.appendonly === true ? 'yes' : 'no'}`,
    'appendfsync everysec',
    'save ""',
    'daemonize no',
    ...(options.more ?? []),
  ];
  return `${lines.join('\n')}\n`;
}

function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}

/** False when the server ended or the deadline passed before it answered with our password. */
async function answers(
  server: ChildServer,
  port: number,
  password: string,
  deadline: number,
): Promise<boolean> {
  while (server.running() && Date.now() < deadline) {
    if ((await redisPing(port, password)) === 'ready' && server.running()) return true;
    await delay(POLL_MS);
  }
  return false;
}

async function adoptRunning(
  dir: string,
  password: string,
  deadline: number,
): Promise<{ server: ChildServer; port: number } | undefined> {
  const state = readState(dir);
  if (state === undefined || processIdentity(state.pid) !== state.identity) return undefined;
  const server = adoptServer(state.pid);
  if (server === undefined) return undefined;
  if (await answers(server, state.port, password, deadline)) return { server, port: state.port };
  // Ours, but it does not serve: it must not stand in the way of a fresh one.
  await server.stop(stopSteps(2_000));
  return undefined;
}

function readState(dir: string): RedisState | undefined {
  const text = readTextFile(join(dir, 'redis.json'));
  if (text === undefined) return undefined;
  try {
    const { pid, identity, port } = JSON.parse(text) as Partial<RedisState>;
    return pid === undefined || identity === undefined || port === undefined
      ? undefined
      : { pid, identity, port };
  } catch {
    // A damaged state file: a server that may still run keeps its port and ends with the machine, a new one starts.
    return undefined;
  }
}

function stopSteps(graceMs: number): StopStep[] {
  return [
    { signal: 'SIGTERM', waitMs: graceMs },
    { signal: 'SIGKILL', waitMs: 5_000 },
  ];
}

function startFailed(dir: string, said: string): SalienceError {
  return new SalienceError(
    'embedded.redis-start',
    `The private Redis server in ${dir} did not start. It said:\n${said}\n` +
      `The whole log is ${logFileOf(dir)}. To use a server of your own, set REDIS_URL.`,
  );
}

function handle(server: ChildServer, port: number, password: string, dir: string): PrivateRedis {
  const url = `redis://:${password}@127.0.0.1:${port}`;
  const socket = socketOf(dir);
  return {
    url,
    // Clients take the path before the host and port.
    nearUrl: socketAt(socket) ? `${url}?path=${encodeURIComponent(socket)}` : url,
    port,
    pid: server.pid,
    adopted: server.adopted,
    logFile: logFileOf(dir),
    exited: server.exited,
    stop: ({ graceMs = 5_000 } = {}) => server.stop(stopSteps(graceMs)),
  };
}
