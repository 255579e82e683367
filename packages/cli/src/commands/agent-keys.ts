import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '@salience/database';
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
import { messageRules, type RuleOptions, ruleWords } from '../keys/message-rules.ts';
import { requireAgent } from './agent.ts';

/** `salience agent key create <agent>`: the key is shown this once. */
export async function runKeyCreate(
  context: Context,
  name: string,
  options: { readonly label: string; readonly expires?: string } & RuleOptions,
): Promise<number> {
  const more = { actor: context.actor, rules: messageRules(options), ...expiry(options.expires) };
  const made = await withOperator(context, async (db) =>
    createApiKey(db, (await requireAgent(db, name)).id, options.label, more),
  );
  showNewKey(context, made, `This is key ${made.id} of agent ${name}.`);
  return exitCodes.ok;
}

/** `salience agent key list <agent>`. */
export async function runKeyList(context: Context, name: string): Promise<number> {
  const keys = await withOperator(context, async (db) => listApiKeys(db, (await requireAgent(db, name)).id));
  showKeys(context, keys, {
    heading: 'label',
    said: (key) => [key.label, ...ruleWords(key.rules)].join(', '),
    none: 'No keys.',
  });
  return exitCodes.ok;
}

/** `salience agent key rotate <key id>`: a new key now; the old one stays good for a while. */
export async function runKeyRotate(
  context: Context,
  id: string,
  options: { readonly overlap: string },
): Promise<number> {
  const overlap = overlapMs(options.overlap);
  const made = await withOperator(context, (db) =>
    rotateApiKey(db, id, { overlapMs: overlap, actor: context.actor }),
  );
  if (made === undefined) throw unknownKey(id);
  showRotatedKey(context, id, made);
  return exitCodes.ok;
}

/** `salience agent key revoke <key id>`. */
export async function runKeyRevoke(context: Context, id: string): Promise<number> {
  const revoked = await withOperator(context, (db) => revokeApiKey(db, id, context.actor));
  if (!revoked) throw unknownKey(id);
  showRevokedKey(context, id);
  return exitCodes.ok;
}

function unknownKey(id: string): SalienceError {
  return new SalienceError(
    'agent.key-unknown',
    `There is no key ${id} that is still good. "./salience agent key list <agent>" shows which there are.`,
  );
}
