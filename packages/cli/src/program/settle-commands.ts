import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { type ActWith, examples } from './help.ts';

/** What was given up or set aside, and how a person settles it. */
export function addSettleCommands(program: Command, act: ActWith): void {
  addDeadLetterCommands(program, act);
  addQuarantineCommands(program, act);
}

function addDeadLetterCommands(program: Command, act: ActWith): void {
  const letters = program
    .command('dead-letters')
    .description(
      'jobs of every agent that failed for good (needs the operator: a running private Postgres, or DATABASE_URL)',
    )
    .addHelpText(
      'after',
      examples(['dead-letters list', 'dead-letters retry --all --code queues.unavailable']),
    );
  const loadLetters = () => import('../commands/dead-letters.ts');
  letters
    .command('list')
    .option('--all', 'settled ones too')
    .option('--code <code>', 'only those that failed with this code')
    .option('--queue <queue>', 'only those of this queue')
    .description('list them')
    .addHelpText('after', examples(['dead-letters list', 'dead-letters list --agent ada --json']))
    .action(act(async () => (await loadLetters()).runDeadLetterList));
  letters
    .command('show')
    .argument('<id>')
    .description('show one, with its payload')
    .addHelpText('after', examples(['dead-letters show dl_0193…']))
    .action(act(async () => (await loadLetters()).runDeadLetterShow));
  for (const outcome of ['retry', 'drop'] as const) {
    letters
      .command(outcome)
      .argument('[id]')
      .option('--all', 'every open one that fits')
      .option('--code <code>', 'with --all: only those that failed with this code')
      .option('--queue <queue>', 'with --all: only those of this queue')
      .description(outcome === 'retry' ? 'send the job again' : 'give it up')
      .addHelpText(
        'after',
        examples([`dead-letters ${outcome} dl_0193…`, `dead-letters ${outcome} --all --code model.timeout`]),
      )
      .action(
        act(async () => {
          const { runDeadLetterSettle } = await loadLetters();
          return (context: Context, id: string | undefined, flags: object) =>
            runDeadLetterSettle(context, id, outcome, flags);
        }),
      );
  }
}

function addQuarantineCommands(program: Command, act: ActWith): void {
  const turns = program
    .command('quarantine')
    .description(
      'turns that were set aside after their worker died three times (needs the operator: a running private Postgres, or DATABASE_URL)',
    )
    .addHelpText('after', examples(['quarantine list', 'quarantine retry turn_0193…']));
  const loadTurns = () => import('../commands/quarantine.ts');
  turns
    .command('list')
    .option('--all', 'settled ones too')
    .option('--code <code>', 'only those with this code')
    .description('list them')
    .addHelpText('after', examples(['quarantine list', 'quarantine list --all --json']))
    .action(act(async () => (await loadTurns()).runQuarantineList));
  turns
    .command('show')
    .argument('<turn>', 'id of the turn')
    .description('show one, with its trace')
    .addHelpText('after', examples(['quarantine show turn_0193…']))
    .action(act(async () => (await loadTurns()).runQuarantineShow));
  for (const outcome of ['retry', 'drop'] as const) {
    turns
      .command(outcome)
      .argument('[turn]', 'id of the turn')
      .option('--all', 'every open one that fits')
      .option('--code <code>', 'with --all: only those with this code')
      .description(outcome === 'retry' ? 'try it again, as a new turn of its thread' : 'give it up')
      .addHelpText(
        'after',
        examples([`quarantine ${outcome} turn_0193…`, `quarantine ${outcome} --all --agent ada`]),
      )
      .action(
        act(async () => {
          const { runQuarantineSettle } = await loadTurns();
          return (context: Context, id: string | undefined, flags: object) =>
            runQuarantineSettle(context, id, outcome, flags);
        }),
      );
  }
}
