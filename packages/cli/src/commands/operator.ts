import type { Command } from 'commander';
import { type Run, examples } from '../command.ts';
import { withAdministration } from '../administration.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { expiry, showKeys, showNewKey } from '../keys/key-terms.ts';
import { declareKeyVerbs, expiresOption, type KeyKind } from '../keys/key-verbs.ts';
import { note } from '../terminal.ts';

const operatorKeys: KeyKind = {
  owner: 'operator',
  prefix: 'opk',
  does: {
    rotate: 'make a key of the same name in the place of another, which stays good for a while',
    revoke: 'revoke a key at once, and the browsers that showed it',
  },
  rotate: 'rotateOperatorKey',
  revoke: 'revokeOperatorKey',
  async afterRevoke(all) {
    const isLeft = (await all.operatorKeys()).some(({ revokedAt }) => revokedAt === null);
    return isLeft ? undefined : 'It was the last one: on a loopback address the operator needs no key again.';
  },
};

/** operator key. */
export function declare(program: Command, run: Run): void {
  const key = program
    .command('operator')
    .description('keys of operators (needs the database: a running private Postgres, or DATABASE_URL)')
    .addHelpText('after', examples(['operator key create anna', 'operator key list']))
    .command('key')
    .description('make, list, rotate and revoke operator keys')
    .addHelpText('after', examples(['operator key create anna', 'operator key list']));
  key
    .command('create')
    .argument('<name>', 'who it is for; the audit log names it')
    .option(...expiresOption)
    .description('make a key, shown this once; from the first one on operators need a key everywhere')
    .addHelpText('after', examples(['operator key create anna', 'operator key create ci --expires 12h']))
    .action(run(runOperatorKeyCreate));
  key
    .command('list')
    .description('list keys')
    .addHelpText('after', examples(['operator key list', 'operator key list --json']))
    .action(run(runOperatorKeyList));
  declareKeyVerbs(key, run, operatorKeys);
}

/** `salience operator key create <name>`: the key is shown this once. */
async function runOperatorKeyCreate(
  context: Context,
  name: string,
  options: { readonly expires?: string },
): Promise<number> {
  const more = expiry(options.expires);
  const { made, first } = await withAdministration(context, async (all) => {
    const before = await all.operatorKeys();
    return {
      made: await all.createOperatorKey(name, more),
      first: !before.some(({ revokedAt }) => revokedAt === null),
    };
  });
  showNewKey(context, made, `This is operator key ${made.id} of ${name}.`);
  if (first)
    note("From now on the operator's routes need a key, on this machine too: set SALIENCE_OPERATOR_KEY.");
  return exitCodes.ok;
}

/** `salience operator key list`. */
async function runOperatorKeyList(context: Context): Promise<number> {
  const keys = await withAdministration(context, (all) => all.operatorKeys());
  showKeys(context, keys, {
    heading: 'name',
    said: (key) => key.name,
    none: 'No operator keys: on this machine no key is needed, from elsewhere nobody operates.',
  });
  return exitCodes.ok;
}
