import type { Command } from 'commander';
import { examples, type RunAction } from '../command.ts';
import * as add from './tasks/add.ts';
import * as change from './tasks/change.ts';
import * as inbound from './tasks/inbound.ts';
import * as letters from './tasks/letters.ts';
import * as list from './tasks/list.ts';
import * as show from './tasks/show.ts';

const below = [list, show, add, change, inbound, letters];

/** tasks: authorised work, what came in for it, and what was written for it. */
export function declare(program: Command, run: RunAction): void {
  const tasks = program
    .command('tasks')
    .description('authorised work: what runs, waits or was turned away, and why')
    .addHelpText('after', examples(['tasks list', 'tasks why tsk_0193…', 'tasks add "Sum up my week"']));
  for (const command of below) command.declare(tasks, run);
}
