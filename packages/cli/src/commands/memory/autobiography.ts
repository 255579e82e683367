import { localTime } from '@salience/language';
import { shownZone } from '../../client/shown-zone.ts';
import type { Command } from 'commander';
import { type RunAction, examples } from '../../command.ts';
import {
  type AutobiographyView,
  autobiographyViewSchema,
  type BiographySection,
  biographySections,
  pageSchema,
} from '@salience/contracts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { colour, print, printJson } from '../../terminal.ts';
import { oneLine } from '../../memory/one-line.ts';

/** memory autobiography. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('autobiography')
    .option('--section <name>', 'identity, relationship, values, patterns, threads or themes')
    .option('--versions <n>', 'how many, the newest first', '1')
    .option('--changes', 'print what each version changed instead of its text')
    .description('print the autobiography of the agent')
    .addHelpText(
      'after',
      examples([
        'memory autobiography',
        'memory autobiography --section threads',
        'memory autobiography --changes --versions 5',
      ]),
    )
    .action(run(runMemoryAutobiography));
}

const textMax = 500;

/** `salience memory autobiography`: prints the agent's autobiography; with --changes what each version changed. */
export async function runMemoryAutobiography(
  context: Context,
  options: { readonly section?: string; readonly versions: string; readonly changes?: boolean },
): Promise<number> {
  const wanted = sectionsOf(options.section);
  const limit = Number(options.versions);
  if (!Number.isInteger(limit) || limit < 1 || limit > 50)
    throw usageError(`Expected --versions as a whole number from 1 to 50, got "${options.versions}".`);
  const client = await context.client();
  const { items } = await client.ask(
    `/memory/autobiography?limit=${limit}`,
    pageSchema(autobiographyViewSchema),
  );
  const zone = await shownZone(context, client);
  if (context.json) printJson(items);
  else if (items.length === 0)
    print('There is none yet: the first version follows the fifth episode, while the fleet is idle.');
  else
    for (const version of items) printVersion(version, wanted, { changes: options.changes === true, zone });
  return exitCodes.ok;
}

function sectionsOf(name: string | undefined): readonly BiographySection[] {
  if (name === undefined) return biographySections;
  const found = biographySections.find((section) => section === name);
  if (found === undefined)
    throw usageError(`Expected --section as one of ${biographySections.join(', ')}, got "${name}".`);
  return [found];
}

function printVersion(
  view: AutobiographyView,
  wanted: readonly BiographySection[],
  { changes, zone }: { readonly changes: boolean; readonly zone: string },
): void {
  print(`Version ${view.version}, ${localTime(view.created_at, zone)}, written by ${view.model}`);
  for (const section of wanted) {
    const delta = view.deltas[section];
    const lines = changes
      ? [
          ...(delta?.added ?? []).map((text) => `+ ${text}`),
          ...(delta?.removed ?? []).map((text) => `- ${text}`),
        ]
      : (view.sections[section] ?? []).map(({ text, trust }) =>
          trust === 'external' ? `${text} (from outside)` : text,
        );
    if (lines.length === 0) continue;
    print(colour.dim(`  ${section}`));
    for (const line of lines) print(`    ${oneLine(line, textMax)}`);
  }
}
