import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { repositoryRoot } from '@salience/testing';

/** The time limit of a test that runs a harness, in milliseconds. It is above the limit of the harness, whose error says what stood still. */
export const harnessTestMs = 240_000;
/** A harness that runs longer than this, in milliseconds, is ended. */
const harnessMs = 225_000;

/**
 * Runs a harness of `test/long` as a command and resolves with the line of JSON that it prints. Throws with what it wrote when it ends with
 * anything but 0 or 1, or takes too long. `env` is added to the environment.
 */
export async function runHarness<Report>(
  harness: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Report> {
  const child = spawn(process.execPath, [`test/long/${harness}.ts`, ...args, '--verbose'], {
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
  // Its apps and servers end with it.
  const limit = setTimeout(() => child.kill('SIGKILL'), harnessMs);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  if (code !== 0 && code !== 1)
    throw new Error(
      `${code === null ? `the harness did not end within ${harnessMs} ms` : `the harness itself failed (${code})`}. It wrote:\n${err}\n${out}`,
    );
  return JSON.parse(out) as Report;
}
