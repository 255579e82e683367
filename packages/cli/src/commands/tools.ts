import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { resolve } from 'node:path';
import { visibleText } from '@salience/act';
import { SalienceError } from '@salience/errors';
import type { McpConfig, McpTool } from '@salience/mcp';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { colour, note, print, printJson, table } from '../terminal.ts';
import { visibleLines } from '../visible-lines.ts';

/** tools. */
export function declare(program: Command, run: RunAction): void {
  const config = ['--config <file>', 'the file of tool servers (or SALIENCE_MCP_CONFIG)'] as const;
  const tools = program
    .command('tools')
    .description('external tools, and which of their descriptions models may see')
    .addHelpText(
      'after',
      examples(['tools', 'tools vouch files__read', 'tools list --config ./servers.json']),
    );
  tools
    .command('list', { isDefault: true })
    .description('list the tools of every server, with tier and whether their description is vouched for')
    .option(...config)
    .addHelpText('after', examples(['tools', 'tools list --json']))
    .action(run(runToolList));
  tools
    .command('vouch')
    .argument('<tools...>', 'as "tools" names them')
    .description('review the descriptions of tools and vouch for them, so that models may see them')
    .option(...config)
    .addHelpText('after', examples(['tools vouch files__read files__list']))
    .action(run(runToolVouch));
}

/** The file of tool servers, where it is not the one that the fleet uses. */
export interface ToolFlags {
  readonly config?: string;
}

/** Longer than a server may take to greet and to list its tools: each is heard, or it is known why not. In milliseconds. */
const answerMs = 65_000;

/** How much of a hash is shown in a table, in hex digits. */
const hashDigits = 12;

/** `salience tools list`: the tools of all servers, and which of them models are shown in their server's words. */
export async function runToolList(context: Context, flags: ToolFlags): Promise<number> {
  const { readMcpConfig } = await import('@salience/mcp');
  const { problems, tools } = await heardFrom(await readMcpConfig(fileOf(context, flags)));
  if (context.json) printJson({ tools: tools.map(toolJson), unreachable: problems });
  else if (tools.length > 0) {
    print(
      table(
        ['tool', 'tier', 'vouched for', 'hash'],
        tools.map((tool) => [tool.name, tool.tier, tool.vouched, tool.definitionHash.slice(0, hashDigits)]),
      ),
    );
  }
  for (const { reason } of problems) note(visibleText(reason));
  return problems.length === 0 ? exitCodes.ok : exitCodes.failure;
}

/**
 * `salience tools vouch <tool…>`: prints all that their servers say of them, and vouches for what was printed. Nothing is written
 * where one of them says something else by then.
 */
export async function runToolVouch(
  context: Context,
  names: readonly string[],
  flags: ToolFlags,
): Promise<number> {
  const { readMcpConfig, writeVouches } = await import('@salience/mcp');
  const file = fileOf(context, flags);
  const config = await readMcpConfig(file);
  const heard = await heardFrom(config);
  const read = [...new Set(names)].map((name) => toolOf(heard, name));
  if (!context.json) for (const tool of read) print(definitionText(tool));
  await requireUnchanged(config, read);
  await writeVouches(
    file,
    read.map(({ definitionHash: hash, remoteName: tool, server }) => ({ server, tool, hash })),
  );
  if (context.json) printJson(read.map((tool) => ({ ...toolJson(tool), vouched: 'yes', said: tool.said })));
  else
    print(
      `Vouched for ${read.map(({ name }) => name).join(', ')} in ${file}. Models see these descriptions, and no others, after the next start of Salience.`,
    );
  return exitCodes.ok;
}

interface Heard {
  readonly tools: readonly McpTool[];
  readonly problems: readonly { readonly server: string; readonly reason: string }[];
}

/** What the servers say of their tools now. No connection and no program outlives it. */
async function heardFrom(servers: McpConfig): Promise<Heard> {
  const { createMcp } = await import('@salience/mcp');
  const mcp = createMcp({ servers, log: toolLog, onLate: () => undefined, connectWaitMs: answerMs });
  try {
    const tools = await mcp.tools();
    const problems = Object.entries(mcp.problems()).map(([server, reason]) => ({ server, reason }));
    return { tools, problems };
  } finally {
    await mcp.close();
  }
}

/** Only why a single tool is not offered; a problem with a server is reported elsewhere. */
const toolLog = {
  debug: () => undefined,
  info: () => undefined,
  warn(fields: object, message: string) {
    const { server, tool } = fields as { readonly server?: string; readonly tool?: string };
    if (tool !== undefined) note(visibleText(`${message} (${tool} of ${server ?? '?'})`));
  },
};

/** Asks the servers again. Throws `tools.changed` if a description differs from what was printed. */
async function requireUnchanged(config: McpConfig, read: readonly McpTool[]): Promise<void> {
  const meant = new Set(read.map(({ server }) => server));
  const servers = Object.fromEntries(Object.entries(config).filter(([name]) => meant.has(name)));
  const hashes = new Map((await heardFrom(servers)).tools.map((tool) => [tool.name, tool.definitionHash]));
  const changed = read.filter(({ definitionHash, name }) => hashes.get(name) !== definitionHash);
  if (changed.length === 0) return;
  throw new SalienceError(
    'tools.changed',
    `Expected ${changed.map(({ name }) => name).join(', ')} to be as printed, but it changed meanwhile. Nothing was written; review it again.`,
  );
}

function toolOf({ problems, tools }: Heard, name: string): McpTool {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const away = problems.map(({ reason }) => ` ${visibleText(reason)}`).join('');
  throw new SalienceError(
    'tools.unknown',
    `Expected a tool as "salience tools" names it, got "${name}".${away}`,
  );
}

/** Everything that is hashed, so that a person vouches only for text they saw. */
function definitionText({ definitionHash, name, said, server }: McpTool): string {
  const { annotations, description, inputSchema, outputSchema, title } = said;
  const parts: readonly (readonly [string, unknown])[] = [
    ['name', said.name],
    ['title', title],
    ['description', description],
    ['arguments', inputSchema],
    ['results', outputSchema],
    ['hints', annotations],
  ];
  return [
    `${colour.bold(name)}, as the server "${server}" describes it`,
    ...parts.flatMap(([part, value]) =>
      value === undefined
        ? []
        : [part, visibleLines(typeof value === 'string' ? value : JSON.stringify(value, null, 2))],
    ),
    `hash ${definitionHash}`,
    '',
  ].join('\n');
}

function toolJson({ definitionHash, name, remoteName, server, tier, vouched }: McpTool) {
  return { tool: name, server, remote_name: remoteName, tier, vouched, hash: definitionHash };
}

function fileOf({ env }: Context, { config }: ToolFlags): string {
  const file = config ?? env.mcpConfig;
  if (file !== undefined) return resolve(file);
  throw usageError(
    'Expected a file of tool servers: set SALIENCE_MCP_CONFIG, or name one with --config. packages/adapters/mcp/README.md says what is in it.',
  );
}
