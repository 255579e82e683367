import { appRoles } from '@salience/database';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '../failure.ts';
import { print, printJson } from '../terminal.ts';
import { upgradeDatabase } from '../up/prepare-database.ts';

/** `salience migrate`: brings a production database up to date, as its owner. */
export async function runMigrate(
  context: Context,
  options: { readonly postgresQueues?: boolean },
): Promise<number> {
  const url = context.env.databaseUrl;
  if (url === undefined) {
    throw usageError(
      'Set DATABASE_URL to the address of the role that owns the database (with CREATEROLE). ' +
        'On this machine "./salience up" migrates by itself.',
    );
  }
  const passwords = Object.fromEntries(
    appRoles.flatMap((role) => {
      const password = context.env.rolePassword(role.replace('salience_', '').toUpperCase());
      return password === undefined ? [] : [[role, password]];
    }),
  );
  const postgresQueues = options.postgresQueues ?? context.env.redisUrl === undefined;
  const applied = await upgradeDatabase(url, passwords, postgresQueues);
  const withPassword = Object.keys(passwords);
  if (context.json) printJson({ applied, postgres_queues: postgresQueues, passwords_set: withPassword });
  else {
    print(applied === 0 ? 'The schema was up to date.' : `Applied ${applied} migrations.`);
    print(postgresQueues ? 'Queues in Postgres are prepared.' : 'Queues live in Redis: nothing to prepare.');
    print(
      withPassword.length === 0 ? 'No passwords were set.' : `Passwords set for ${withPassword.join(', ')}.`,
    );
  }
  return exitCodes.ok;
}
