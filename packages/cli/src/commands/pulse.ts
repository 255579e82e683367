import { pageSchema, type PulseEventView, pulseEventViewSchema } from '@salience/contracts';
import { localTime } from '@salience/language';
import type { Command } from 'commander';
import { shownZone } from '../client/shown-zone.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { reportCells, reportLine } from '../pulse/report-lines.ts';
import { colour, note, print, printJson, table } from '../terminal.ts';
import * as activations from './pulse/activations.ts';
import * as modules from './pulse/modules.ts';
import * as signals from './pulse/signals.ts';
import * as simulate from './pulse/simulate.ts';

const below = [modules, signals, activations, simulate];

/** pulse: what is sensed and wakes the agent, and the tick that moves tasks on. */
export function declare(program: Command, run: RunAction): void {
  const pulse = program
    .command('pulse')
    .description('what is sensed and what of it wakes the agent; the tick, which looks for overlooked tasks')
    .addHelpText(
      'after',
      examples([
        'pulse modules add --shipped homework',
        'pulse signals',
        'pulse why sig_0193…',
        'pulse feedback act_0193… useful',
        'pulse tick',
      ]),
    );
  for (const command of below) command.declare(pulse, run);
  pulse
    .command('tick')
    .description('run one tick now and print what it did')
    .addHelpText('after', examples(['pulse tick', 'pulse tick --json']))
    .action(run(runTick));
  pulse
    .command('events')
    .description('list the latest ticks that did something, ticks that failed and inlets that failed')
    .addHelpText('after', examples(['pulse events', 'pulse events --json']))
    .action(run(runEvents));
}

/** `salience pulse tick`. Fails where the tick did. */
async function runTick(context: Context): Promise<number> {
  const client = await context.client();
  const event = await client.ask('/pulse/tick', pulseEventViewSchema, { method: 'POST', body: {} });
  const failed = event.kind !== 'tick';
  if (context.json) printJson(event);
  else if (failed) note(colour.yellow(`The tick failed: ${reportLine(event.report)}`));
  else print(table(['tasks', 'count'], reportCells(event.report)));
  return failed ? exitCodes.failure : exitCodes.ok;
}

const kinds: Readonly<Record<PulseEventView['kind'], string>> = {
  tick: 'tick',
  tick_error: 'tick failed',
  adapter_error: 'inlet failed',
  tick_asked: 'tick asked for',
};

/** `salience pulse events`. */
async function runEvents(context: Context): Promise<number> {
  const client = await context.client();
  const { items } = await client.ask('/pulse/events', pageSchema(pulseEventViewSchema).pick({ items: true }));
  if (context.json) printJson(items);
  else if (items.length === 0) print('No events: nothing was overlooked and nothing failed.');
  else {
    const zone = await shownZone(context, client);
    const rows = toldEvents(items).map(({ at, kind, report }) => [
      localTime(at, zone),
      kinds[kind],
      kind === 'tick_asked' ? 'no scheduler has answered yet' : reportLine(report),
    ]);
    print(table(['at', 'what', 'report'], rows));
  }
  return exitCodes.ok;
}

/** Without requests for a tick that one has answered: the tick itself is told. */
function toldEvents(items: readonly PulseEventView[]): PulseEventView[] {
  const answered = new Set(items.map(({ asked_id: asked }) => asked));
  return items.filter(({ event_id: id, kind }) => kind !== 'tick_asked' || !answered.has(id));
}
