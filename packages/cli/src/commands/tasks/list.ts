import {
  taskSources,
  taskSourceSchema,
  taskStates,
  taskStateSchema,
  taskViewSchema,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { firstOf, itemsOf } from '../../client/pages.ts';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { oneLine } from '../../memory/one-line.ts';
import { print, printJson, table } from '../../terminal.ts';
import { countOf, limitOption, noteMore } from '../../tasks/limit.ts';

interface ListFlags {
  readonly all?: boolean;
  readonly limit: string;
  readonly source?: string;
  readonly state?: string;
}

const shownChars = { from: 30, title: 50 } as const;
const openStates = ['scheduled', 'running', 'awaiting_review', 'retry_wait'].join(',');

/** tasks list. */
export function declare(tasks: Command, run: RunAction): void {
  tasks
    .command('list')
    .option('--all', 'those that ended too')
    .option('--state <state>', `only those in one of these states: ${taskStates.join(', ')}`)
    .option('--source <source>', `only those from: ${taskSources.join(', ')}`)
    .option(...limitOption)
    .description('list those that have not ended, latest first')
    .addHelpText(
      'after',
      examples([
        'tasks list',
        'tasks list --state failed,dead',
        'tasks list --all --source mail --limit 20',
        'tasks list --all --json',
      ]),
    )
    .action(run(runList));
}

/** `salience tasks list`. */
async function runList(context: Context, flags: ListFlags): Promise<number> {
  const limit = countOf(flags.limit);
  const state =
    flags.state === undefined ? (flags.all === true ? undefined : openStates) : statesOf(flags.state);
  const source = flags.source === undefined ? undefined : sourceOf(flags.source);
  const client = await context.client();
  const items = await firstOf(itemsOf(client, '/tasks', taskViewSchema, { source, state }), limit);
  if (context.json) printJson(items);
  else if (items.length === 0)
    print(
      state === openStates ? 'No open tasks. Those that ended: ./salience tasks list --all' : 'No tasks.',
    );
  else {
    const zone = await shownZone(context, client);
    const rows = items.map((task) => [
      task.task_id,
      task.state,
      localTime(task.created_at, zone),
      task.source,
      oneLine(task.from, shownChars.from),
      oneLine(task.title, shownChars.title),
    ]);
    print(table(['task', 'state', 'came', 'source', 'from', 'title'], rows));
    noteMore(items.length, limit);
  }
  return exitCodes.ok;
}

function statesOf(text: string): string {
  const states = text.split(',').map((one) => one.trim());
  if (states.every((one) => taskStateSchema.safeParse(one).success)) return states.join(',');
  throw usageError(`Expected --state as one or more of ${taskStates.join(', ')}, got "${text}".`);
}

function sourceOf(text: string): string {
  const source = taskSourceSchema.safeParse(text);
  if (source.success) return source.data;
  throw usageError(`Expected --source as one of ${taskSources.join(', ')}, got "${text}".`);
}
