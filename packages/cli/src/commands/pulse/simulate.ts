import { moduleNameSchema, type SimulationRequest, simulationViewSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { isModuleFile, moduleOfFile } from '../../pulse/module-file.ts';
import { simulationLines } from '../../pulse/pulse-lines.ts';
import { print, printJson } from '../../terminal.ts';

interface SimulateFlags {
  readonly days?: string;
  readonly threshold?: string;
}

/** pulse simulate. */
export function declare(pulse: Command, run: RunAction): void {
  pulse
    .command('simulate')
    .argument('<module>', 'its name, or a JSON file (with a folder in its path, or .json at its end)')
    .option('--days <n>', 'how far back, 1 to 90 days; default: 7')
    .option('--threshold <score>', 'another threshold than that of the module, 0 to 1')
    .description('tell how often a module would have woken the agent, with the signals of the last days')
    .addHelpText(
      'after',
      examples([
        'pulse simulate homework',
        'pulse simulate ./homework.json --days 30',
        'pulse simulate homework --threshold 0.8',
      ]),
    )
    .action(run(runSimulate));
}

async function runSimulate(context: Context, named: string, flags: SimulateFlags): Promise<number> {
  const days = flags.days === undefined ? undefined : daysOf(flags.days);
  const threshold = flags.threshold === undefined ? undefined : thresholdOf(flags.threshold);
  const body: SimulationRequest = {
    ...(isModuleFile(named) ? { fingerprint: await moduleOfFile(named) } : { module: nameOf(named) }),
    ...(days === undefined ? {} : { days }),
    ...(threshold === undefined ? {} : { threshold }),
  };
  const client = await context.client();
  const view = await client.ask('/pulse/simulate', simulationViewSchema, { method: 'POST', body });
  if (context.json) printJson(view);
  else print(simulationLines(view, await shownZone(context, client)).join('\n'));
  return exitCodes.ok;
}

function nameOf(text: string): string {
  const name = moduleNameSchema.safeParse(text);
  if (name.success) return name.data;
  throw usageError(`Expected the name of a module or a JSON file, got "${text}".`);
}

function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 90) return days;
  throw usageError(`Expected --days as a whole number from 1 to 90, got "${text}".`);
}

function thresholdOf(text: string): number {
  const threshold = Number(text);
  if (text.trim() !== '' && Number.isFinite(threshold)) return threshold;
  throw usageError(`Expected --threshold as a number from 0 to 1, got "${text}".`);
}
