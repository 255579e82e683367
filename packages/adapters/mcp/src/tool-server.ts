import { isSalienceError, messageOf, SalienceError } from '@salience/errors';
import type { ServerConfig } from './config.ts';
import type { Connection } from './connection.ts';
import type { Isolation } from './isolation.ts';
import type { ListedTool } from './listed-tool.ts';
import type { Reach } from './pinned-fetch.ts';
import type { McpLog } from './server-log.ts';

/** After a failed attempt, until the next; doubled each time, in milliseconds. */
const backoffMs = { first: 1_000, most: 60_000 } as const;

/** A list is asked for at most so often, in milliseconds, however often a server says that it changed. */
const relistMs = 1_000;

/** Maximum age of a list in milliseconds; then it is read again, because a notification may have been lost. */
const listMs = 300_000;

/** One server: connected when it is first needed, once per process, and again after it died. */
export interface ToolServer {
  readonly name: string;
  readonly config: ServerConfig;
  /** Its tools as last heard, connecting where needed. Empty while it was never reached. Never throws. */
  tools(): Promise<readonly ListedTool[]>;
  /** Its tools as last heard; empty while it was never reached. */
  known(): readonly ListedTool[];
  /** A live connection. Throws `mcp.away` while it cannot be had, at once while the next attempt is not due. */
  connect(): Promise<Connection>;
  /** Lets go of a connection that failed: new calls open another; calls under way on this one are waited for. */
  retire(connection: Connection): void;
  /** Says that a call on this connection has ended: a retired one without calls is closed. */
  release(connection: Connection): void;
  state(): 'idle' | 'connected' | 'away';
  /** Why its tools were not heard when they were last asked for, as a sentence; undefined when they were, or never asked for. */
  problem(): string | undefined;
  close(): Promise<void>;
}

interface ServerState {
  connection: Promise<Connection> | undefined;
  current: Connection | undefined;
  listing: Promise<readonly ListedTool[]> | undefined;
  tools: readonly ListedTool[];
  listedAt: number;
  askedAt: number;
  /** Counts changes of the list: one that was read while it changed is read again. */
  changes: number;
  failures: number;
  notBefore: number;
  problem: string | undefined;
  /** Aborted when the server is closed: ends an attempt to connect. */
  readonly ending: AbortController;
  /** Retired, with calls under way. */
  readonly retired: Set<Connection>;
}

/** What servers need from outside. */
export interface ServerPorts {
  readonly log: McpLog;
  readonly isolation: () => Isolation;
  /** As of `McpOptions`. */
  readonly reach: Reach | undefined;
}

/** Makes the server of a name; nothing is opened yet. */
export function createToolServer(name: string, config: ServerConfig, ports: ServerPorts): ToolServer {
  const { log } = ports;
  const state: ServerState = {
    connection: undefined,
    current: undefined,
    listing: undefined,
    tools: [],
    listedAt: Number.NEGATIVE_INFINITY,
    askedAt: Number.NEGATIVE_INFINITY,
    changes: 0,
    failures: 0,
    notBefore: 0,
    problem: undefined,
    ending: new AbortController(),
    retired: new Set(),
  };
  const connect = (): Promise<Connection> => connected({ name, config, ...ports }, state);
  return {
    name,
    config,
    connect,
    tools: () => listed(name, log, state, connect),
    known: () => state.tools,
    retire(connection) {
      forget(state, connection);
      state.retired.add(connection);
    },
    release(connection) {
      if (!state.retired.has(connection) || (connection.alive() && connection.underWay() > 0)) return;
      state.retired.delete(connection);
      void connection.close().catch(() => undefined);
    },
    state: () => (state.current?.alive() ? 'connected' : state.failures > 0 ? 'away' : 'idle'),
    problem: () => state.problem,
    async close() {
      state.ending.abort();
      const open = await state.connection?.catch(() => undefined);
      await Promise.all(
        [...state.retired, ...(open ? [open] : [])].map((one) => one.close().catch(() => undefined)),
      );
      state.retired.clear();
    },
  };
}

/** What a server is made of, from its beginning to its end. */
interface ServerParts extends ServerPorts {
  readonly name: string;
  readonly config: ServerConfig;
}

function connected(parts: ServerParts, state: ServerState): Promise<Connection> {
  const { name } = parts;
  if (state.ending.signal.aborted) return Promise.reject(away(name, 'this process is ending'));
  if (state.current && !state.current.alive()) forget(state, state.current);
  if (state.connection) return state.connection;
  const wait = state.notBefore - performance.now();
  if (wait > 0)
    return Promise.reject(
      away(
        name,
        `it failed ${state.failures} times; the next attempt is due in ${Math.ceil(wait / 1_000)} s`,
      ),
    );
  const opening = open(parts, state);
  state.connection = opening;
  return opening;
}

