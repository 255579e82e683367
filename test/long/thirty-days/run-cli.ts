import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { repositoryRoot } from '@salience/testing';

/** Runs the command line as a process of its own, on the Node that runs this; resolves with what it printed. Rejects when it fails. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(repositoryRoot, 'packages/cli/src/main.ts'), ...args],
    {
      cwd: repositoryRoot,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      maxBuffer: 64 * 1_024 * 1_024,
    },
  );
  return stdout;
}
