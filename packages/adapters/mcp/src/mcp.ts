import { setImmediate } from 'node:timers/promises';
import type { ActionResult } from '@salience/contracts';
import type { McpConfig } from './config.ts';
import { findIsolation, type Isolation } from './isolation.ts';
import type { ListedTool } from './listed-tool.ts';
import type { Reach } from './pinned-fetch.ts';
import { type McpTool, type RunnableTool, runnableTool } from './mcp-tool.ts';
import { type LateAnswer, runCall, type ToolCallRequest, withoutTool } from './run-call.ts';
import type { McpLog } from './server-log.ts';
import { mayBeOf } from './tool-names.ts';
import { codeOf, createToolServer, type ToolServer } from './tool-server.ts';

/** How the client is set up. */
export interface McpOptions {
  readonly servers: McpConfig;
  readonly log: McpLog;
  readonly onLate: (late: LateAnswer) => void;
  /** How programs are kept apart from us; default: as well as it can be done here. */
  readonly isolation?: Isolation;
  /** Where servers at an address may be; unset: wherever their address says. */
  readonly reach?: Reach;
  /** How long `tools` waits for servers that are not connected yet, in milliseconds; default 5,000. They go on connecting. */
  readonly connectWaitMs?: number;
}

/** The tools of all configured servers. */
export interface Mcp {
  /** Every tool offered now, by name. Connects missing servers; never throws, never waits longer than the limit. */
  tools(): Promise<readonly McpTool[]>;
  /** Runs one call; never throws. A tool of a server that is away now may be called: the failure is transient. */
  call(call: ToolCallRequest): Promise<ActionResult>;
  /** Servers by name, with how they are. */
  states(): Readonly<Record<string, ReturnType<ToolServer['state']>>>;
  /** Servers whose tools were asked for and not heard, by name: why, as a sentence. A server's own words may be in it. */
  problems(): Readonly<Record<string, string>>;
  /** Ends all connections and the programs behind them. */
  close(): Promise<void>;
}

const connectWaitMs = 5_000;

/** Makes the client of the configured servers. Nothing is started or connected before its tools are asked for. */
export function createMcp(options: McpOptions): Mcp {
  const { log } = options;
  const waitMs = options.connectWaitMs ?? connectWaitMs;
  let found = options.isolation;
  const isolation = (): Isolation => (found ??= findIsolation());
  const servers = Object.entries(options.servers).map(([name, config]) =>
    createToolServer(name, config, { log, isolation, reach: options.reach }),
  );
  const runnable = new Map<string, RunnableTool>();
  const made = new WeakMap<readonly ListedTool[], Promise<readonly RunnableTool[]>>();
  // A server that used up a wait is not waited for again until it has answered.
  const slow = new Set<ToolServer>();

  /** One tool that breaks costs itself alone. */
  const offered = (server: ToolServer, tool: ListedTool): RunnableTool | null => {
    try {
      return runnableTool(server, tool, log);
    } catch (error) {
      log.warn(
        { server: server.name, tool: tool.name.slice(0, 100), kind: codeOf(error) },
        'a tool is not offered: it cannot be read',
      );
      return null;
    }
  };
  const make = async (server: ToolServer, listed: readonly ListedTool[]): Promise<RunnableTool[]> => {
    const first = new Map(listed.toReversed().map((tool) => [tool.name, tool]));
    const tools: RunnableTool[] = [];
    for (const tool of first.values()) {
      const one = offered(server, tool);
      if (one) tools.push(one);
      // Each schema takes milliseconds to read; a server with hundreds of tools must not hold up the lanes.
      await setImmediate();
    }
    for (const one of tools) runnable.set(one.tool.name, one);
    return tools;
  };
  const offer = (server: ToolServer, listed: readonly ListedTool[]): Promise<readonly RunnableTool[]> => {
    const known = made.get(listed) ?? make(server, listed);
    made.set(listed, known);
    return known;
  };
  const toolsOf = async (server: ToolServer): Promise<readonly RunnableTool[]> => {
    const listing = server.tools().finally(() => slow.delete(server));
    if (slow.has(server)) return offer(server, server.known());
    const listed = await within(listing, waitMs);
    if (!listed) slow.add(server);
    return offer(server, listed ?? server.known());
  };
  const tools = async (): Promise<readonly McpTool[]> => {
    const lists = await Promise.all(servers.map(toolsOf));
    const unique = new Map(lists.flat().map(({ tool }) => [tool.name, tool]));
    return [...unique.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  };
  return {
    tools,
    async call(call) {
      if (!runnable.has(call.tool)) await tools();
      const tool = runnable.get(call.tool);
      if (tool) return runCall(tool, call, options.onLate);
      const away = servers.some((one) => mayBeOf(one.name, call.tool) && one.state() !== 'connected');
      return withoutTool(call.tool, away);
    },
    states: () => Object.fromEntries(servers.map((server) => [server.name, server.state()])),
    problems: () => problemsOf(servers, slow),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** Why servers were not heard, by name. */
function problemsOf(
  servers: readonly ToolServer[],
  slow: ReadonlySet<ToolServer>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    servers.flatMap((server) => {
      const problem = server.problem() ?? (slow.has(server) ? unheard(server.name) : undefined);
      return problem === undefined ? [] : [[server.name, problem]];
    }),
  );
}

function unheard(name: string): string {
  return `The tool server "${name}" did not answer in time.`;
}

/** What is promised, if it comes in time; else undefined, and the promise goes on. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
