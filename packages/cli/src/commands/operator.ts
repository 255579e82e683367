import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import { withAdministration } from '../administration.ts';
import { SalienceError } from '@salience/errors';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import {
  expiry,
  overlapMs,
  showKeys,
  showNewKey,
  showRevokedKey,
  showRotatedKey,
} from '../keys/key-terms.ts';
import { note } from '../terminal.ts';
import { keyOptions } from '../keys/key-options.ts';

/** operator key. */
export function declare(program: Command, run: RunAction): void {
  const key = program
    .command('operator')
    .description('manage operator keys (requires the database: a running private Postgres, or DATABASE_URL)')
    .addHelpText('after', examples(['operator key create anna', 'operator key list']))
    .command('key')
    .description('create, list, rotate and revoke operator keys')
    .addHelpText('after', examples(['operator key create anna', 'operator key list']));
  key
    .command('create')
    .argument('<name>', 'who it is for; the audit log names it')
    .option(...keyOptions.expires)
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
  key
    .command('rotate')
    .argument('<key>', 'id of the key')
    .option(...keyOptions.overlap)
    .description('replace a key by one with the same name; the old one stays valid for a while')
    .addHelpText(
      'after',
      examples(['operator key rotate opk_0193…', 'operator key rotate opk_0193… --overlap 0']),
    )
    .action(run(runOperatorKeyRotate));
  key
    .command('revoke')
    .argument('<key>', 'id of the key')
    .description('revoke a key and its browser sessions at once')
    .addHelpText('after', examples(['operator key revoke opk_0193…']))
    .action(run(runOperatorKeyRevoke));
}

/** `salience operator key create <name>`: the key is shown this once. */
export async function runOperatorKeyCreate(
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
    note('From now on operator routes require a key, also on this machine: set SALIENCE_OPERATOR_KEY.');
  return exitCodes.ok;
}

/** `salience operator key list`. */
export async function runOperatorKeyList(context: Context): Promise<number> {
  const keys = await withAdministration(context, (all) => all.operatorKeys());
  showKeys(context, keys, {
    heading: 'name',
    said: (key) => key.name,
    none: 'No operator keys: only the person of this machine can operate.',
  });
  return exitCodes.ok;
}

/** `salience operator key rotate <key id>`: a new key of the same name now; the old one stays good for a while. */
export async function runOperatorKeyRotate(
  context: Context,
  id: string,
  options: { readonly overlap: string },
): Promise<number> {
  const overlap = overlapMs(options.overlap);
  const made = await withAdministration(context, (all) => all.rotateOperatorKey(id, overlap));
  if (made === undefined) throw unknownKey(id);
  showRotatedKey(context, id, made);
  return exitCodes.ok;
}

/** `salience operator key revoke <key id>`. */
export async function runOperatorKeyRevoke(context: Context, id: string): Promise<number> {
  const { revoked, left } = await withAdministration(context, async (all) => ({
    revoked: await all.revokeOperatorKey(id),
    left: (await all.operatorKeys()).some(({ revokedAt }) => revokedAt === null),
  }));
  if (!revoked) throw unknownKey(id);
  showRevokedKey(context, id);
  if (!left) note('It was the last one: the person of this machine can operate without a key again.');
  return exitCodes.ok;
}

function unknownKey(id: string): SalienceError {
  return new SalienceError(
    'operator.key-unknown',
    `There is no valid operator key ${id}. List keys with "./salience operator key list".`,
  );
}
