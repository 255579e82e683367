import { type TaskDetail, taskDetailSchema } from '@salience/contracts';
import type { Command } from 'commander';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { taskPath } from '../../tasks/task-path.ts';
import { taskLines, whyLines } from '../../tasks/task-lines.ts';
import { print, printJson } from '../../terminal.ts';

/** tasks show, tasks why. */
export function declare(tasks: Command, run: RunAction): void {
  tasks
    .command('show')
    .argument('<task>', 'id of the task')
    .description('show one: its steps and what each came to, what it may do, the evidence, who works on it')
    .addHelpText('after', examples(['tasks show tsk_0193…', 'tasks show tsk_0193… --json']))
    .action(run((context: Context, id: string) => runShow(context, id, taskLines)));
  tasks
    .command('why')
    .argument('<task>', 'id of the task')
    .description('say why it ran, waits or was turned away, with the evidence that decided')
    .addHelpText('after', examples(['tasks why tsk_0193…']))
    .action(run((context: Context, id: string) => runShow(context, id, whyLines)));
}

/** `salience tasks show|why <task>`. */
async function runShow(
  context: Context,
  id: string,
  linesOf: (task: TaskDetail, zone: string) => readonly string[],
): Promise<number> {
  const path = taskPath(id);
  const client = await context.client();
  const task = await client.ask(path, taskDetailSchema);
  if (context.json) printJson(task);
  else print(linesOf(task, await shownZone(context, client)).join('\n'));
  return exitCodes.ok;
}
