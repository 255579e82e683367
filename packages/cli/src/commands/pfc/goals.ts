import { goalDeletedSchema, goalStatusSchema, goalViewSchema } from '@salience/contracts';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { goalTable } from '../../pfc/pfc-lines.ts';
import { numberOf, pfcPath } from '../../pfc/pfc-terms.ts';
import { print, printJson } from '../../terminal.ts';

interface AddFlags {
  readonly priority: string;
  readonly context?: string;
}

interface ChangeFlags {
  readonly goal?: string;
  readonly priority?: string;
  readonly context?: string;
  readonly status?: string;
}

const priorityOption = '--priority <n>';
const whatPriority = '0 to 100; more weighs more';

/** pfc goals list, add, change, done, remove. */
export function declare(pfc: Command, run: RunAction): void {
  const goals = pfc
    .command('goals')
    .description('what the agent is after')
    .addHelpText(
      'after',
      examples(['pfc goals list', 'pfc goals add "Answer support within a day" --priority 90']),
    );
  goals
    .command('list')
    .addOption(
      new Option('--status <status>', 'which ones')
        .choices([...goalStatusSchema.options, 'all'])
        .default('active'),
    )
    .description('list goals, the weightiest first')
    .addHelpText('after', examples(['pfc goals list --status all']))
    .action(run(runList));
  goals
    .command('add')
    .argument('<goal>', 'the goal in words')
    .option(priorityOption, whatPriority, '50')
    .option('--context <text>', 'more words that belong to it')
    .description('add a goal')
    .addHelpText('after', examples(['pfc goals add "Ship the release" --priority 80']))
    .action(run(runAdd));
  goals
    .command('change')
    .argument('<id>', 'its number')
    .option('--goal <text>', 'other words')
    .option(priorityOption, whatPriority)
    .option('--context <text>', 'more words that belong to it')
    .addOption(new Option('--status <status>', 'how it stands').choices(goalStatusSchema.options))
    .description('change a goal')
    .addHelpText(
      'after',
      examples(['pfc goals change 3 --priority 20', 'pfc goals change 3 --status paused']),
    )
    .action(run(runChange));
  goals
    .command('done')
    .argument('<id>', 'its number')
    .description('close a goal as completed')
    .addHelpText('after', examples(['pfc goals done 3']))
    .action(run((context: Context, id: string) => runChange(context, id, { status: 'completed' })));
  goals
    .command('remove')
    .argument('<id>', 'its number')
    .description('delete a goal; what was judged by it stays as it is')
    .addHelpText('after', examples(['pfc goals remove 3']))
    .action(run(runRemove));
}

async function runList(context: Context, { status }: { readonly status: string }): Promise<number> {
  const client = await context.client();
  const goals = await client.ask(`/pfc/goals?status=${status}`, z.array(goalViewSchema));
  if (context.json) printJson(goals);
  else print(goals.length === 0 ? 'No goals.' : goalTable(goals));
  return exitCodes.ok;
}

async function runAdd(context: Context, goal: string, flags: AddFlags): Promise<number> {
  const body = {
    goal,
    priority: numberOf('--priority', flags.priority, 0, 100),
    ...(flags.context === undefined ? {} : { context: flags.context }),
  };
  const client = await context.client();
  const made = await client.ask('/pfc/goals', goalViewSchema, { method: 'POST', body });
  if (context.json) printJson(made);
  else print(goalTable([made]));
  return exitCodes.ok;
}

async function runChange(context: Context, id: string, flags: ChangeFlags): Promise<number> {
  const { priority, ...texts } = flags;
  const body = {
    ...texts,
    ...(priority === undefined ? {} : { priority: numberOf('--priority', priority, 0, 100) }),
  };
  const path = pfcPath('goals', id);
  const client = await context.client();
  const changed = await client.ask(path, goalViewSchema, { method: 'PATCH', body });
  if (context.json) printJson(changed);
  else print(goalTable([changed]));
  return exitCodes.ok;
}

async function runRemove(context: Context, id: string): Promise<number> {
  const path = pfcPath('goals', id);
  const client = await context.client();
  const gone = await client.ask(path, goalDeletedSchema, { method: 'DELETE' });
  if (context.json) printJson(gone);
  else print(`Goal ${gone.id} is deleted.`);
  return exitCodes.ok;
}
