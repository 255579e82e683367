import {
  type ScheduleDetail,
  scheduleDetailSchema,
  scheduleRunSchema,
  type ScheduleView,
  scheduleViewSchema,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import type { ApiClient } from '../client/api-client.ts';
import { ownTimeZone } from '../client/own-time-zone.ts';
import { itemsOf } from '../client/pages.ts';
import { type RunAction, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { oneLine } from '../memory/one-line.ts';
import { comes } from '../schedules/comes.ts';
import { dueTime } from '../schedules/due-time.ts';
import { print, printJson, table } from '../terminal.ts';

/** schedule. */
export function declare(program: Command, run: RunAction): void {
  const schedule = program
    .command('schedule')
    .description('reminders and prompts for later, once or by a rule')
    .addHelpText('after', examples(['schedule add "Call Ana" --due 2h', 'schedule list']));
  schedule
    .command('add')
    .argument('<text>')
    .option(
      '--due <time>',
      'once: a time, local unless it has an offset (2030-01-31T09:00), or a span: 10m, 2h, 1d',
    )
    .option('--starts <time>', 'with --rule: its first day and time, local: 2030-01-31T09:00')
    .option('--rule <rrule>', 'an RRULE of RFC 5545, such as "FREQ=WEEKLY;BYDAY=MO"')
    .option('--prompt', 'the agent does what the text says, instead of saying it')
    .option('--thread <key>', 'the thread it appears in; default: the current conversation')
    .description('make one')
    .addHelpText(
      'after',
      examples([
        'schedule add "Call Ana" --due 2h',
        'schedule add "Water the plants" --starts 2030-02-04T09:00 --rule "FREQ=WEEKLY;BYDAY=MO"',
      ]),
    )
    .action(run(runScheduleAdd));
  schedule
    .command('list')
    .option('--all', 'those that are over too')
    .description('list them')
    .addHelpText('after', examples(['schedule list', 'schedule list --json']))
    .action(run(runScheduleList));
  schedule
    .command('show')
    .argument('<id>')
    .description('show one, with what became of each of its times')
    .addHelpText('after', examples(['schedule show sch_0193…']))
    .action(run(runScheduleShow));
  for (const [name, does] of Object.entries(changes))
    schedule
      .command(name)
      .argument('<id>')
      .description(does)
      .addHelpText('after', examples([`schedule ${name} sch_0193…`]))
      .action(run((context: Context, id: string) => runScheduleChange(context, name as Change, id)));
}

const changes = {
  pause: 'pause one: what is due meanwhile is skipped',
  resume: 'let one go on with its next time',
  run: 'run one now, beside its times',
  end: 'end one',
  cancel: 'cancel one: it was not meant, or is no longer',
} as const;
type Change = keyof typeof changes;

/** `salience schedule add <text>`. */
export async function runScheduleAdd(
  context: Context,
  text: string,
  options: {
    readonly due?: string;
    readonly starts?: string;
    readonly rule?: string;
    readonly prompt?: boolean;
    readonly thread?: string;
  },
): Promise<number> {
  const { due, rule, starts } = options;
  if ((due === undefined) === (starts === undefined) || (due !== undefined && rule !== undefined))
    throw usageError('Expected --due for once, or --starts with --rule. See: salience schedule add --help');
  const zone = ownTimeZone(context.env.timeZone);
  const at = due === undefined ? undefined : dueTime(due, new Date(), zone);
  if (due !== undefined && at === undefined)
    throw usageError(
      `Expected --due as a time (2030-01-31T09:00, or with its offset 2030-01-31T09:00:00Z) or a span (10m, 2h, 1d), got "${due}".`,
    );
  const client = await context.client();
  const made = await client.ask('/schedules', scheduleViewSchema, {
    method: 'POST',
    body: {
      text,
      kind: options.prompt === true ? 'prompt' : 'reminder',
      ...(at === undefined ? {} : { due_at: at.toISOString() }),
      ...(starts === undefined ? {} : { starts_at: starts }),
      ...(rule === undefined ? {} : { rule }),
      ...(options.thread === undefined ? {} : { thread_id: options.thread }),
    },
  });
  if (context.json) printJson(made);
  else
    print(
      made.rule === null ? `${made.schedule_id} is due at ${localTime(made.due_at, zone)}` : told(made, zone),
    );
  return exitCodes.ok;
}

/** What a list shows of a rule and of a text; `schedule show` and --json have all of it. */
const listedChars = { comes: 60, text: 80 } as const;

/** `salience schedule list`. */
export async function runScheduleList(
  context: Context,
  options: { readonly all?: boolean },
): Promise<number> {
  const client = await context.client();
  const items = await (options.all === true ? listed(client) : openOnes(client));
  const zone = ownTimeZone(context.env.timeZone);
  if (context.json) printJson(items);
  else if (items.length === 0) print('No schedules.');
  else
    print(
      table(
        ['schedule', 'next', 'comes', 'state', 'text'],
        items.map((item) => [
          item.schedule_id,
          isOpen(item) ? localTime(item.due_at, zone) : '',
          comes(item, zone, listedChars.comes),
          item.state,
          oneLine(item.kind === 'prompt' ? `prompt: ${item.text}` : item.text, listedChars.text),
        ]),
      ),
    );
  return exitCodes.ok;
}

const isOpen = ({ state }: ScheduleView): boolean => state === 'active' || state === 'paused';

/** Every schedule, or those in a state, soonest first. One that comes again between two pages is in both; it is listed as it is then. */
async function listed(client: ApiClient, state?: ScheduleView['state']): Promise<ScheduleView[]> {
  const found = new Map<string, ScheduleView>();
  for await (const one of itemsOf(client, '/schedules', scheduleViewSchema, { state })) {
    found.delete(one.schedule_id);
    found.set(one.schedule_id, one);
  }
  return [...found.values()];
}

/** Those that are not over, soonest first; the others, of which there may be many, are not asked for. */
async function openOnes(client: ApiClient): Promise<ScheduleView[]> {
  const both = await Promise.all([listed(client, 'active'), listed(client, 'paused')]);
  return both.flat().toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at));
}

