import type { McpLog } from './server-log.ts';
import type { ToolSettings } from './config.ts';
import type { ListedTool } from './listed-tool.ts';
import { cleanText, cutText } from './result-text.ts';
import { toolName } from './tool-names.ts';
import { type ArgumentCheck, argumentCheck } from './tool-schema.ts';
import type { ToolServer } from './tool-server.ts';
import { type ToolTerms, toolTerms } from './tool-terms.ts';

/** A tool of a server, as it is offered to a model and judged by the gate. */
export interface McpTool extends ToolTerms {
  /** Unique, and a name that every provider takes: `server__tool`. */
  readonly name: string;
  readonly server: string;
  /** What its server calls it. */
  readonly remoteName: string;
  readonly description: string;
  /** JSON schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** JSON schema that its structured results promise to fit; then they alone are the result. */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** What its server says of it, as it came. */
  readonly hints: Readonly<Record<string, boolean>>;
  /** Its arguments that its record is kept per, where the operator names them. */
  readonly askPer?: readonly string[];
  readonly cost: number;
  readonly timeoutMs: number;
  /** Its arguments that are shell commands. */
  readonly commandArguments: readonly string[];
  /** What the operator wants asked for or refused. */
  readonly patterns: readonly {
    readonly pattern: string;
    readonly level: 'block' | 'confirm';
    readonly reason: string;
  }[];
}

/** A tool with what it takes to run it. */
export interface RunnableTool {
  readonly tool: McpTool;
  readonly server: ToolServer;
  readonly check: ArgumentCheck;
}

/** The longest description that a model is shown, in characters. */
const descriptionChars = 1_024;

/** The tool as it is offered; null for one that is switched off or whose arguments cannot be checked. */
export function runnableTool(server: ToolServer, listed: ListedTool, log: McpLog): RunnableTool | null {
  const { config } = server;
  const settings = Object.hasOwn(config.tools, listed.name) ? config.tools[listed.name] : undefined;
  if (settings?.enabled === false) return null;
  const check = argumentCheck(listed.inputSchema);
  if (!check) {
    log.warn(
      { server: server.name, tool: listed.name.slice(0, 100) },
      'a tool is not offered: the schema of its arguments cannot be used',
    );
    return null;
  }
  const tool: McpTool = {
    ...toolTerms(config, settings, listed.annotations),
    name: toolName(server.name, listed.name),
    server: server.name,
    remoteName: listed.name,
    description: describe(server.name, listed),
    inputSchema: listed.inputSchema,
    ...(listed.outputSchema === undefined ? {} : { outputSchema: listed.outputSchema }),
    hints: hintsOf(listed),
    ...(settings?.askPer === undefined ? {} : { askPer: settings.askPer }),
    cost: settings?.cost ?? 1,
    timeoutMs: settings?.timeoutMs ?? config.timeoutMs,
    commandArguments: settings?.commandArguments ?? [],
    patterns: patternsOf(settings),
  };
  return { server, check, tool };
}

function hintsOf({ annotations = {} }: ListedTool): McpTool['hints'] {
  const { destructiveHint, idempotentHint, readOnlyHint } = annotations;
  return Object.fromEntries(
    Object.entries({ destructiveHint, idempotentHint, readOnlyHint }).filter(
      (entry): entry is [string, boolean] => entry[1] !== undefined,
    ),
  );
}

/** What a server says of its tool is shown as its words, not ours. */
function describe(server: string, listed: ListedTool): string {
  const said = cleanText(listed.description ?? listed.title ?? '').trim();
  const frame = `Tool of the external server "${server}".`;
  return cutText(said === '' ? frame : `${frame} It says of itself: ${said}`, descriptionChars);
}

function patternsOf(settings: ToolSettings | undefined): McpTool['patterns'] {
  const { confirm = [], block = [] } = settings ?? {};
  return [
    ...block.map((pattern) => ({ ...pattern, level: 'block' as const })),
    ...confirm.map((pattern) => ({ ...pattern, level: 'confirm' as const })),
  ];
}
