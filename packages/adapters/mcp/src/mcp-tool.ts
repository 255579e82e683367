import { isBounded } from './bounds.ts';
import type { McpLog } from './server-log.ts';
import type { ToolSettings } from './config.ts';
import type { ListedTool } from './listed-tool.ts';
import { definitionHash, type SaidOfTool, saidOf, shownTool } from './shown-tool.ts';
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
  /** As a model is shown it: the server's words only where the operator vouched for them. */
  readonly description: string;
  /** JSON schema of its arguments, as a model is shown it. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** All that its server says of it, as it came: for a person to read, never for a model. */
  readonly said: SaidOfTool;
  /** The hash of `said`: what an operator vouches for. */
  readonly definitionHash: string;
  /** Whether the operator vouched for exactly this definition; `changed`: for another one. */
  readonly vouched: Vouched;
  /** True where its results hold private data. */
  readonly private: boolean;
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

/** Whether an operator vouched for what a server says of a tool. */
export type Vouched = 'changed' | 'no' | 'yes';

/** A tool with what it takes to run it. */
export interface RunnableTool {
  readonly tool: McpTool;
  readonly server: ToolServer;
  readonly check: ArgumentCheck;
}

/** The tool as it is offered; null for one that is switched off or whose arguments cannot be checked. */
export function runnableTool(server: ToolServer, listed: ListedTool, log: McpLog): RunnableTool | null {
  const { config } = server;
  const settings = Object.hasOwn(config.tools, listed.name) ? config.tools[listed.name] : undefined;
  if (settings?.enabled === false) return null;
  const check = isBounded(listed) ? argumentCheck(listed.inputSchema) : null;
  if (!check) {
    log.warn(
      { server: server.name, tool: listed.name.slice(0, 100) },
      'a tool is not offered: the schema of its arguments cannot be used',
    );
    return null;
  }
  const hash = definitionHash(listed);
  const tool: McpTool = {
    ...toolTerms(config, settings, listed.annotations),
    name: toolName(server.name, listed.name),
    server: server.name,
    remoteName: listed.name,
    ...shownTool(server.name, listed, settings?.vouched),
    said: saidOf(listed),
    definitionHash: hash,
    vouched: settings?.vouched === undefined ? 'no' : settings.vouched === hash ? 'yes' : 'changed',
    private: settings?.private ?? false,
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

function patternsOf(settings: ToolSettings | undefined): McpTool['patterns'] {
  const { confirm = [], block = [] } = settings ?? {};
  return [
    ...block.map((pattern) => ({ ...pattern, level: 'block' as const })),
    ...confirm.map((pattern) => ({ ...pattern, level: 'confirm' as const })),
  ];
}
