import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { type DecisionReplayView, decisionReplayViewSchema } from '@salience/contracts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colour, print, printJson, table } from '../terminal.ts';

/** replay-decision. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('replay-decision')
    .description(
      'recompute the decision of a turn from its stored signals and policy and compare it bit for bit; exits with 1 if it differs',
    )
    .argument('<turn>', 'id of the turn')
    .addHelpText('after', examples(['replay-decision turn_0193…', 'replay-decision --json turn_0193…']))
    .action(run(runReplayDecision));
}

/** `salience replay-decision <turn>`: 0 when the decision comes out as stored, 1 with what differs when it does not. */
export async function runReplayDecision(context: Context, turn: string): Promise<number> {
  const client = await context.client();
  const replay = await client.ask(`/turns/${encodeURIComponent(turn)}/replay`, decisionReplayViewSchema);
  if (context.json) printJson(replay);
  else if (replay.redacted === true)
    print('redacted: this turn was forgotten on request, so there is nothing to recompute');
  else print(replay.parts.map(partText).join('\n'));
  return replay.equal || replay.redacted === true ? exitCodes.ok : exitCodes.failure;
}

function partText(part: DecisionReplayView['parts'][number]): string {
  const { policy, policy_version: version, mode, equal, differences } = part;
  const from = colour.dim(`  from the stored signals and policy ${policy} ${version}`);
  if (equal) return `${part.part}: ${mode}, the same bit for bit${from}`;
  const rows = differences.map(({ field, stored, computed }) => [field, String(stored), String(computed)]);
  return [`${part.part}: ${colour.red('differs')}${from}`, table(['field', 'stored', 'computed'], rows)].join(
    '\n',
  );
}
