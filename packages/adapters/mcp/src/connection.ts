import type { Readable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { accountTransport } from './account-transport.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { pinnedFetch, type Reach } from './pinned-fetch.ts';
import { isBounded, messageBytesMax } from './bounds.ts';
import type { HttpServer, ServerConfig, StdioServer } from './config.ts';
import {
  type ListedTool,
  listedToolSchema,
  type ToolAnswer,
  toolAnswerSchema,
  toolPageSchema,
} from './listed-tool.ts';
import type { Isolation } from './isolation.ts';
import { launchOf } from './launch.ts';
import { logServerOutput, type McpLog } from './server-log.ts';
import { type Flight, type WatchedTransport, watchTransport } from './watched-transport.ts';

/** How long a server may take to say hello, and to list its tools, in milliseconds. */
const greetingMs = 30_000;

/** More tools of one server are not read. */
const toolsMax = 512;

/** A longer name of a next page is not followed. */
const cursorChars = 4_096;

/** A call as a connection sends it. */
export interface SentCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Goes into `_meta`. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Aborted: the server is told to stop, and the caller no longer waits. */
  readonly signal: AbortSignal;
}

/** A conversation with one server, from its greeting to its end. */
export interface Connection {
  /** True until the other side is gone. */
  alive(): boolean;
  /** Calls that were sent and not answered. */
  underWay(): number;
  /** Every tool of the server, at most 512. Throws when it cannot say. */
  listTools(): Promise<ListedTool[]>;
  /** Resolves with the server's result. Throws the SDK's errors; `flight` says how far the call came. */
  call(call: SentCall, flight: Flight): Promise<ToolAnswer>;
  /** Ends it; a program is asked to go, then made to. */
  close(): Promise<void>;
}

/** Events of a connection. */
export interface ConnectionEvents {
  readonly log: McpLog;
  /** How a program is kept apart from us. */
  readonly isolation: () => Isolation;
  /** Where a server at an address may be; undefined: wherever its address says. */
  readonly reach: Reach | undefined;
  /** The server's tools are not what they were. */
  readonly onListChanged: () => void;
  /** The other side is gone. */
  readonly onClose: () => void;
  /** It said more than anybody asked for; the connection is being ended. */
  readonly onFlood: () => void;
}

/**
 * Opens a connection and exchanges greetings. We offer the server nothing: no sampling, no roots, no questions to a person.
 * Throws what the SDK throws when the server cannot be reached or does not speak the protocol within 30 s, or when
 * `signal` ends the attempt.
 */
export async function openConnection(
  name: string,
  config: ServerConfig,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<Connection> {
  const transport =
    'command' in config ? programTransport(name, config, events) : httpTransport(config, events);
  const client = new Client({ name: 'salience', version: '0.1.0' }, { capabilities: {} });
  transport.onflood = () => {
    events.log.warn(
      { server: name },
      'a tool server sent more than anybody asked for; its connection is ended',
    );
    events.onFlood();
  };
  let alive = true;
  client.onclose = () => {
    alive = false;
    events.onClose();
  };
  client.onerror = (error) =>
    events.log.debug({ server: name, kind: error.name }, 'a tool server sent what could not be used');
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => events.onListChanged());
  try {
    // The SDK declares an optional property where exact types want it absent.
    await client.connect(transport as Transport, { timeout: greetingMs, signal });
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
  return {
    alive: () => alive,
    underWay: () => transport.underWay(),
    listTools: () => listTools(client),
    call: (call, flight) => callTool(client, transport, call, flight),
    close: () => client.close(),
  };
}

/**
 * A program gets the variables its configuration names and, to be found and to find its files, the six of a login
 * (PATH, HOME, LOGNAME, SHELL, TERM, USER; on Windows their sisters). Unless its operator trusts it, it runs apart from us.
 */
function programTransport(
  name: string,
  config: StdioServer,
  { isolation, log }: ConnectionEvents,
): WatchedTransport {
  const login = getDefaultEnvironment();
  const launch = launchOf(name, config, isolation, login);
  const onStderr = (stream: Readable): void => logServerOutput(stream, name, log);
  if (launch.account !== undefined) {
    const own = { ...launch, env: { ...login, ...launch.env } };
    return watchTransport(accountTransport(own, { maxBufferSize: messageBytesMax, onStderr }));
  }
  const inner = new StdioClientTransport({
    command: launch.command,
    args: launch.args,
    env: launch.env,
    stderr: 'pipe',
    maxBufferSize: messageBytesMax,
    ...(launch.cwd === undefined ? {} : { cwd: launch.cwd }),
  });
  const { stderr } = inner;
  if (stderr && 'setEncoding' in stderr) onStderr(stderr as NodeJS.ReadableStream & Readable);
  return watchTransport(inner);
}

function httpTransport(config: HttpServer, { reach }: ConnectionEvents): WatchedTransport {
  const bounds = boundedFetch(
    reach === undefined ? fetch : pinnedFetch(reach),
    (id) => watched.lose(id),
    (id) => watched.spoil(id),
  );
  const inner = new StreamableHTTPClientTransport(new URL(config.url), {
    fetch: bounds.fetch,
    requestInit: { headers: config.headers },
  });
  const watched: WatchedTransport = watchTransport(inner as Transport, bounds.drop);
  return watched;
}

// Not the SDK's own listTools and callTool: those compile schemas of the server's, expressions included.
async function listTools(client: Client): Promise<ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  let seen = 0;
  do {
    const page = await client.request(
      { method: 'tools/list', params: cursor === undefined ? {} : { cursor } },
      toolPageSchema,
      { timeout: greetingMs },
    );
    for (const tool of page.tools.slice(0, toolsMax - seen)) {
      const listed = isBounded(tool) ? listedToolSchema.safeParse(tool).data : undefined;
      if (listed !== undefined) tools.push(listed);
    }
    // Counted as they come, whatever they are: pages without tools, or with nothing but broken ones, would go on for ever.
    seen += Math.max(1, page.tools.length);
    cursor = page.nextCursor;
  } while (cursor !== undefined && cursor.length <= cursorChars && seen < toolsMax);
  return tools;
}

/** The SDK has a timer of its own; ours, in the signal, comes first. */
const sdkTimeoutMs = 2_000_000_000;

async function callTool(
  client: Client,
  transport: WatchedTransport,
  call: SentCall,
  flight: Flight,
): Promise<ToolAnswer> {
  const params = { name: call.tool, arguments: { ...call.arguments }, _meta: { ...call.meta } };
  transport.follow(params, flight);
  const stop = new AbortController();
  const end = (): void => {
    // Before the SDK hears of it: what arrives from now on is late.
    transport.abandon(flight);
    stop.abort(call.signal.reason);
  };
  call.signal.throwIfAborted();
  // A signal of its own: the SDK would go on cancelling requests that have long been answered.
  call.signal.addEventListener('abort', end, { once: true });
  try {
    return await client.request({ method: 'tools/call', params }, toolAnswerSchema, {
      signal: stop.signal,
      timeout: sdkTimeoutMs,
    });
  } finally {
    call.signal.removeEventListener('abort', end);
  }
}
