import { localTime } from '@salience/language';
import { shownZone } from '../../client/shown-zone.ts';
import type { Command } from 'commander';
import { type RunAction, examples } from '../../command.ts';
import { memoryItemViewSchema } from '@salience/contracts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { colour, print, printJson, table } from '../../terminal.ts';
import { oneLine } from '../../memory/one-line.ts';

/** memory show. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('show')
    .argument('<id>')
    .description('show an item, its sources and what was made from it; counts as access')
    .addHelpText('after', examples(['memory show fact_0193…', 'memory show ep_0193… --json']))
    .action(run(runMemoryShow));
}

const shownFirst = new Set([
  'kind',
  'id',
  'at',
  'text',
  'trust',
  'source',
  'sources',
  'repeated',
  'repeated_at',
]);

/** `salience memory show <id>`: an item with where it comes from and what was made of it. */
export async function runMemoryShow(context: Context, id: string): Promise<number> {
  const client = await context.client();
  const view = await client.ask(`/memory/items/${encodeURIComponent(id)}`, memoryItemViewSchema);
  if (context.json) {
    printJson(view);
    return exitCodes.ok;
  }
  const { derived, item, sources } = view;
  const zone = await shownZone(context, client);
  print(oneLine(item.text, 2_000));
  print(
    colour.dim(
      `${item.kind} ${item.id}, ${localTime(item.at, zone)}, trust ${item.trust}, from ${item.source}`,
    ),
  );
  const times = item['repeated'] === 1 ? 'once' : `${String(item['repeated'])} times`;
  if (item['repeated'] !== undefined)
    print(`  repeated ${times}, last on ${localTime(String(item['repeated_at']), zone)}`);
  for (const [key, value] of Object.entries(item)) {
    if (shownFirst.has(key) || value === null || value === '') continue;
    print(
      `  ${key.replaceAll('_', ' ')}: ${oneLine(typeof value === 'string' ? value : JSON.stringify(value), 200)}`,
    );
  }
  if (sources.length > 0) {
    print('\nRests on');
    print(
      table(
        ['id', 'when', 'text'],
        sources.map((row) => [row.id, localTime(row.at, zone), oneLine(row.text, 80)]),
      ),
    );
  }
  if (derived.length > 0) {
    print('\nMade of it');
    print(
      table(
        ['kind', 'id'],
        derived.map((row) => [row.kind, row.id]),
      ),
    );
  }
  return exitCodes.ok;
}
