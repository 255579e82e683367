import { randomUUID } from 'node:crypto';
import { type TaskRequest, taskDetailSchema } from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { ownTimeZone } from '../../client/own-time-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { dueTime, spanMs } from '../../schedules/due-time.ts';
import { planChoice, planOfSteps, planOption } from '../../tasks/plan-choice.ts';
import { print, printJson } from '../../terminal.ts';

interface AddFlags {
  readonly at?: string;
  readonly in?: string;
  readonly plan?: string;
  readonly step?: readonly string[];
  readonly title?: string;
}

/** tasks add. */
export function declare(tasks: Command, run: RunAction): void {
  tasks
    .command('add')
    .argument('<text>', 'what is to be done')
    .option('--title <title>', 'what it is called in lists; default: how the text begins')
    .option('--at <time>', 'not before a time, local unless it has an offset: 2030-01-31T09:00')
    .option('--in <span>', 'not before a span is over: 10m, 2h, 1d')
    .option(...planOption)
    .option(
      '--step <text>',
      'a step of the agent; 2 to 8 of them are a plan, one after another',
      (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
    )
    .description('give the agent work in the background; you are told how it ended')
    .addHelpText(
      'after',
      examples([
        'tasks add "Sum up what I said this week" --at 2030-02-01T18:00',
        'tasks add "The trip to Porto" --step "List what I have to pack" --step "Remind me of each the day before"',
        'tasks add "Sort what stands in my notes of the fair" --plan fair.json',
      ]),
    )
    .action(run(runAdd));
}

/** `salience tasks add <text>`. */
async function runAdd(context: Context, text: string, flags: AddFlags): Promise<number> {
  const zone = ownTimeZone(context.env.timeZone);
  const runAt = startOf(flags, zone);
  const plan = await planOf(flags);
  const body: TaskRequest = {
    text,
    ...(flags.title === undefined ? {} : { title: flags.title }),
    ...(plan === undefined ? {} : { plan }),
    ...(runAt === undefined ? {} : { run_at: runAt.toISOString() }),
  };
  const client = await context.client();
  const task = await client.ask('/tasks', taskDetailSchema, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body,
  });
  if (context.json) printJson(task);
  else
    print(
      `${task.task_id} is ${task.state}${runAt === undefined ? '' : `, from ${localTime(task.run_at, zone)} on`}. ` +
        `See how it goes: ./salience tasks show ${task.task_id}`,
    );
  return exitCodes.ok;
}

function startOf({ at, in: span }: AddFlags, zone: string): Date | undefined {
  if (at !== undefined && span !== undefined) throw usageError('Expected --at or --in, got both.');
  if (span !== undefined && spanMs(span) === undefined)
    throw usageError(`Expected --in as a span (10m, 2h, 1d), got "${span}".`);
  const text = at ?? span;
  if (text === undefined) return undefined;
  const start = at !== undefined && spanMs(at) !== undefined ? undefined : dueTime(text, new Date(), zone);
  if (start !== undefined) return start;
  throw usageError(
    `Expected --at as a time (2030-01-31T09:00, or with its offset 2030-01-31T09:00:00Z), got "${text}".`,
  );
}

async function planOf({ plan, step }: AddFlags) {
  if (plan !== undefined && step !== undefined) throw usageError('Expected --plan or --step, got both.');
  if (plan !== undefined) return await planChoice(plan);
  return step === undefined ? undefined : planOfSteps(step);
}
