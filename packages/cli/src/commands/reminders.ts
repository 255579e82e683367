import { pageSchema, type ReminderView, reminderViewSchema } from '@salience/contracts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '../failure.ts';
import { dueTime } from '../reminders/due-time.ts';
import { print, printJson, table } from '../terminal.ts';

/** `salience reminders add <text>`. */
export async function runReminderAdd(
  context: Context,
  text: string,
  options: { readonly due: string; readonly thread?: string },
): Promise<number> {
  const due = dueTime(options.due, new Date());
  if (due === undefined)
    throw usageError(
      `Expected --due as a time with zone (2030-01-31T09:00:00Z) or a span (in 10m, 2h, 1d), got "${options.due}".`,
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
  else print(`${reminder.reminder_id} is due at ${reminder.due_at}`);
  return exitCodes.ok;
}

/** `salience reminders list`. */
export async function runReminderList(context: Context): Promise<number> {
  const client = await context.client();
  const { items } = await client.ask('/reminders', pageSchema(reminderViewSchema).pick({ items: true }));
  if (context.json) printJson(items);
  else if (items.length === 0) print('No reminders.');
  else print(table(['reminder', 'due', 'state', 'text'], items.map(cells)));
  return exitCodes.ok;
}

function cells(reminder: ReminderView): string[] {
  return [reminder.reminder_id, reminder.due_at, reminder.state, reminder.text];
}
