import type { Command } from 'commander';
import { usageError } from '@salience/supervisor/home';
import { shownZone } from '../client/shown-zone.ts';
import { type RunAction, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { readPolicy } from '../rerun/read-policy.ts';
import { readPrompts } from '../rerun/read-prompts.ts';
import { renderRerun } from '../rerun/render-rerun.ts';
import { type Rerun, rerunTurn } from '../rerun/rerun-turn.ts';
import { print, printJson } from '../terminal.ts';

/** rerun. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('rerun')
    .description(
      'run a past turn again from what is stored of it, decision and answer beside what they were; nothing is sent, remembered or done',
    )
    .argument('<turn>', 'id of the turn')
    .option('--policy <policy>', 'decide by another version or policy, such as 7, fleet or fleet@7')
    .option(
      '--prompts <folder>',
      'answer by other instructions: respond.md, clarify.md, …; for a language model',
    )
    .option(
      '--model <provider:model>',
      'have this model answer; it costs what it costs. Default: the offline responder',
    )
    .addHelpText(
      'after',
      examples([
        'rerun turn_0193…',
        'rerun turn_0193… --policy fleet@7',
        'rerun turn_0193… --model openai:gpt-4.1 --prompts ./prompts',
      ]),
    )
    .action(run(runRerun));
}

interface RerunOptions {
  readonly policy?: string;
  readonly prompts?: string;
  readonly model?: string;
}

/** `salience rerun <turn>`: 0, or 1 when nothing was to be other than it was and something is. */
export async function runRerun(context: Context, turn: string, options: RerunOptions): Promise<number> {
  const policy = options.policy === undefined ? undefined : readPolicy(options.policy);
  const prompts = options.prompts === undefined ? {} : readPrompts(options.prompts);
  if (options.prompts !== undefined && options.model === undefined)
    throw usageError('Expected --model beside --prompts: the offline responder reads no instructions.');
  const client = await context.client();
  const env = context.env.origin.effective;
  const rerun = await rerunTurn(client, turn, { policy, prompts, model: options.model, env });
  if (context.json) printJson(rerun);
  else print(renderRerun(rerun, await shownZone(context, client)));
  const asked = policy !== undefined || options.prompts !== undefined || options.model !== undefined;
  return asked || isSame(rerun) ? exitCodes.ok : exitCodes.failure;
}

function isSame({ answer, contexts, decision }: Rerun): boolean {
  const decided = decision === null || decision.equal || decision.redacted === true;
  return decided && contexts.every((one) => one.as_sent !== false) && (answer.kind === 'none' || answer.same);
}
