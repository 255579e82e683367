import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { pageSchema, type ReminderView, reminderViewSchema } from '@salience/contracts';
import { localTime } from '@salience/language';
import { ownTimeZone } from '../client/own-time-zone.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { dueTime } from '../reminders/due-time.ts';
import { print, printJson, table } from '../terminal.ts';

/** reminders. */
export function declare(program: Command, run: RunAction): void {
  const reminders = program
    .command('reminders')
    .description('messages for later')
    .addHelpText('after', examples(['reminders add "Call Ana" --due 2h', 'reminders list']));
  reminders
    .command('add')
    .argument('<text>')
    .requiredOption(
      '--due <time>',
      'a time, local unless it has an offset (2030-01-31T09:00), or a span: 10m, 2h, 1d',
    )
    .option('--thread <key>', 'the thread it appears in; default: the current conversation')
    .description('make one')
    .addHelpText('after', examples(['reminders add "Call Ana" --due 2h']))
    .action(run(runReminderAdd));
  reminders
    .command('list')
    .description('list them')
    .addHelpText('after', examples(['reminders list', 'reminders list --json']))
    .action(run(runReminderList));
}

/** `salience reminders add <text>`. */
export async function runReminderAdd(
  context: Context,
  text: string,
  options: { readonly due: string; readonly thread?: string },
): Promise<number> {
  const zone = ownTimeZone(context.env.timeZone);
  const due = dueTime(options.due, new Date(), zone);
  if (due === undefined)
    throw usageError(
      `Expected --due as a time (2030-01-31T09:00, or with its offset 2030-01-31T09:00:00Z) or a span (10m, 2h, 1d), got "${options.due}".`,
    );
  const client = await context.client();
  const reminder = await client.ask('/reminders', reminderViewSchema, {
    method: 'POST',
    body: {
      text,
      due_at: due.toISOString(),
      ...(options.thread === undefined ? {} : { thread_id: options.thread }),
    },
  });
  if (context.json) printJson(reminder);
  else print(`${reminder.reminder_id} is due at ${localTime(reminder.due_at, zone)}`);
  return exitCodes.ok;
}

/** `salience reminders list`. */
export async function runReminderList(context: Context): Promise<number> {
  const client = await context.client();
  const { items } = await client.ask('/reminders', pageSchema(reminderViewSchema).pick({ items: true }));
  if (context.json) printJson(items);
  else if (items.length === 0) print('No reminders.');
  else {
    const zone = ownTimeZone(context.env.timeZone);
    print(
      table(
        ['reminder', 'due', 'state', 'text'],
        items.map((item) => cells(item, zone)),
      ),
    );
  }
  return exitCodes.ok;
}

function cells(reminder: ReminderView, zone: string): string[] {
  return [reminder.reminder_id, localTime(reminder.due_at, zone), reminder.state, reminder.text];
}
