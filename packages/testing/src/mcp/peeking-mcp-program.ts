import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '../servers/places.ts';

const program = fileURLToPath(new URL('./peeking-mcp-child.ts', import.meta.url));

/** What a tool server saw that looked for secrets. */
export interface PeekReport {
  readonly uid: number;
  readonly gid: number;
  readonly groups: string;
  readonly capabilities: string;
  /** Processes that it sees at all. */
  readonly pids: number;
  readonly home: string;
  readonly homeMode: string;
  /** `wrote` where it could write into its home folder. */
  readonly acted: string;
  readonly variables: readonly string[];
  /** Whether the environment of its parent is `readable`, else the code of the error. */
  readonly parent: string;
  /** How many other processes showed it their environment. */
  readonly environments: number;
  /** By path: `readable`, or the code of the error. */
  readonly read: Readonly<Record<string, string>>;
  /** Words of what it read that begin with `canary-`; of nothing else it tells more than that it could be read. */
  readonly canaries: readonly string[];
  readonly listed: Readonly<Record<string, string | readonly string[]>>;
  /** The way in that Postgres asks for; 10 is a password (SCRAM), 0 is none. */
  readonly greeting?: number | string;
}

/** Where such a server looks, and the file in which it notes at its start what it saw. */
export interface PeekOptions {
  readonly read?: readonly string[];
  readonly list?: readonly string[];
  readonly port?: number;
  readonly report?: string;
}

/**
 * A tool server, started by its client, that looks for secrets; its tool `peek` tells what it saw. Program and Node lie where
 * every account may read them.
 */
export function peekingMcpProgram(options: PeekOptions = {}): {
  readonly command: string;
  readonly args: readonly string[];
} {
  const folder = scratchFolder('peek');
  const copy = join(folder, 'peeking-mcp-child.ts');
  copyFileSync(program, copy);
  chmodSync(copy, 0o644);
  return { command: nodeForEverybody(folder), args: ['--no-warnings', copy, JSON.stringify(options)] };
}

/** This Node, or where others may not enter its folder a copy of it. */
function nodeForEverybody(folder: string): string {
  const account = process.getuid?.() === 0 ? { uid: 61_000, gid: 61_000 } : {};
  if (spawnSync(process.execPath, ['--version'], { ...account, cwd: '/' }).status === 0)
    return process.execPath;
  const copy = join(folder, 'node');
  copyFileSync(process.execPath, copy);
  chmodSync(copy, 0o755);
  return copy;
}
