import { labelKindSchema, labelViewSchema, turnIdSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { firstOf, itemsOf } from '../../client/pages.ts';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { labelTable } from '../../policy/policy-lines.ts';
import { countOf, limitOption, noteMore } from '../../tasks/limit.ts';
import { print, printJson } from '../../terminal.ts';
import { readingClient } from './look.ts';

interface LabelFlags {
  readonly limit: string;
  readonly kind?: string;
  readonly turn?: string;
}

/** policy labels. */
export function declare(policy: Command, run: RunAction): void {
  policy
    .command('labels')
    .option('--kind <kind>', `only those of a kind: ${labelKindSchema.options.join(', ')}`)
    .option('--turn <turn>', 'only those of one decision')
    .option(...limitOption)
    .description('list what people showed, said or kept silent about decisions of the agent, latest first')
    .addHelpText('after', examples(['policy labels', 'policy labels --kind missed_clarify --limit 20']))
    .action(run(runLabels));
}

async function runLabels(context: Context, { kind, limit: most, turn }: LabelFlags): Promise<number> {
  const limit = countOf(most);
  if (kind !== undefined && !labelKindSchema.safeParse(kind).success)
    throw usageError(`Expected --kind as one of ${labelKindSchema.options.join(', ')}, got "${kind}".`);
  if (turn !== undefined && !turnIdSchema.safeParse(turn).success)
    throw usageError(`Expected --turn as the id of a turn, got "${turn}".`);
  const client = await readingClient(context);
  const labels = await firstOf(itemsOf(client, '/labels', labelViewSchema, { kind, turn }), limit);
  if (context.json) printJson(labels);
  else if (labels.length === 0) print('No labels.');
  else {
    print(labelTable(labels, await shownZone(context, client)));
    noteMore(labels.length, limit);
  }
  return exitCodes.ok;
}
