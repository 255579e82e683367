import { activationViewSchema, idSchema, moduleNameSchema } from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { giveFeedback } from '../../client/give-feedback.ts';
import { judgementOf } from '../../client/judgement.ts';
import { firstOf, itemsOf } from '../../client/pages.ts';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { oneLine } from '../../memory/one-line.ts';
import { labelLine, moduleOf, shownScore } from '../../pulse/pulse-lines.ts';
import { countOf, limitOption, noteMore } from '../../tasks/limit.ts';
import { print, printJson, table } from '../../terminal.ts';

const placeChars = 50;
const moduleChars = 30;

/** pulse activations, pulse feedback. */
export function declare(pulse: Command, run: RunAction): void {
  pulse
    .command('activations')
    .option(
      '--look',
      'only those that were never asked and wait for a look: judge them, and their modules learn',
    )
    .option('--module <name>', 'only those of one module')
    .option(...limitOption)
    .description('list what the agent was asked about, or is shown to you, latest first')
    .addHelpText('after', examples(['pulse activations', 'pulse activations --look --module homework']))
    .action(run(runActivations));
  pulse
    .command('feedback')
    .argument('<activation>', 'its id, act_…')
    .argument('<judgement>', 'useful, useless, or a number from -1 to 1')
    .option('--choice <module>', 'of one that asked about several modules: the one that was meant')
    .option('--note <text>', 'why')
    .description('say whether an activation was useful: its module learns from it')
    .addHelpText(
      'after',
      examples([
        'pulse feedback act_0193… useful',
        'pulse feedback act_0193… useless --note "not a course"',
        'pulse feedback act_0193… useful --choice homework',
      ]),
    )
    .action(run(runFeedback));
}

interface ActivationFlags {
  readonly limit: string;
  readonly look?: boolean;
  readonly module?: string;
}

async function runActivations(context: Context, flags: ActivationFlags): Promise<number> {
  const limit = countOf(flags.limit);
  const module = flags.module === undefined ? undefined : nameOf('--module', flags.module);
  const look = flags.look === true ? { kind: 'look', unlabelled: 'true' } : {};
  const client = await context.client();
  const items = await firstOf(
    itemsOf(client, '/activations', activationViewSchema, { module, ...look }),
    limit,
  );
  if (context.json) printJson(items);
  else if (items.length === 0) print(flags.look === true ? 'Nothing waits for a look.' : 'No activations.');
  else {
    const zone = await shownZone(context, client);
    const rows = items.map((one) => [
      one.activation_id,
      localTime(one.opened_at, zone),
      one.kind,
      one.state,
      oneLine(moduleOf(one), moduleChars),
      shownScore(one.score),
      `${one.count}`,
      oneLine(one.latest?.location ?? '', placeChars),
      labelLine(one),
    ]);
    print(
      table(['activation', 'opened', 'kind', 'state', 'module', 'score', 'signals', 'latest', 'label'], rows),
    );
    noteMore(items.length, limit);
  }
  return exitCodes.ok;
}

interface FeedbackFlags {
  readonly choice?: string;
  readonly note?: string;
}

async function runFeedback(
  context: Context,
  id: string,
  judgement: string,
  { choice, note = '' }: FeedbackFlags,
): Promise<number> {
  if (!idSchema('activation').safeParse(id).success)
    throw usageError(`Expected the id of an activation (act_…), got "${id}".`);
  const value = judgementOf(judgement, 'useful, useless');
  const meant = choice === undefined ? undefined : nameOf('--choice', choice);
  const given = await giveFeedback(await context.client(), id, value, note, meant);
  if (context.json) printJson(given);
  else print(`${given.target}: ${given.value}, noted`);
  return exitCodes.ok;
}

function nameOf(option: string, text: string): string {
  const name = moduleNameSchema.safeParse(text);
  if (name.success) return name.data;
  throw usageError(`Expected ${option} with the name of a module, got "${text}".`);
}
