import { spawn } from 'node:child_process';
import { SalienceError } from '@salience/errors';

/**
 * Runs a script on the Node of this process, in the folder `cwd`, with this terminal as its own. Resolves with its exit
 * code, or 128 and more when a signal ended it. Ctrl-C goes to the script, which cleans up; this process waits for it.
 */
export async function runScript(
  script: string,
  options: readonly string[],
  { cwd, environment }: { readonly cwd: string; readonly environment: Readonly<Record<string, string>> },
): Promise<number> {
  const child = spawn(process.execPath, [script, ...options], {
    cwd,
    stdio: 'inherit',
    env: { ...environment },
  });
  const interrupted = (): void => {};
  const asked = (): void => void child.kill('SIGTERM');
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', asked);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (cause) =>
        reject(
          new SalienceError('cli.script-start', `${script} could not be started: ${cause.message}`, {
            cause,
          }),
        ),
      );
      child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
    });
  } finally {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', asked);
  }
}
