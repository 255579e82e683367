import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type CpuMs, cpuBetween, type NamedProcesses, readCpu } from '../readings/process-cpu.ts';

interface Line<Result> {
  readonly window?: 'opened' | 'closed';
  readonly result?: Result;
}

/**
 * Reads what a load generator writes, one JSON object per line: when its window opens, when it closes, and its result.
 * Resolves when it has ended, with its result and the processor time that the named processes used inside of the
 * window. `processes` is asked at both moments. Rejects when the generator ends without a result.
 */
export async function watchWindow<Result>(
  child: ChildProcess,
  processes: () => NamedProcesses,
): Promise<{ readonly result: Result; readonly used: CpuMs }> {
  if (child.stdout === null) throw new Error('The load generator must be started with its output on a pipe');
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const readings: CpuMs[] = [];
  let result: Result | undefined;
  for await (const text of createInterface({ input: child.stdout })) {
    const line = JSON.parse(text) as Line<Result>;
    if (line.window !== undefined) readings.push(readCpu(processes()));
    result ??= line.result;
  }
  const code = await exited;
  const [opened, closed] = readings;
  if (result === undefined || opened === undefined || closed === undefined)
    throw new Error(`The load generator ended with code ${code ?? 'none'} and no result`);
  return { result, used: cpuBetween(opened, closed) };
}
