import { feedbackTargetSchema } from '@salience/contracts';
import { usageError } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { giveFeedback } from '../client/give-feedback.ts';
import { judgementOf } from '../client/judgement.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson } from '../terminal.ts';

/** feedback. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('feedback')
    .description(
      'say that a turn, a thought or an activation was good or bad; the latest word of yours counts',
    )
    .argument('<id>', 'of a turn, a thought or an activation')
    .argument('<judgement>', 'good, bad, or a number from -1 to 1')
    .argument('[note...]', 'why')
    .addHelpText('after', examples(['feedback turn_0193… good', 'feedback tht_0193… bad "not now"']))
    .action(run(runFeedback));
}

/** `salience feedback <id> good|bad [note]`. */
export async function runFeedback(
  context: Context,
  id: string,
  judgement: string,
  note: readonly string[],
): Promise<number> {
  const target = feedbackTargetSchema.safeParse(id);
  if (!target.success)
    throw usageError(
      `Expected the id of a turn (turn_…), a thought (tht_…) or an activation (act_…), got "${id}".`,
    );
  const value = judgementOf(judgement, 'good, bad');
  const given = await giveFeedback(await context.client(), target.data, value, note.join(' '));
  if (context.json) printJson(given);
  else print(`${given.target}: ${given.value}, noted`);
  return exitCodes.ok;
}
