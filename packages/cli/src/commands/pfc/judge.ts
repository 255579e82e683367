import { actionViewSchema, configViewSchema, evaluationViewSchema } from '@salience/contracts';
import type { Command } from 'commander';
import { z } from 'zod';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { actionTable, evaluationLines } from '../../pfc/pfc-lines.ts';
import { numberOf, pfcPath, settingsOf } from '../../pfc/pfc-terms.ts';
import { print, printJson } from '../../terminal.ts';

interface EvaluateFlags {
  readonly channel?: string;
  readonly from?: string;
}

interface OutcomeFlags {
  readonly notes?: string;
  readonly value?: string;
}

/** pfc evaluate, actions, outcome, config. */
export function declare(pfc: Command, run: RunAction): void {
  pfc
    .command('evaluate')
    .argument('<action>', 'what would be done, in words')
    .option('--channel <channel>', 'where')
    .option('--from <name>', 'who asks for it')
    .description('judge an action by the goals: act, consider or skip, with what that is made of')
    .addHelpText('after', examples(['pfc evaluate "Post the summary to #general" --channel general']))
    .action(run(runEvaluate));
  pfc
    .command('actions')
    .option('--limit <n>', 'at most so many, 1 to 200', '20')
    .description('list judged actions, the newest first')
    .addHelpText('after', examples(['pfc actions', 'pfc actions --limit 5 --json']))
    .action(run(runActions));
  pfc
    .command('outcome')
    .argument('<action>', 'its number')
    .argument('<outcome>', 'how it went, such as success or failure')
    .option('--notes <text>', 'what there is to say of it')
    .option('--value <n>', 'from -1, badly, to 1, well; default: by the word')
    .description('say how an action went; later ones are judged by it')
    .addHelpText('after', examples(['pfc outcome 12 success', 'pfc outcome 12 ignored --value=-1']))
    .action(run(runOutcome));
  pfc
    .command('config')
    .argument('[change...]', '<section>.<key>=<value>; null takes a key back to its default')
    .description('show the settings of the agent, or change some')
    .addHelpText(
      'after',
      examples(['pfc config', 'pfc config handRaise.threshold=5', 'pfc config synthesis.style=narrative']),
    )
    .action(run(runConfig));
}

async function runEvaluate(context: Context, action: string, flags: EvaluateFlags): Promise<number> {
  const client = await context.client();
  const body = { action, context: flags };
  const evaluation = await client.ask('/pfc/evaluate', evaluationViewSchema, { method: 'POST', body });
  if (context.json) printJson(evaluation);
  else print(evaluationLines(evaluation).join('\n'));
  return exitCodes.ok;
}

async function runActions(context: Context, { limit }: { readonly limit: string }): Promise<number> {
  const path = `/pfc/actions?limit=${numberOf('--limit', limit, 1, 200)}`;
  const client = await context.client();
  const actions = await client.ask(path, z.array(actionViewSchema));
  if (context.json) printJson(actions);
  else if (actions.length === 0) print('Nothing was judged yet.');
  else print(actionTable(actions, await shownZone(context, client)));
  return exitCodes.ok;
}

async function runOutcome(
  context: Context,
  id: string,
  outcome: string,
  flags: OutcomeFlags,
): Promise<number> {
  const path = pfcPath('actions', id, '/outcome');
  const body = {
    outcome,
    ...(flags.notes === undefined ? {} : { notes: flags.notes }),
    ...(flags.value === undefined ? {} : { value: Number(flags.value) }),
  };
  const client = await context.client();
  const action = await client.ask(path, actionViewSchema, { method: 'PATCH', body });
  if (context.json) printJson(action);
  else print(actionTable([action], await shownZone(context, client)));
  return exitCodes.ok;
}

async function runConfig(context: Context, changes: readonly string[]): Promise<number> {
  const request = changes.length === 0 ? {} : ({ method: 'PATCH', body: settingsOf(changes) } as const);
  const client = await context.client();
  printJson(await client.ask('/pfc/config', configViewSchema, request));
  return exitCodes.ok;
}
