import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '../servers/places.ts';
import { endsWithFile } from '../servers/test-run.ts';

/** What a hostile server says, byte for byte; `$ID` stands for the number of the request. */
export interface HostileScript {
  /** In answer to tools/list. */
  readonly list: string;
  /** In answer to a call, by the name of its tool; nothing where there is none. */
  readonly calls: Readonly<Record<string, string>>;
}

/** A tool server that says whatever it is told to. */
export interface HostileMcp {
  /** An entry of `mcpServers`. */
  readonly config:
    | { readonly command: string; readonly args: string[]; readonly trusted: true }
    | { readonly url: string };
  /** From now on it says this. */
  says(script: HostileScript): void;
  /** How often it was asked for something: `tools/list`, or `tools/call <name>`. */
  asked(what: string): number;
}

const program = fileURLToPath(new URL('./hostile-mcp-child.ts', import.meta.url));

/** An answer in due form, with this text as its result. */
export function answerOf(result: string): string {
  return `{"jsonrpc":"2.0","id":$ID,"result":${result}}`;
}

/** A tool server that says what its script holds, over standard input and output. */
export function hostileMcpProgram(script: HostileScript): HostileMcp {
  const { journal, says, scriptFile } = stage(script);
  const trusted = true as const;
  const config = { command: process.execPath, args: [program, scriptFile, journal], trusted };
  return { config, says, asked: (what) => askedIn(journal, what) };
}

/** The same at an address, over streamable HTTP. It ends with the test file. */
export async function startHostileMcp(script: HostileScript): Promise<HostileMcp> {
  const { journal, says, scriptFile } = stage(script);
  const child = spawn(process.execPath, [program, scriptFile, journal, '--http'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  endsWithFile(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { config: { url: line.toString('utf8').trim() }, says, asked: (what) => askedIn(journal, what) };
}

function stage(script: HostileScript) {
  const folder = scratchFolder('hostile-mcp');
  const scriptFile = join(folder, 'script.json');
  const says = (next: HostileScript): void => writeFileSync(scriptFile, JSON.stringify(next));
  says(script);
  return { journal: join(folder, 'journal'), says, scriptFile };
}

function askedIn(journal: string, what: string): number {
  if (!existsSync(journal)) return 0;
  return readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line.trim() === what).length;
}
