import type { SalienceError } from '@salience/errors';
import type { Administration, RotatedKey } from '@salience/supervisor/administration';
import type { Command } from 'commander';
import { withAdministration } from '../administration.ts';
import { examples, type Run } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { note, print, printJson } from '../terminal.ts';
import { keyOptions, overlapMs, showNewKey } from './key-terms.ts';

/** How keys of one kind come to their end: what the help says, and what is done. */
interface KeyEnds {
  /** What is typed before the verb. */
  readonly path: string;
  /** An id and an overlap, for the examples. */
  readonly id: string;
  readonly overlap: string;
  readonly rotates: string;
  readonly revokes: string;
  rotate(all: Administration, id: string, overlapMs: number): Promise<RotatedKey | undefined>;
  /** `besides`: what else is to be known. */
  revoke(all: Administration, id: string): Promise<{ readonly revoked: boolean; readonly besides?: string }>;
  unknown(id: string): SalienceError;
}

/** Declares `rotate` (a new key now; the old one stays good for a while) and `revoke`. */
export function declareEnds(key: Command, run: Run, ends: KeyEnds): void {
  const { id, overlap, path } = ends;
  key
    .command('rotate')
    .argument('<key>', 'id of the key')
    .option(...keyOptions.overlap)
    .description(ends.rotates)
    .addHelpText('after', examples([`${path} rotate ${id}`, `${path} rotate ${id} --overlap ${overlap}`]))
    .action(
      run((context, old: string, options: { readonly overlap: string }) =>
        rotate(context, ends, old, options),
      ),
    );
  key
    .command('revoke')
    .argument('<key>', 'id of the key')
    .description(ends.revokes)
    .addHelpText('after', examples([`${path} revoke ${id}`]))
    .action(run((context, old: string) => revoke(context, ends, old)));
}

async function rotate(
  context: Context,
  ends: KeyEnds,
  id: string,
  options: { readonly overlap: string },
): Promise<number> {
  const overlap = overlapMs(options.overlap);
  const made = await withAdministration(context, (all) => ends.rotate(all, id, overlap));
  if (made === undefined) throw ends.unknown(id);
  const until = made.oldExpiresAt.toISOString();
  showNewKey(context, made, `This is key ${made.id}. The old one, ${id}, is good until ${until}.`);
  return exitCodes.ok;
}

async function revoke(context: Context, ends: KeyEnds, id: string): Promise<number> {
  const { revoked, besides } = await withAdministration(context, (all) => ends.revoke(all, id));
  if (!revoked) throw ends.unknown(id);
  if (context.json) printJson({ id, revoked: true });
  else print(`Revoked ${id}. It stops working within seconds.`);
  if (besides !== undefined) note(besides);
  return exitCodes.ok;
}