async function open(
  { name, config, log, isolation, reach }: ServerParts,
  state: ServerState,
): Promise<Connection> {
  const startedAt = performance.now();
  const events = {
    log,
    isolation,
    reach,
    onListChanged: () => {
      // Once for however many notices come before the list is read again.
      if (state.listedAt !== Number.NEGATIVE_INFINITY)
        log.info({ server: name }, 'a tool server changed its tools');
      state.listedAt = Number.NEGATIVE_INFINITY;
      state.changes += 1;
    },
    onFlood: () => {
      state.failures += 1;
      state.notBefore = performance.now() + backoffMs.most;
    },
    onClose: () => {
      if (state.current) forget(state, state.current, true);
    },
  };
  try {
    // Loaded with the first connection: reading the configuration does not need the protocol.
    const { openConnection } = await import('./connection.ts');
    const connection = await openConnection(name, config, events, state.ending.signal);
    state.current = connection;
    state.failures = 0;
    state.listedAt = Number.NEGATIVE_INFINITY;
    state.askedAt = Number.NEGATIVE_INFINITY;
    log.info(
      { server: name, tookMs: Math.round(performance.now() - startedAt) },
      'connected to a tool server',
    );
    return connection;
  } catch (error) {
    state.connection = undefined;
    state.failures += 1;
    const waitMs = Math.min(backoffMs.most, backoffMs.first * 2 ** Math.min(state.failures - 1, 10));
    state.notBefore = performance.now() + waitMs;
    log.warn(
      {
        server: name,
        failures: state.failures,
        nextInMs: waitMs,
        kind: codeOf(error),
        // Words of our own; those of a server are in no log.
        ...(isSalienceError(error) ? { reason: error.message } : {}),
      },
      'a tool server cannot be reached',
    );
    throw away(name, reasonOf(error), error);
  }
}

/** Only a connection that is still the current one, and only a dead one when `onlyDead`. */
function forget(state: ServerState, connection: Connection, onlyDead = false): void {
  if (state.current !== connection || (onlyDead && connection.alive())) return;
  state.current = undefined;
  state.connection = undefined;
  state.listing = undefined;
}

async function listed(
  name: string,
  log: McpLog,
  state: ServerState,
  connect: () => Promise<Connection>,
): Promise<readonly ListedTool[]> {
  const now = performance.now();
  const fresh = now - state.listedAt < listMs || now - state.askedAt < relistMs;
  if (state.current?.alive() && fresh && state.listing === undefined) return state.tools;
  state.listing ??= readTools(state, connect).finally(() => {
    state.listing = undefined;
  });
  return state.listing.catch((error: unknown) => {
    log.debug({ server: name, kind: codeOf(error) }, 'the tools of a server could not be listed');
    state.problem = isSalienceError(error) ? error.message : unlisted(name, error);
    return state.tools;
  });
}

async function readTools(
  state: ServerState,
  connect: () => Promise<Connection>,
): Promise<readonly ListedTool[]> {
  const connection = await connect();
  const before = state.changes;
  state.askedAt = performance.now();
  const tools = await connection.listTools();
  state.tools = tools;
  state.problem = undefined;
  if (state.changes === before) state.listedAt = performance.now();
  return tools;
}

/** True for an error that no waiting cures: the program or the address does not exist, or we are not let in. */
function isLasting(error: unknown): boolean {
  const code = String(codeOf(error));
  return [
    'ENOENT',
    'EACCES',
    'ENOTFOUND',
    'mcp.isolation',
    'mcp.private-address',
    '400',
    '401',
    '403',
    '404',
    '405',
  ].includes(code);
}

function away(name: string, reason: string, cause?: unknown): SalienceError {
  return new SalienceError('mcp.away', `The tool server "${name}" cannot be reached: ${reason}.`, {
    kind: isLasting(cause) ? 'terminal' : 'retryable',
    ...(cause === undefined ? {} : { cause }),
  });
}

function unlisted(name: string, cause: unknown): string {
  return `The tool server "${name}" does not say which tools it has: ${reasonOf(cause)}.`;
}

/** The code of an error or of what caused it, for logs: never its words. */
export function codeOf(error: unknown): string | number {
  const causes = [error, (error as { cause?: unknown } | undefined)?.cause];
  for (const cause of causes) {
    const code = (cause as { code?: unknown } | undefined)?.code;
    if (typeof code === 'string' || typeof code === 'number') return code;
  }
  return error instanceof Error ? error.name : 'unknown';
}

/** Words for a model and a person, without what a server may have written. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'its program was not found';
  if (code === 'EACCES') return 'its program may not be run';
  if (code === 'ECONNREFUSED') return 'nothing listens at its address';
  if (code === 'ENOTFOUND') return 'its address does not exist';
  if (code === -32_000) return 'it ended before it answered';
  if (code === -32_001) return 'it did not answer in time';
  if (isSalienceError(error)) return error.message;
  return typeof code === 'number' && code >= 400 ? `it answered ${code}` : messageOf(error).slice(0, 200);
}
