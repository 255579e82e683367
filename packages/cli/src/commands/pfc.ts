import type { Command } from 'commander';
import { examples, type RunAction } from '../command.ts';
import * as goals from './pfc/goals.ts';
import * as judge from './pfc/judge.ts';
import * as monologue from './pfc/monologue.ts';
import * as serve from './pfc/serve.ts';

/** pfc: what the agent is after, what an action would be worth to it, and what it thinks while others speak. */
export function declare(program: Command, run: RunAction): void {
  const pfc = program
    .command('pfc')
    .description('goals, judgement of actions, the inner monologue and the raised hand')
    .addHelpText(
      'after',
      examples([
        'pfc serve',
        'pfc goals add "Ship the release" --priority 80',
        'pfc evaluate "Post the summary to #general"',
        'pfc synthesize 10 --clear',
      ]),
    );
  goals.declare(pfc, run);
  judge.declare(pfc, run);
  monologue.declare(pfc, run);
  serve.declare(pfc, run);
}
