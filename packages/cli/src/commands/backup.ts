import type { Command } from 'commander';
import { counted, duration, readPersonToken, usageError } from '@salience/supervisor/home';
import { examples, type RunAction } from '../command.ts';
import { resolve } from 'node:path';
import { requireNew, sizeOf, writeBackupFile } from '../backup/backup-file.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { note, print, printJson } from '../terminal.ts';

/** backup. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('backup')
    .argument('<file>', 'a new file; only you can read it')
    .description('write all data into one file, whether or not Salience runs')
    .option(
      '--with-token',
      'include the token of the person of this home; without it a restored home creates its own',
    )
    .addHelpText('after', examples(['backup ~/salience-2026-11-23.backup', 'backup salience.backup --json']))
    .action(run(runBackup));
}

/** `salience backup FILE`: one moment of the database, whether or not Salience runs. */
export async function runBackup(
  context: Context,
  name: string,
  options: { readonly withToken?: boolean },
): Promise<number> {
  const file = resolve(name);
  requireNew(file);
  const token = options.withToken === true ? tokenOf(context) : {};
  const began = performance.now();
  const { backUp, installedVersion, withLivedDatabase } = await import('@salience/supervisor/backup');
  const done = await withLivedDatabase(context, note, (url) =>
    backUp({ url, product: installedVersion(), actor: context.actor, ...token }, (pieces) =>
      writeBackupFile(file, pieces),
    ),
  );
  const bytes = await sizeOf(file);
  if (context.json)
    printJson({ file, file_bytes: bytes, ...snake(done), with_token: 'personToken' in token });
  else {
    print(
      `Wrote ${file}: ${counted(done.rows, 'row')} of ${counted(done.tables, 'table')} as of ${done.takenAt}, ${sizeText(bytes)}, in ${duration(performance.now() - began)}.`,
    );
    note(
      `It holds every message. ${'personToken' in token ? 'It also holds your token. ' : ''}Keep it where nobody else can read it; docs/backup.md says what is not in it.`,
    );
  }
  return exitCodes.ok;
}

function tokenOf({ home }: Context): { personToken: string } {
  const personToken = readPersonToken(home);
  if (personToken === undefined)
    throw usageError(`There is no person's token in ${home.dir}: leave --with-token out.`);
  return { personToken };
}

function snake({
  bytes,
  rows,
  sha256,
  tables,
  takenAt,
}: Awaited<ReturnType<typeof import('@salience/supervisor/backup').backUp>>) {
  return { taken_at: takenAt, tables, rows, row_bytes: bytes, sha256 };
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
