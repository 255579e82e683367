import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { repositoryRoot } from '@salience/testing';

/**
 * Runs a harness of `test/long` as a command and resolves with the line of JSON that it prints. Throws with what it wrote when it ends with
 * anything but 0 or 1. `env` is added to the environment.
 */
export async function runHarness<Report>(
  harness: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Report> {
  const child = spawn(process.execPath, [`test/long/${harness}.ts`, ...args], {
    cwd: repositoryRoot,
    // The harness is no test file: it must not take itself for one.
    env: {
      ...process.env,
      VITEST: undefined,
      ...env,
      PATH: `${join(repositoryRoot, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0 && code !== 1) throw new Error(`the harness itself failed (${String(code)}):\n${err}`);
  return JSON.parse(out) as Report;
}
