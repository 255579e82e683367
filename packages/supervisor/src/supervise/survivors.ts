import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, processIdentity } from '@salience/embedded';
import type { RecordedProcess } from '../home/run-file.ts';

const POLL_MS = 50;
const FORCED_MS = 5_000;

/** Those of the recorded processes that still run: the same run of the same program, never a stranger's. */
export function survivors(recorded: readonly RecordedProcess[]): RecordedProcess[] {
  return recorded.filter(
    ({ pid, identity, program }) =>
      processIdentity(pid) === identity && (commandLine(pid) ?? '').includes(program),
  );
}

/**
 * Stops processes that an earlier supervisor left behind: asks them, waits `graceMs`, then ends them by force.
 * Resolves with the names of those that ran.
 */
export async function stopSurvivors(
  recorded: readonly RecordedProcess[],
  graceMs: number,
): Promise<string[]> {
  const found = survivors(recorded);
  for (const { pid } of found) signal(pid, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (survivors(found).length > 0 && Date.now() < deadline) await delay(POLL_MS);
  for (const { pid } of survivors(found)) signal(pid, 'SIGKILL');
  const forced = Date.now() + FORCED_MS;
  while (survivors(found).length > 0 && Date.now() < forced) await delay(POLL_MS);
  return found.map(({ name }) => name);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended between the check and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
