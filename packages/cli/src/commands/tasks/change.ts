import { taskDetailSchema } from '@salience/contracts';
import type { Command } from 'commander';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { taskPath } from '../../tasks/task-path.ts';
import { print, printJson } from '../../terminal.ts';

const changes = {
  cancel: 'end one that has not ended; one that runs ends with its turn',
  retry: 'have one that failed or died go on with its last step, with its time and turns anew',
} as const;
type Change = keyof typeof changes;

/** tasks cancel, tasks retry. */
export function declare(tasks: Command, run: RunAction): void {
  for (const [name, does] of Object.entries(changes))
    tasks
      .command(name)
      .argument('<task>', 'id of the task')
      .description(does)
      .addHelpText('after', examples([`tasks ${name} tsk_0193…`]))
      .action(run((context: Context, id: string) => runChange(context, id, name as Change)));
}

/** `salience tasks cancel|retry <task>`. */
async function runChange(context: Context, id: string, change: Change): Promise<number> {
  const path = `${taskPath(id)}/${change}`;
  const client = await context.client();
  const task = await client.ask(path, taskDetailSchema, { method: 'POST', body: {} });
  if (context.json) printJson(task);
  else print(`${task.task_id} is ${task.state}. ${task.why}`);
  return exitCodes.ok;
}
