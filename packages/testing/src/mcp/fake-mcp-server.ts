import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { endsWithFile } from '../servers/test-run.ts';
import { compileCache, scratchFolder } from '../servers/places.ts';

const program = fileURLToPath(new URL('./fake-mcp-child.ts', import.meta.url));

/** How a client starts the fake tool server itself, and where the server notes what it did. */
export interface FakeMcpProgram {
  /** An entry of `mcpServers`. */
  readonly config: {
    readonly command: string;
    readonly args: string[];
    readonly env: Readonly<Record<string, string>>;
    readonly trusted: true;
  };
  /** For `readMcpJournal` and `effectsByKey`. */
  readonly journal: string;
}

/**
 * A tool server that is started by its client and spoken to over standard input and output; a real one, with faults. With a folder
 * of pages it has the tools of `poison-tools.ts` too.
 */
export function fakeMcpProgram(pages?: string): FakeMcpProgram {
  const journal = join(scratchFolder('mcp'), 'journal.jsonl');
  // Trusted: it lies in this repository, where no other account need be able to read it.
  const args = [program, journal, '--stdio', ...(pages === undefined ? [] : [pages])];
  const env = { NODE_COMPILE_CACHE: compileCache };
  return { config: { command: process.execPath, args, env, trusted: true }, journal };
}

/** A fake tool server at an address. */
export interface FakeMcpServer {
  readonly url: string;
  readonly journal: string;
  /** SIGKILL; resolves when it is gone. */
  kill9(): Promise<void>;
}

/** Starts the same server at an address of its own, over streamable HTTP. It ends with the test file. */
export async function startFakeMcpServer(): Promise<FakeMcpServer> {
  const journal = join(scratchFolder('mcp'), 'journal.jsonl');
  const child = spawn(process.execPath, [program, journal, '--http'], { stdio: ['pipe', 'pipe', 'ignore'] });
  endsWithFile(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString('utf8').trim(),
    journal,
    async kill9() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
