import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { shownZone } from '../client/shown-zone.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson } from '../terminal.ts';
import { loadExplanation } from '../why/explain-turn.ts';
import { renderExplanation } from '../why/render-explanation.ts';

/** why. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('why')
    .description(
      'explain a turn: mode, scores, signals, actions, what the models saw, timings, what was remembered, what the answer rests on',
    )
    .argument('<turn>', 'id of the turn')
    .option('--context', 'also print what the models were sent, word for word')
    .addHelpText('after', examples(['why turn_0193…', 'why turn_0193… --context', 'why --json turn_0193…']))
    .action(run(runWhy));
}

/** `salience why <turn>`: why a turn was answered as it was, and what was remembered of it. */
export async function runWhy(
  context: Context,
  turn: string,
  options: { readonly context?: boolean },
): Promise<number> {
  const client = await context.client();
  const explanation = await loadExplanation(client, turn, options.context);
  if (context.json) printJson(explanation);
  else print(renderExplanation(explanation, await shownZone(context, client)));
  return exitCodes.ok;
}
