import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '../servers/places.ts';
import { type FakeMcpProgram, fakeMcpProgram } from './fake-mcp-server.ts';

const program = fileURLToPath(new URL('./listed-mcp-child.ts', import.meta.url));

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string;
  /** What it answers, and does not list; "Done." unless told. */
  readonly answer?: string;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** A tool server that says of its tools what it is told to say. */
export interface ListedMcpProgram extends FakeMcpProgram {
  /** From its next listing on, it lists these. */
  tell(tools: readonly ListedTool[]): void;
}

/** A tool server, started by its client, whose tools are described as the test says; what is called answers as told, or "Done.". */
export function listedMcpProgram(tools: readonly ListedTool[]): ListedMcpProgram {
  const file = join(scratchFolder('listed-mcp'), 'tools.json');
  const tell = (told: readonly ListedTool[]): void => writeFileSync(file, JSON.stringify(told));
  tell(tools);
  const { config, journal } = fakeMcpProgram();
  return { config: { ...config, args: [program, file, journal] }, journal, tell };
}
