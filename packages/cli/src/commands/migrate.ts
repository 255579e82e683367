import { counted } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printJson } from '../terminal.ts';

/** migrate. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('migrate')
    .description(
      'bring a production database up to date, as its owner (DATABASE_URL); passwords by SALIENCE_PASSWORD_<ROLE>',
    )
    .option('--postgres-queues', 'prepare queues in Postgres (default: only where REDIS_URL is not set)')
    .addHelpText('after', examples(['migrate', 'migrate --postgres-queues']))
    .action(run(runMigrate));
}

/** `salience migrate`: brings a production database up to date, as its owner. */
export async function runMigrate(
  context: Context,
  options: { readonly postgresQueues?: boolean },
): Promise<number> {
  const { migrateGivenDatabase } = await import('@salience/supervisor/preparation');
  const { applied, functions, postgresQueues, withPassword } = await migrateGivenDatabase(
    context.env,
    options,
  );
  if (context.json)
    printJson({ applied, functions, postgres_queues: postgresQueues, passwords_set: withPassword });
  else {
    print(
      applied + functions === 0
        ? 'The schema was up to date.'
        : `Applied ${counted(applied, 'migration')}, changed ${counted(functions, 'function')}.`,
    );
    print(postgresQueues ? 'Queues in Postgres are prepared.' : 'Queues live in Redis: nothing to prepare.');
    print(
      withPassword.length === 0 ? 'No passwords were set.' : `Passwords set for ${withPassword.join(', ')}.`,
    );
  }
  return exitCodes.ok;
}
