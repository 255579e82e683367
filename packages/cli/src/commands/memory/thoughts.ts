import { localTime } from '@salience/language';
import { shownZone } from '../../client/shown-zone.ts';
import type { Command } from 'commander';
import { type RunAction, examples } from '../../command.ts';
import type { KeptItemView } from '@salience/contracts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { colour, print, printJson } from '../../terminal.ts';
import { keptLines } from '../../memory/kept-lines.ts';
import { oneLine } from '../../memory/one-line.ts';

/** memory thoughts. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('thoughts')
    .option('--limit <n>', 'how many', '20')
    .description('list thoughts, latest first')
    .addHelpText('after', examples(['memory thoughts', 'memory thoughts --json']))
    .action(run(runMemoryThoughts));
}

/** `salience memory thoughts`: lists thoughts, latest first. */
export async function runMemoryThoughts(
  context: Context,
  options: { readonly limit: string },
): Promise<number> {
  const all: KeptItemView[] = [];
  const client = await context.client();
  const zone = await shownZone(context, client);
  for await (const thought of keptLines(client, '/memory/export?kind=thought')) all.push(thought);
  const latest = all
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, Math.max(1, Number(options.limit) || 20));
  if (context.json) printJson(latest);
  else if (latest.length === 0) print('No thoughts yet. They come while the fleet is idle.');
  for (const thought of context.json ? [] : latest) {
    print(`${localTime(thought.at, zone)}  ${oneLine(thought.text, 160)}`);
    print(colour.dim(`      ${thought.id}, rests on ${thought.sources.join(', ')}`));
  }
  return exitCodes.ok;
}
