import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SalienceError } from '@salience/errors';
import { handSettings, nodeFlagsOf, settingsVariable } from '@salience/worker';
import { laptopBundle } from '../repository.ts';
import { processEnvironment } from '../up/process-environment.ts';
import {
  type PreparationReport,
  preparationProgram,
  type PreparationResults,
  type PreparationTask,
  taskSetting,
} from './task.ts';

/**
 * Does one step of a start in a process of its own: what migrates a database and converts a model would stay in the memory of the
 * supervisor for as long as it runs. Rejects with the step's own error, or with `cli.preparation` when the process broke.
 */
export async function prepare<Task extends PreparationTask>(
  task: Task,
  settings: Readonly<Record<string, string>>,
): Promise<PreparationResults[Task['kind']]> {
  const child = spawn(process.execPath, [...nodeFlagsOf('preparation'), laptopBundle, preparationProgram], {
    // Ctrl-C reaches the supervisor, which lets a step end.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...processEnvironment(settings), [settingsVariable]: '3' },
    windowsHide: true,
  });
  handSettings(child.stdio[3] as Writable, { [preparationProgram]: { [taskSetting]: JSON.stringify(task) } });
  const [out, err] = await Promise.all([
    text(child.stdout as Readable),
    text(child.stderr as Readable),
    once(child, 'close'),
  ]);
  const report = reportIn(out);
  if (report === undefined)
    throw new SalienceError(
      'cli.preparation',
      `Preparing the ${task.kind} ended with ${err.trim() || 'no word'}.`,
    );
  if ('failed' in report) throw new SalienceError(report.failed.code, report.failed.message);
  return report.done as PreparationResults[Task['kind']];
}

function reportIn(out: string): PreparationReport | undefined {
  const line = out.trim().split('\n').at(-1) ?? '';
  return line.startsWith('{') ? (JSON.parse(line) as PreparationReport) : undefined;
}
