import {
  handDetailSchema,
  handViewSchema,
  synthesisViewSchema,
  thoughtViewSchema,
} from '@salience/contracts';
import type { Command } from 'commander';
import { z } from 'zod';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { handLine, synthesisLines, thoughtTable } from '../../pfc/pfc-lines.ts';
import { numberOf } from '../../pfc/pfc-terms.ts';
import { print, printJson } from '../../terminal.ts';

interface ThoughtFlags {
  readonly channel?: string;
  readonly type?: string;
  readonly since?: string;
  readonly limit: string;
}

/** pfc thoughts, synthesize, hand. */
export function declare(pfc: Command, run: RunAction): void {
  pfc
    .command('thoughts')
    .option('--channel <channel>', 'of this channel alone')
    .option('--type <type>', 'of this type alone')
    .option('--since <time>', 'from this instant on, ISO 8601')
    .option('--limit <n>', 'at most so many, 1 to 500', '50')
    .description('list buffered thoughts, the newest first')
    .addHelpText('after', examples(['pfc thoughts --channel 10', 'pfc thoughts --type question --json']))
    .action(run(runThoughts));
  pfc
    .command('synthesize')
    .argument('<channel>', 'the channel')
    .option('--clear', 'empty its buffer of what is shown')
    .description('put the buffered thoughts of a channel together')
    .addHelpText('after', examples(['pfc synthesize 10', 'pfc synthesize 10 --clear']))
    .action(run(runSynthesize));
  pfc
    .command('hand')
    .argument('<channel>', 'the channel')
    .option('--lower', 'take it down')
    .description('show whether the agent wants to speak in a channel, and who was told')
    .addHelpText('after', examples(['pfc hand 10', 'pfc hand 10 --lower']))
    .action(run(runHand));
}

async function runThoughts(context: Context, { limit, ...filters }: ThoughtFlags): Promise<number> {
  const query = new URLSearchParams({ ...filters, limit: `${numberOf('--limit', limit, 1, 500)}` });
  const client = await context.client();
  const thoughts = await client.ask(`/pfc/internal?${query.toString()}`, z.array(thoughtViewSchema));
  if (context.json) printJson(thoughts);
  else if (thoughts.length === 0) print('No buffered thoughts.');
  else print(thoughtTable(thoughts, await shownZone(context, client)));
  return exitCodes.ok;
}

async function runSynthesize(
  context: Context,
  channel: string,
  { clear }: { readonly clear?: boolean },
): Promise<number> {
  const client = await context.client();
  const body = { channel, clear: clear === true };
  const synthesis = await client.ask('/pfc/internal/synthesize', synthesisViewSchema, {
    method: 'POST',
    body,
  });
  if (context.json) printJson(synthesis);
  else print(synthesisLines(synthesis).join('\n'));
  return exitCodes.ok;
}

async function runHand(
  context: Context,
  channel: string,
  { lower }: { readonly lower?: boolean },
): Promise<number> {
  const client = await context.client();
  const path = `/pfc/hand?channel=${encodeURIComponent(channel)}`;
  if (lower === true) await client.ask(path, handViewSchema, { method: 'DELETE' });
  const hand = await client.ask(path, handDetailSchema);
  if (context.json) printJson(hand);
  else {
    const told = hand.deliveries.map(
      ({ last_error: error, state, target }) => `  ${target}: ${state}${error === null ? '' : ` (${error})`}`,
    );
    print([handLine(hand, await shownZone(context, client)), ...told].join('\n'));
  }
  return exitCodes.ok;
}
