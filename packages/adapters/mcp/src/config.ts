import { readFile } from 'node:fs/promises';
import { consequenceTierSchema } from '@salience/contracts';
import { messageOf, SalienceError } from '@salience/errors';
import { z } from 'zod';

/** How long a call of a tool may take unless its settings say otherwise, in milliseconds. */
const callMs = 10_000;

/** The longest time that a setting may give a tool, in milliseconds. */
const callMsMax = 600_000;

const patternSchema = z.strictObject({
  /** A regular expression, matched by the safety gate against the arguments of this tool. */
  pattern: z.string().min(1).max(500).refine(compiles, 'is not a regular expression'),
  /** What a person reads who is asked. */
  reason: z.string().min(1).max(200),
});

const toolSettingsSchema = z.strictObject({
  /** Its consequence tier; the operator who sets it vouches for the tool, whatever its server says. */
  tier: consequenceTierSchema.optional(),
  /** Its arguments that are shell commands. */
  commandArguments: z.array(z.string().min(1)).default([]),
  /** True: it does a thing once however often it is called with one idempotency key, so a lost call may be sent again. */
  idempotent: z.boolean().optional(),
  timeoutMs: z.number().int().min(1).max(callMsMax).optional(),
  /** The hash of the definition that the operator read (`salience tools`): its words are shown to models only while it is this one. */
  vouched: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'expected the 64 hex digits that `salience tools` prints')
    .optional(),
  /** True: what it returns is private data, see the Rule of Two. */
  private: z.boolean().default(false),
  /** False: it is never offered. */
  enabled: z.boolean().default(true),
  /** What it costs of a run's budget; an ordinary action costs 1. */
  cost: z.number().min(0).max(10).default(1),
  /**
   * Its arguments that matter for whether it may act unasked: what was earned for one value of them holds for no other. Empty: one
   * record for the tool. Unset: those whose names say whom or what is reached, else all.
   */
  askPer: z.array(z.string().min(1)).optional(),
  confirm: z.array(patternSchema).default([]),
  block: z.array(patternSchema).default([]),
});

const shared = {
  /** True: what the server says of its tools (read-only, idempotent) is believed, not only where it warns. */
  trustHints: z.boolean().default(false),
  /** Of every tool of the server that sets none. */
  timeoutMs: z.number().int().min(1).max(callMsMax).default(callMs),
  /** True: left out, as if it were not written. */
  disabled: z.boolean().default(false),
  tools: z.record(z.string().min(1), toolSettingsSchema).default({}),
};

const stdioSchema = z.strictObject({
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: z.record(z.string().min(1), z.string()).default({}),
  cwd: z.string().min(1).optional(),
  /** True: it runs as ourselves and may do whatever we may, see `launchOf`. */
  trusted: z.boolean().default(false),
  ...shared,
});

const httpSchema = z.strictObject({
  type: z.enum(['http', 'streamable-http', 'streamableHttp']).optional(),
  url: z.url({ protocol: /^https?$/, error: 'expected an http:// or https:// address' }),
  headers: z.record(z.string().min(1), z.string()).default({}),
  ...shared,
});

/** What an operator says of one tool. */
export type ToolSettings = z.infer<typeof toolSettingsSchema>;

/** A server that is a program on this machine, spoken to over its standard input and output. */
export type StdioServer = z.infer<typeof stdioSchema>;

/** A server at an address, spoken to over streamable HTTP. */
export type HttpServer = z.infer<typeof httpSchema>;

/** How one server is reached, and what the operator says of its tools. */
export type ServerConfig = StdioServer | HttpServer;

/** The servers by name, disabled ones left out. */
export type McpConfig = Readonly<Record<string, ServerConfig>>;

const serverName = /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,62}[A-Za-z0-9])?$/;

/**
 * Reads the servers from text in the form `{"mcpServers": {"name": {"command": …} | {"url": …}}}`. Other keys beside
 * `mcpServers` belong to other programs and are left alone; inside a server every key must be known, so that a misspelt
 * precaution is an error and not a gap. Throws `config.mcp` that names every problem by its place and never shows a value.
 */
export function parseMcpConfig(text: string, source: string): McpConfig {
  const servers = serversIn(text, source);
  const problems: string[] = [];
  const parsed: Record<string, ServerConfig> = {};
  for (const [name, value] of Object.entries(servers)) {
    const result = parseServer(name, value);
    if (Array.isArray(result)) problems.push(...result.map((problem) => `mcpServers.${name}${problem}`));
    else if (!result.disabled) parsed[name] = result;
  }
  if (problems.length > 0) throw invalid(source, problems);
  return parsed;
}

/** Reads such a file. Throws `config.mcp` also when it cannot be read. */
export async function readMcpConfig(path: string): Promise<McpConfig> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw invalid(path, [`it cannot be read: ${messageOf(error)}`], error);
  });
  return parseMcpConfig(text, path);
}

function serversIn(text: string, source: string): Readonly<Record<string, unknown>> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser quotes what it read, which may be a secret.
    throw invalid(source, ['it is not JSON']);
  }
  const file = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()) }).safeParse(json);
  if (!file.success)
    throw invalid(source, ['expected an object with the key mcpServers, which holds servers by name']);
  return file.data.mcpServers;
}

/** The server, or its problems: each its place below the server, and what is wrong there. */
function parseServer(name: string, value: unknown): ServerConfig | string[] {
  if (!serverName.test(name))
    return [': a name has 1 to 64 letters, digits, spaces, dots, hyphens or underscores'];
  const given = typeof value === 'object' && value !== null ? value : {};
  const kind = 'type' in given ? given.type : undefined;
  if (kind === 'sse')
    return ['.type: the old sse transport is not spoken; use the streamable HTTP address of the server'];
  if ('command' in given === 'url' in given) {
    return [': expected either "command" (a program on this machine) or "url" (a streamable HTTP address)'];
  }
  const result = ('command' in given ? stdioSchema : httpSchema).safeParse(value);
  if (result.success) return result.data;
  return result.error.issues.map((issue) => {
    const place = issue.path.length > 0 ? `.${issue.path.join('.')}` : '';
    return `${place}: ${issue.message}`;
  });
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function invalid(source: string, problems: readonly string[], cause?: unknown): SalienceError {
  return new SalienceError(
    'config.mcp',
    `The MCP servers in ${source} cannot be used:\n- ${problems.join('\n- ')}`,
    cause === undefined ? {} : { cause },
  );
}
