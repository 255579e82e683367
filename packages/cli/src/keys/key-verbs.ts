import { SalienceError } from '@salience/errors';
import type { KeyAdministration } from '@salience/supervisor/administration';
import type { Command } from 'commander';
import { type RunAction, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { note } from '../terminal.ts';
import { overlapMs, showRevokedKey, showRotatedKey } from './key-terms.ts';
import { withKeys } from './with-keys.ts';

/** Keys of agents, or of operators. */
export interface KeyKind {
  readonly owner: 'agent' | 'operator';
  /** How their ids begin. */
  readonly prefix: string;
  /** What `--help` says of the two verbs. */
  readonly does: { readonly rotate: string; readonly revoke: string };
  readonly rotate: 'rotateAgentKey' | 'rotateOperatorKey';
  readonly revoke: 'revokeAgentKey' | 'revokeOperatorKey';
  /** What else there is to say once this key is revoked; found out before, as the key may be the one that is shown. */
  readonly ofRevoking?: (all: KeyAdministration, id: string) => Promise<string | undefined>;
}

/** When a new key ends, as an option of `create`. */
export const expiresOption = [
  '--expires <when>',
  'a span (12h, 90d) or a time with zone; without it the key has no end',
] as const;

/** Declares `rotate` and `revoke`. */
export function declareKeyVerbs(key: Command, run: RunAction, kind: KeyKind): void {
  const { does, owner, prefix } = kind;
  const rotate = `${owner} key rotate ${prefix}_0193…`;
  key
    .command('rotate')
    .argument('<key>', 'id of the key')
    .option('--overlap <span>', 'how long the old key stays good: 10m, 24h, 7d, or 0', '24h')
    .description(does.rotate)
    .addHelpText('after', examples([rotate, `${rotate} --overlap 10m`, `${rotate} --overlap 0`]))
    .action(
      run((context: Context, id: string, options: { readonly overlap: string }) =>
        rotateKey(context, kind, id, options.overlap),
      ),
    );
  key
    .command('revoke')
    .argument('<key>', 'id of the key')
    .description(does.revoke)
    .addHelpText('after', examples([`${owner} key revoke ${prefix}_0193…`]))
    .action(run((context: Context, id: string) => revokeKey(context, kind, id)));
}

/** A new key now; the old one stays good for a while. */
async function rotateKey(context: Context, kind: KeyKind, id: string, overlap: string): Promise<number> {
  const ms = overlapMs(overlap);
  const made = await withKeys(context, (all) => all[kind.rotate](id, ms));
  if (made === undefined) throw unknownKey(kind, id);
  showRotatedKey(context, id, made);
  return exitCodes.ok;
}

async function revokeKey(context: Context, kind: KeyKind, id: string): Promise<number> {
  const { more, revoked } = await withKeys(context, async (all) => ({
    more: await kind.ofRevoking?.(all, id),
    revoked: await all[kind.revoke](id),
  }));
  if (!revoked) throw unknownKey(kind, id);
  showRevokedKey(context, id);
  if (more !== undefined) note(more);
  return exitCodes.ok;
}

function unknownKey({ owner }: KeyKind, id: string): SalienceError {
  return new SalienceError(
    `${owner}.key-unknown`,
    `There is no ${owner} key ${id} that is still good. "./salience ${owner} key list" shows which there are.`,
  );
}
