import {
  activationDetailSchema,
  idSchema,
  signalDetailSchema,
  signalSources,
  signalSourceSchema,
  signalViewSchema,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { firstOf, itemsOf } from '../../client/pages.ts';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { oneLine } from '../../memory/one-line.ts';
import { activationLines, signalLines } from '../../pulse/pulse-lines.ts';
import { countOf, limitOption, noteMore } from '../../tasks/limit.ts';
import { print, printJson, table } from '../../terminal.ts';

const placeChars = 60;

/** pulse signals, pulse why. */
export function declare(pulse: Command, run: RunAction): void {
  pulse
    .command('signals')
    .option('--source <source>', `only those from: ${signalSources.join(', ')}`)
    .option(...limitOption)
    .description('list what was sensed, latest first')
    .addHelpText('after', examples(['pulse signals', 'pulse signals --source mail --limit 20']))
    .action(run(runSignals));
  pulse
    .command('why')
    .argument('<id>', 'of a signal (sig_…) or an activation (act_…)')
    .description('say why a signal woke the agent or did not, and what an activation asked about')
    .addHelpText('after', examples(['pulse why sig_0193…', 'pulse why act_0193… --json']))
    .action(run(runWhy));
}

interface SignalFlags {
  readonly limit: string;
  readonly source?: string;
}

async function runSignals(context: Context, flags: SignalFlags): Promise<number> {
  const limit = countOf(flags.limit);
  const { source } = flags;
  if (source !== undefined && !signalSourceSchema.safeParse(source).success)
    throw usageError(`Expected --source as one of ${signalSources.join(', ')}, got "${source}".`);
  const client = await context.client();
  const items = await firstOf(itemsOf(client, '/signals', signalViewSchema, { source }), limit);
  if (context.json) printJson(items);
  else if (items.length === 0) print('No signals.');
  else {
    const zone = await shownZone(context, client);
    const rows = items.map((signal) => [
      signal.signal_id,
      localTime(signal.at, zone),
      signal.source,
      signal.delta_type,
      oneLine(signal.location, placeChars),
      signal.own ? 'the agent did it' : '',
    ]);
    print(table(['signal', 'at', 'source', 'what', 'location', ''], rows));
    noteMore(items.length, limit);
  }
  return exitCodes.ok;
}

async function runWhy(context: Context, id: string): Promise<number> {
  if (idSchema('activation').safeParse(id).success) {
    const client = await context.client();
    const activation = await client.ask(`/activations/${id}`, activationDetailSchema);
    if (context.json) printJson(activation);
    else print(activationLines(activation, await shownZone(context, client)).join('\n'));
    return exitCodes.ok;
  }
  if (!idSchema('signal').safeParse(id).success)
    throw usageError(`Expected the id of a signal (sig_…) or an activation (act_…), got "${id}".`);
  const client = await context.client();
  const signal = await client.ask(`/signals/${id}`, signalDetailSchema);
  if (context.json) printJson(signal);
  else print(signalLines(signal, await shownZone(context, client)).join('\n'));
  return exitCodes.ok;
}
