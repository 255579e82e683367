import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { duration } from '@salience/supervisor/home';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson } from '../terminal.ts';

/** down. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('down')
    .description('stop the Salience of this home and wait until it has stopped')
    .addHelpText('after', examples(['down']))
    .action(run(runDown));
}

/** `salience down`: stops the Salience of this home and waits for it. */
export async function runDown(context: Context): Promise<number> {
  const { stopHome } = await import('@salience/supervisor');
  const began = performance.now();
  const stopped = await stopHome(context.home);
  const tookMs = Math.round(performance.now() - began);
  if (context.json) printJson({ stopped, took_ms: tookMs });
  else if (stopped.length === 0) print('Salience was not running.');
  else print(`Stopped ${stopped.join(', ')} in ${duration(tookMs)}.`);
  return exitCodes.ok;
}
