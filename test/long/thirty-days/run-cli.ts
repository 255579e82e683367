import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { personToken, repositoryRoot } from '@salience/testing';

/** Runs the command line as the person of this machine, a process of its own on the Node that runs this; resolves with what it printed. Rejects when it fails. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(repositoryRoot, 'packages/cli/src/main.ts'), ...args],
    {
      cwd: repositoryRoot,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, SALIENCE_API_KEY: personToken, ...env },
      maxBuffer: 64 * 1_024 * 1_024,
    },
  );
  return stdout;
}
