import {
  createOperatorKey,
  listOperatorKeys,
  revokeOperatorKey,
  rotateOperatorKey,
} from '@salience/database';
import { SalienceError } from '@salience/errors';
import { withOperator } from '../agents/operator-database.ts';
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

/** `salience operator key create <name>`: the key is shown this once. */
export async function runOperatorKeyCreate(
  context: Context,
  name: string,
  options: { readonly expires?: string },
): Promise<number> {
  const more = { actor: context.actor, ...expiry(options.expires) };
  const { made, first } = await withOperator(context, async (db) => {
    const before = await listOperatorKeys(db);
    return {
      made: await createOperatorKey(db, name, more),
      first: !before.some(({ revokedAt }) => revokedAt === null),
    };
  });
  showNewKey(context, made, `This is operator key ${made.id} of ${name}.`);
  if (first)
    note("From now on the operator's routes need a key, on this machine too: set SALIENCE_OPERATOR_KEY.");
  return exitCodes.ok;
}

/** `salience operator key list`. */
export async function runOperatorKeyList(context: Context): Promise<number> {
  const keys = await withOperator(context, listOperatorKeys);
  showKeys(context, keys, {
    heading: 'name',
    said: (key) => key.name,
    none: 'No operator keys: on this machine no key is needed, from elsewhere nobody operates.',
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
  const made = await withOperator(context, (db) =>
    rotateOperatorKey(db, id, { overlapMs: overlap, actor: context.actor }),
  );
  if (made === undefined) throw unknownKey(id);
  showRotatedKey(context, id, made);
  return exitCodes.ok;
}

/** `salience operator key revoke <key id>`. */
export async function runOperatorKeyRevoke(context: Context, id: string): Promise<number> {
  const { revoked, left } = await withOperator(context, async (db) => ({
    revoked: await revokeOperatorKey(db, id, context.actor),
    left: (await listOperatorKeys(db)).some(({ revokedAt }) => revokedAt === null),
  }));
  if (!revoked) throw unknownKey(id);
  showRevokedKey(context, id);
  if (!left) note('It was the last one: on a loopback address the operator needs no key again.');
  return exitCodes.ok;
}

function unknownKey(id: string): SalienceError {
  return new SalienceError(
    'operator.key-unknown',
    `There is no operator key ${id} that is still good. "./salience operator key list" shows which there are.`,
  );
}
