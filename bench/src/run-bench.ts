import { spawn } from 'node:child_process';
import process from 'node:process';
import { repositoryRoot } from '@salience/testing';

/** What another benchmark said. */
export interface BenchRun {
  readonly code: number | null;
  /** Its last line, when that was a JSON object. */
  readonly report: Readonly<Record<string, unknown>> | undefined;
  /** The end of what it wrote on standard error. */
  readonly said: string;
}

const saidKept = 4_000;

/** Runs a program of this repository as a child, on the Node that runs this, and resolves when it has ended. */
export async function runBench(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<BenchRun> {
  const child = spawn(process.execPath, [...args], {
    cwd: repositoryRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-saidKept);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  return { code, report: lastObject(output), said };
}

function lastObject(output: string): Readonly<Record<string, unknown>> | undefined {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // It died in the middle of its line; the exit code and what it said tell why.
    return undefined;
  }
}
