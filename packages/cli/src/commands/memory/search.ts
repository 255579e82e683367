import { localDay } from '@salience/language';
import { shownZone } from '../../client/shown-zone.ts';
import type { Command } from 'commander';
import { type RunAction, examples } from '../../command.ts';
import { memoryHitSchema, pageSchema } from '@salience/contracts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { colour, print, printJson } from '../../terminal.ts';
import { oneLine } from '../../memory/one-line.ts';

/** memory search. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('search')
    .argument('<question>')
    .option('--kind <kind>', 'exchange, fact, episode, concept or thought')
    .option('--limit <n>', 'how many', '10')
    .option('--as-of <time>', 'memory as it stood then: a day (its end, UTC) or an instant, ISO 8601')
    .description('find memories, best first, and say why each was found')
    .addHelpText(
      'after',
      examples([
        'memory search "where does Ana live"',
        'memory search Porto --kind fact --json',
        'memory search "where does Ana live" --as-of 2025-12-31',
      ]),
    )
    .action(run(runMemorySearch));
}

/** `salience memory search <question>`. Finding reinforces nothing. */
export async function runMemorySearch(
  context: Context,
  question: string,
  options: { readonly limit: string; readonly kind?: string; readonly asOf?: string },
): Promise<number> {
  const query = new URLSearchParams({ q: question, limit: options.limit });
  if (options.kind !== undefined) query.set('kind', options.kind);
  if (options.asOf !== undefined) query.set('as_of', options.asOf);
  const client = await context.client();
  const { items } = await client.ask(
    `/memory/search?${query.toString()}`,
    pageSchema(memoryHitSchema).pick({ items: true }),
  );
  const zone = await shownZone(context, client);
  if (context.json) printJson(items);
  else if (items.length === 0) print('No memory matches.');
  else print(colour.dim(`Days are those of ${zone}.`));
  for (const hit of context.json ? [] : items) {
    const why = Object.entries(hit.why).map(([factor, value]) => `${factor} ${value.toFixed(2)}`);
    print(`${hit.score.toFixed(2)}  ${localDay(hit.at, zone)}  ${oneLine(hit.text, 100)}`);
    print(colour.dim(`      ${hit.id}  ${why.join(', ')}`));
  }
  return exitCodes.ok;
}
