import type { Command } from 'commander';
import { examples, type RunAction } from '../command.ts';
import * as ask from './policy/ask.ts';
import * as labels from './policy/labels.ts';
import * as look from './policy/look.ts';

/** policy: by which weights messages are routed, what was changed and why, and how to hold or take back a change. */
export function declare(program: Command, run: RunAction): void {
  const policy = program
    .command('policy')
    .description('how routing learns: policies, their changes, and how to pin, roll back and try one')
    .addHelpText(
      'after',
      examples([
        'policy list',
        'policy history fleet',
        'policy pin fleet 3',
        'policy simulate fleet --weight clarify.base=0.3',
      ]),
    );
  look.declare(policy, run);
  ask.declare(policy, run);
  labels.declare(policy, run);
}
