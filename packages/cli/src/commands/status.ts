import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { createFleetReader } from '../fleet/fleet-reader.ts';
import { fleetJson, fleetLines } from '../fleet/render-fleet.ts';
import { watchFleet } from '../fleet/watch-fleet.ts';
import { print, printJson } from '../terminal.ts';

/** status. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('status')
    .description('show workers, queues, lanes, pace, dead letters and quarantine; once or live')
    .option('--watch', 'repeat: in place on a terminal, else one block after another')
    .option('--every <seconds>', 'between two looks', '2')
    .option('--count <n>', 'stop after this many updates')
    .option('--all', 'every worker of the last hour, including stopped ones and lost ones that were replaced')
    .addHelpText(
      'after',
      examples([
        'status',
        'status --watch',
        'status --watch --every 5 --json >> fleet.jsonl',
        'status --all --json',
      ]),
    )
    .action(run(runStatus));
}

/** The options of `salience status`. */
export interface StatusFlags {
  readonly all?: boolean;
  readonly watch?: boolean;
  readonly every: string;
  readonly count?: string;
}

/** `salience status`: what runs, how much waits, and what was given up; once, or again and again. */
export async function runStatus(context: Context, flags: StatusFlags): Promise<number> {
  const all = flags.all === true;
  const reader = await createFleetReader(context);
  try {
    if (flags.watch === true || flags.count !== undefined) {
      const everyMs = positive(flags.every, '--every', 0.2) * 1_000;
      const count = flags.count === undefined ? undefined : positive(flags.count, '--count', 1);
      await watchFleet(reader, { all, everyMs, count, json: context.json });
      return exitCodes.ok;
    }
    const reading = await reader.read();
    if (context.json) printJson(fleetJson(reading, all));
    else print(fleetLines(reading, Date.now(), all).join('\n'));
    return reading.ready === true ? exitCodes.ok : exitCodes.failure;
  } finally {
    await reader.close();
  }
}

function positive(text: string, option: string, least: number): number {
  const number = Number(text);
  if (Number.isFinite(number) && number >= least) return number;
  throw usageError(`Expected a number from ${least} for ${option}, got "${text}".`);
}
