import { type AllowedHost, reachableAddresses } from '@salience/channels/addresses';
import type { AgentId } from '@salience/contracts';
import { messageOf } from '@salience/errors';
import type { Isolation, Mcp, McpTool, ServerConfig } from '@salience/mcp';
import type { Logger } from '@salience/telemetry';
import type { AllowedServer } from '../capabilities.ts';

/** The servers of an agent's capabilities that a person allowed. */
export interface AgentServers {
  readonly agentId: AgentId;
  readonly servers: readonly AllowedServer[];
}

/** Values of variables, by the capability that may have them and by name. */
export type SkillEnv = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What agents' own servers need. */
export interface AgentServerParts {
  readonly log: Logger;
  /** How an agent's programs are kept apart from us and from other agents'. */
  readonly isolationOf?: (agentId: AgentId) => Promise<Isolation>;
  readonly skillEnv?: SkillEnv;
  /** Hosts that may be called although they are private. */
  readonly privateHosts?: readonly AllowedHost[] | undefined;
}

/** The running servers of all agents. */
export interface OwnServers {
  /** The tools of an agent's servers; starts those that are new and ends those that it no longer has. Never throws. */
  tools(own: AgentServers | undefined): Promise<readonly McpTool[]>;
  /** The client of the server that a tool is of; undefined: of none of the agent's. */
  clientOf(own: AgentServers | undefined, tool: string): Promise<Mcp | undefined>;
  /** Ends the servers that `load` no longer names, and gives how many. */
  tend(load: (agentId: AgentId) => Promise<readonly AllowedServer[]>): Promise<number>;
  close(): Promise<void>;
}

interface Running {
  readonly name: string;
  readonly client: Promise<Mcp | undefined>;
}

type OnLate = (tool: string, idempotencyKey: string, text: string) => void;

/** Keeps one client for each definition of each agent, so that a change of one server ends no other. */
export function createAgentServers(parts: AgentServerParts, onLate: OnLate): OwnServers {
  const byAgent = new Map<AgentId, Map<string, Running>>();

  /** Ends what is not among `wanted`, and starts what is missing. */
  const settle = async ({ agentId, servers }: AgentServers, starts: boolean): Promise<number> => {
    const running = byAgent.get(agentId) ?? new Map<string, Running>();
    const wanted = new Map(servers.map((server) => [keyOf(server), server]));
    const gone = [...running].filter(([key]) => !wanted.has(key));
    for (const [key] of gone) running.delete(key);
    if (starts)
      for (const [key, server] of wanted)
        if (!running.has(key))
          running.set(key, { name: server.name, client: open(parts, agentId, server, onLate) });
    if (running.size === 0) byAgent.delete(agentId);
    else byAgent.set(agentId, running);
    await Promise.all(gone.map(([, one]) => end(one)));
    return gone.length;
  };
  const clientsOf = async (agentId: AgentId): Promise<readonly Mcp[]> => {
    const running = [...(byAgent.get(agentId)?.values() ?? [])];
    const clients = await Promise.all(running.map(({ client }) => client));
    return clients.filter((client) => client !== undefined);
  };
  return {
    async tools(own) {
      if (own === undefined) return [];
      await settle(own, true);
      const lists = await Promise.all((await clientsOf(own.agentId)).map((client) => client.tools()));
      return lists.flat();
    },
    async clientOf(own, tool) {
      if (own === undefined) return undefined;
      for (const client of await clientsOf(own.agentId))
        if ((await client.tools()).some(({ name }) => name === tool)) return client;
      return undefined;
    },
    async tend(load) {
      const ended = await Promise.all(
        [...byAgent.keys()].map(async (agentId) => settle({ agentId, servers: await load(agentId) }, false)),
      );
      return ended.reduce((sum, count) => sum + count, 0);
    },
    async close() {
      const all = [...byAgent.values()].flatMap((running) => [...running.values()]);
      byAgent.clear();
      await Promise.all(all.map(end));
    },
  };
}

async function end({ client }: Running): Promise<void> {
  await (await client)?.close();
}

function keyOf({ definition, name }: AllowedServer): string {
  return JSON.stringify([name, definition]);
}

/** The client is loaded only if there is a server: it and its libraries take twenty megabytes. */
async function open(
  { isolationOf, log, privateHosts = [], skillEnv = {} }: AgentServerParts,
  agentId: AgentId,
  server: AllowedServer,
  onLate: OnLate,
): Promise<Mcp | undefined> {
  const { name } = server;
  try {
    const { admitServers, createMcp } = await import('@salience/mcp');
    const isolation = (await isolationOf?.(agentId)) ?? {
      kind: 'none' as const,
      why: 'no sandbox was looked for',
    };
    const { admitted, refused } = admitServers({ [name]: configOf(server, skillEnv[name] ?? {}) }, isolation);
    for (const { reason } of refused)
      log.warn({ agentId, server: name, reason }, 'a tool server is not started');
    if (refused.length > 0) return undefined;
    return createMcp({
      servers: admitted,
      isolation,
      log,
      reach: (url) => reachableAddresses(url, { allowed: privateHosts }),
      onLate: ({ idempotencyKey, text, tool }) => onLate(tool, idempotencyKey, text),
    });
  } catch (error) {
    log.warn({ agentId, server: name, cause: messageOf(error) }, 'a tool server cannot be used');
    return undefined;
  }
}

/** As a configured server that nobody says anything of: never trusted, its hints not believed, its words not vouched for. */
function configOf({ definition }: AllowedServer, values: Readonly<Record<string, string>>): ServerConfig {
  const common = { trustHints: false, timeoutMs: 10_000, disabled: false, tools: {} };
  if ('url' in definition) return { ...common, url: definition.url, headers: {} };
  const { args, command } = definition;
  // Of all values those that its file names, and of no other source.
  const env = Object.fromEntries(
    definition.env.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name] ?? '']] : [])),
  );
  return { ...common, command, args, env, trusted: false };
}