/** `salience schedule show <id>`. */
export async function runScheduleShow(context: Context, id: string): Promise<number> {
  const client = await context.client();
  const found = await client.ask(`/schedules/${encodeURIComponent(id)}`, scheduleDetailSchema);
  const zone = ownTimeZone(context.env.timeZone);
  if (context.json) printJson(found);
  else {
    print(`${told(found, zone)}\n${found.kind}: ${found.text}`);
    if (found.occurrences.items.length > 0)
      print(
        table(
          ['was due', 'fate', 'late', 'turn'],
          found.occurrences.items.map((one) => occurrenceCells(one, zone)),
        ),
      );
    if (found.occurrences.next !== null)
      print('Older ones: salience schedule show --json, or GET /schedules/:id.');
  }
  return exitCodes.ok;
}

/** `salience schedule pause|resume|run|end|cancel <id>`. */
export async function runScheduleChange(context: Context, change: Change, id: string): Promise<number> {
  const client = await context.client();
  const path = `/schedules/${encodeURIComponent(id)}`;
  if (change === 'run') {
    const ran = await client.ask(`${path}/run`, scheduleRunSchema, { method: 'POST', body: {} });
    if (context.json) printJson(ran);
    else print(`${id} runs now: ${ran.turn_id}`);
    return exitCodes.ok;
  }
  const options = change === 'cancel' ? { method: 'DELETE' as const } : { method: 'POST' as const, body: {} };
  const after = await client.ask(
    change === 'cancel' ? path : `${path}/${change}`,
    scheduleViewSchema,
    options,
  );
  if (context.json) printJson(after);
  else print(told(after, ownTimeZone(context.env.timeZone)));
  return exitCodes.ok;
}

/** What it is and when it comes, in one line. */
function told(schedule: ScheduleView, zone: string): string {
  const { next, schedule_id: id, state } = schedule;
  const times = next.map(({ at }) => localTime(at, zone)).join(', ');
  return `${id} (${state}): ${comes(schedule, zone)}${times === '' ? '' : `; next ${times}`}`;
}

function occurrenceCells(one: ScheduleDetail['occurrences']['items'][number], zone: string): string[] {
  const { fate, late_ms: lateMs, reason, slot, stands_for: standsFor, turn_id: turnId } = one;
  const fully = [
    fate,
    ...(reason === null ? [] : [`(${reason})`]),
    ...(standsFor === null ? [] : [`for ${standsFor}`]),
  ].join(' ');
  return [
    localTime(slot, zone),
    fully,
    turnId === null ? '' : `${Math.round(lateMs / 1_000)} s`,
    turnId ?? '',
  ];
}
