import type { SalienceError } from '@salience/errors';
import type { Administration } from '@salience/supervisor/administration';
import type { Command } from 'commander';
import { withAdministration } from '../administration.ts';
import { type Run, examples } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { note } from '../terminal.ts';
import { overlapMs, showRevokedKey, showRotatedKey } from './key-terms.ts';

/** Keys of agents, or of operators. */
export interface KeyKind {
  /** The command of these keys: `agent key`. */
  readonly command: string;
  /** How their ids begin. */
  readonly prefix: string;
  /** What `--help` says of the two verbs. */
  readonly does: { readonly rotate: string; readonly revoke: string };
  readonly rotate: (
    all: Administration,
    ...of: RotateArguments
  ) => ReturnType<Administration['rotateAgentKey']>;
  readonly revoke: (all: Administration, id: string) => Promise<boolean>;
  /** What else there is to say once a key is revoked. */
  readonly afterRevoke?: (all: Administration) => Promise<string | undefined>;
  readonly unknown: (id: string) => SalienceError;
}

type RotateArguments = Parameters<Administration['rotateAgentKey']>;

/** When a new key ends, as an option of `create`. */
export const expiresOption = [
  '--expires <when>',
  'a span (12h, 90d) or a time with zone; without it the key has no end',
] as const;

/** Declares `rotate` and `revoke`. */
export function declareKeyVerbs(key: Command, run: Run, kind: KeyKind): void {
  const { command, does, prefix } = kind;
  const rotate = `${command} rotate ${prefix}_0193…`;
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
    .addHelpText('after', examples([`${command} revoke ${prefix}_0193…`]))
    .action(run((context: Context, id: string) => revokeKey(context, kind, id)));
}

/** A new key now; the old one stays good for a while. */
async function rotateKey(context: Context, kind: KeyKind, id: string, overlap: string): Promise<number> {
  const ms = overlapMs(overlap);
  const made = await withAdministration(context, (all) => kind.rotate(all, id, ms));
  if (made === undefined) throw kind.unknown(id);
  showRotatedKey(context, id, made);
  return exitCodes.ok;
}

async function revokeKey(context: Context, kind: KeyKind, id: string): Promise<number> {
  const { more, revoked } = await withAdministration(context, async (all) => ({
    revoked: await kind.revoke(all, id),
    more: await kind.afterRevoke?.(all),
  }));
  if (!revoked) throw kind.unknown(id);
  showRevokedKey(context, id);
  if (more !== undefined) note(more);
  return exitCodes.ok;
}
