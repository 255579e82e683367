import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '../servers/places.ts';
import { type FakeMcpProgram, fakeMcpProgram } from './fake-mcp-server.ts';

const program = fileURLToPath(new URL('./told-mcp-child.ts', import.meta.url));

/** A tool as a server lists it. */
export interface ToldTool {
  readonly name: string;
  /** What it answers, and does not list; "Done." unless told. */
  readonly answer?: string;
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** A tool server that says of its tools what it is told to say. */
export interface ToldMcpProgram extends FakeMcpProgram {
  /** From its next listing on, it lists these. */
  tell(tools: readonly ToldTool[]): void;
}

/** A tool server, started by its client, whose tools are described as the test says; what is called answers as told, or "Done.". */
export function toldMcpProgram(tools: readonly ToldTool[]): ToldMcpProgram {
  const file = join(scratchFolder('told-mcp'), 'tools.json');
  const tell = (told: readonly ToldTool[]): void => writeFileSync(file, JSON.stringify(told));
  tell(tools);
  const { config, journal } = fakeMcpProgram();
  return { config: { ...config, args: [program, file, journal] }, journal, tell };
}
