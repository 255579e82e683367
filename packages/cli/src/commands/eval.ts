import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SalienceError } from '@salience/errors';
import { evalFolder } from '@salience/supervisor/home';
import { runScript } from '../bench/run-script.ts';
import type { Context } from '../context.ts';

/** eval. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('eval')
    .description(
      'measure a decision on labelled rows: topic-switch, topic-class, mode, addressed, thought, commands, injection, memory, times, escalation, series or events',
    )
    .argument('<decision>')
    .option('--in <file>', 'the rows, one JSON object per line')
    .option('--rows <file>', 'the same as --in')
    .option('--train <file>', 'for topic-class and events: rows that are learned from')
    .option('--test <file>', 'with --train: rows that are measured after those were learned from')
    .option('--turns <file>', 'for memory: conversations, one turn per line')
    .option('--queries <file>', 'for memory: questions about them, with the turns that answer them')
    .option('--limit <rows>', 'for injection: maximum number of rows, spread over the file')
    .option(
      '--threshold <share>',
      'for topic-switch: another operating point than the shipped one, 0 to 1; the figures show a curve of them',
    )
    .option(
      '--out <file>',
      'file for the predictions with their scores, one JSON object per line; for times it may be left out',
    )
    .addHelpText(
      'after',
      examples([
        'eval topic-switch --in topic_switch.jsonl --out switches.jsonl',
        'eval topic-class --train heard.jsonl --test others.jsonl --out classes.jsonl',
        'eval mode --in mode.jsonl --out modes.jsonl',
        'eval thought --in thought.jsonl --out thoughts.jsonl',
        'eval injection --in injection.jsonl --limit 200 --out injections.jsonl',
        'eval times --rows times.jsonl --out read.jsonl',
        'eval memory --turns turns.jsonl --queries queries.jsonl --out answers.jsonl',
      ]),
    )
    .action(run(runEval));
}

/** The options of `salience eval`, as the script takes them. */
export type EvalFlags = Readonly<
  Partial<
    Record<'in' | 'rows' | 'train' | 'test' | 'turns' | 'queries' | 'limit' | 'threshold' | 'out', string>
  >
>;

/**
 * `salience eval <decision>`: runs eval/measure.ts of this repository on this Node and this home, where the user stands; its exit
 * code is the command's.
 */
export async function runEval(context: Context, name: string, flags: EvalFlags): Promise<number> {
  const script = join(evalFolder, 'measure.ts');
  if (!existsSync(script))
    throw new SalienceError(
      'cli.no-eval',
      `There is no ${script}: this is an installation without the evaluators. Clone the repository and run "npm start" there once, then "./salience eval".`,
    );
  const options = Object.entries(flags).flatMap(([option, value]) => [`--${option}`, value]);
  return await runScript(script, [name, ...options], {
    cwd: process.cwd(),
    environment: { ...context.env.origin.environment, SALIENCE_HOME: context.home.dir },
  });
}
