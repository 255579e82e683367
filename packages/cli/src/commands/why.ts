import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson } from '../terminal.ts';
import { loadExplanation } from '../why/explain-turn.ts';
import { renderExplanation } from '../why/render-explanation.ts';

/** `salience why <turn>`: why a turn was answered as it was, and what was remembered of it. */
export async function runWhy(
  context: Context,
  turn: string,
  options: { readonly context?: boolean },
): Promise<number> {
  const explanation = await loadExplanation(await context.client(), turn, options.context);
  if (context.json) printJson(explanation);
  else print(renderExplanation(explanation));
  return exitCodes.ok;
}
