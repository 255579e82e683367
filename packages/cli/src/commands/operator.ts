import type { KeyAdministration } from '@salience/supervisor/administration';
import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { expiry, showKeys, showNewKey } from '../keys/key-terms.ts';
import { declareKeyVerbs, expiresOption, type KeyKind } from '../keys/key-verbs.ts';
import { withKeys } from '../keys/with-keys.ts';
import { note } from '../terminal.ts';

const operatorKeys: KeyKind = {
  owner: 'operator',
  prefix: 'opk',
  does: {
    rotate: 'replace a key by one with the same name; the old one stays valid for a while',
    revoke: 'revoke a key and its browser sessions at once',
  },
  rotate: 'rotateOperatorKey',
  revoke: 'revokeOperatorKey',
  async ofRevoking(all, id) {
    const isLeft = (await all.operatorKeys()).some((key) => key.revokedAt === null && key.id !== id);
    return isLeft
      ? undefined
      : 'It was the last one: the person of this machine can operate without a key again.';
  },
};

/** operator key. */
export function declare(program: Command, run: RunAction): void {
  const key = program
    .command('operator')
    .description(
      'manage operator keys (the first one is made in the database: a running private Postgres, or DATABASE_URL)',
    )
    .addHelpText('after', examples(['operator key create anna', 'operator key list']))
    .command('key')
    .description('create, list, rotate and revoke operator keys')
    .addHelpText('after', examples(['operator key create anna', 'operator key list']));
  key
    .command('create')
    .argument('<name>', 'who it is for; the audit log names it')
    .option(...expiresOption)
    .description(
      'create a key; it is shown only once. Once a key exists, operators need one on every address',
    )
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
  const make = async (all: KeyAdministration) => {
    const before = await all.operatorKeys();
    return {
      made: await all.createOperatorKey(name, more),
      first: !before.some(({ revokedAt }) => revokedAt === null),
    };
  };
  const { made, first } = await withKeys(context, make, { makesOperatorKey: true });
  showNewKey(context, made, `This is operator key ${made.id} of ${name}.`);
  if (first)
    note('From now on operator routes require a key, also on this machine: set SALIENCE_OPERATOR_KEY.');
  return exitCodes.ok;
}

/** `salience operator key list`. */
async function runOperatorKeyList(context: Context): Promise<number> {
  const keys = await withKeys(context, (all) => all.operatorKeys());
  showKeys(context, keys, {
    heading: 'name',
    said: (key) => key.name,
    none: 'No operator keys: only the person of this machine can operate.',
  });
  return exitCodes.ok;
}
