import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { SalienceError } from '@salience/errors';
import { type Bench, findBenches } from '../bench/find-benches.ts';
import { runScript } from '../bench/run-script.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { benchFolders, nearest, usageError, repositoryRoot } from '@salience/supervisor/home';
import { print, printJson, table } from '../terminal.ts';

/** bench. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('bench')
    .description(
      'run a script of bench/ or test/long/ with its own stores and processes; arguments after the name go to the script',
    )
    .argument('[name]', 'the script; see --list')
    .argument('[options...]', 'its options; put -- before options that this command also has')
    .option('--list', 'list the scripts; with a name, what it measures and its usage')
    .allowUnknownOption()
    .addHelpText(
      'after',
      examples([
        'bench --list',
        'bench idle-latency --n 100 --backend redis',
        'bench --list chaos',
        'bench chaos --turns 200 --backend postgres',
      ]),
    )
    .action(run(runBench));
}

/** `salience bench <name> […]`: runs a script of bench/ or test/long/ on this Node; its exit code is the command's. */
export async function runBench(
  context: Context,
  name: string | undefined,
  options: readonly string[],
  flags: { readonly list?: boolean },
): Promise<number> {
  const benches = findBenches(benchFolders);
  if (benches === undefined)
    throw new SalienceError(
      'cli.no-bench',
      `There is neither ${benchFolders.join(' nor ')}: this is an installation without the bench scripts. Clone the repository and run "npm start" there once, then "./salience bench --list".`,
    );
  if (name === undefined) {
    if (context.json) printJson(benches);
    else
      print(
        table(
          ['name', 'what it measures'],
          benches.map((one) => [one.name, one.about]),
        ),
      );
    return exitCodes.ok;
  }
  const found = benches.find((one) => one.name === name);
  if (found === undefined) throw unknownBench(name, benches);
  if (flags.list === true) {
    if (context.json) printJson(found);
    else print(`${found.usage}\n\nStart it with: ./salience bench ${name} [options]`);
    return exitCodes.ok;
  }
  // Settings of the installation's .env belong to what runs here, not to a measurement.
  return await runScript(found.script, options, {
    cwd: repositoryRoot,
    environment: context.env.origin.environment,
  });
}

function unknownBench(name: string, benches: readonly Bench[]): SalienceError {
  const names = benches.map((one) => one.name);
  const meant = nearest(name, names);
  return usageError(
    `There is no bench "${name}".${meant === undefined ? '' : ` Did you mean ${meant}?`} There are: ${names.join(', ')}.`,
  );
}
