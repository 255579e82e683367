import type { Command } from 'commander';
import { counted, duration } from '@salience/supervisor/home';
import { examples, type RunAction } from '../command.ts';
import { resolve } from 'node:path';
import type { ReadBackup, Restored } from '@salience/supervisor/backup';
import { type OpenedBackup, openBackupFile } from '../backup/backup-file.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { note, print, printJson } from '../terminal.ts';

/** restore. */
export function declare(program: Command, run: RunAction): void {
  program
    .command('restore')
    .argument('<file>', 'a backup that you trust: everything in it is accepted')
    .description(
      'restore a backup into an empty home (--home) or an empty, migrated database (DATABASE_URL), all or nothing',
    )
    .option('--forget-from <file>', 'a later backup: what was forgotten until then is forgotten again')
    .addHelpText(
      'after',
      examples([
        'restore salience.backup --home ~/salience-restored',
        'restore monday.backup --forget-from friday.backup --home ~/salience-restored',
      ]),
    )
    .action(run(runRestore));
}

/** `salience restore FILE`: into an empty home or database, all of it or nothing. */
export async function runRestore(
  context: Context,
  name: string,
  options: { readonly forgetFrom?: string },
): Promise<number> {
  const backups = await import('@salience/supervisor/backup');
  const opened: OpenedBackup[] = [];
  const openNext = async (file: string): Promise<OpenedBackup> => {
    const next = await openBackupFile(resolve(file));
    opened.push(next);
    return next;
  };
  try {
    const backup = await openNext(name);
    const later = options.forgetFrom === undefined ? undefined : await openNext(options.forgetFrom);
    const began = performance.now();
    // Before anything is made or started: a file that is cut off leaves no trace.
    for (const one of opened) await backups.verifyBackup(one.read());
    const now = await backups.systemClock.now();
    const done = await backups.withEmptyDatabase(context, note, (url) =>
      backups.restore({
        url,
        actor: context.actor,
        now,
        open: () => backup.read(),
        ...(later === undefined ? {} : { openLater: () => later.read() }),
        beforeCommit: ({ header }: ReadBackup) => {
          if (header.personToken === undefined) return;
          backups.prepareHome(context.home);
          backups.keepPersonToken(context.home, header.personToken);
        },
      }),
    );
    if (context.json) printJson(asJson(done));
    else printSummary(done, performance.now() - began);
    return exitCodes.ok;
  } finally {
    for (const one of opened) await one.close();
  }
}

function printSummary(done: Restored, ms: number): void {
  const { forgotten, hooks, keys, settled, tasks } = done;
  print(
    `Restored ${counted(done.rows, 'row')} of ${counted(done.tables, 'table')} as of ${done.takenAt}, in ${duration(ms)}.`,
  );
  const lines = [
    someOf(
      settled.cancelled.length,
      'message had no answer yet and was cancelled',
      'messages had no answer yet and were cancelled',
    ) +
      (settled.cancelled.length === 0 ? '' : `: ${settled.cancelled.map(({ turnId }) => turnId).join(', ')}`),
    someOf(
      settled.unknown,
      'action was running; its outcome is unknown',
      'actions were running; their outcome is unknown',
    ),
    someOf(settled.expired, 'approval request expired', 'approval requests expired'),
    someOf(
      settled.letters.failed,
      'letter waited and does not leave any more',
      'letters waited and do not leave any more',
    ),
    someOf(
      settled.letters.unknown,
      'letter was leaving; nobody knows whether it did',
      'letters were leaving; nobody knows whether they did',
    ),
    someOf(
      settled.mailboxes,
      'mailbox is read from what comes now on; what came since the backup stays unread here',
      'mailboxes are read from what comes now on; what came since the backup stays unread here',
    ),
    someOf(
      settled.sessions,
      'sender who was let in for a while is not any more',
      'senders who were let in for a while are not any more',
    ),
    someOf(
      keys,
      'key is valid again as it was then; revoke it if it was revoked since',
      'keys are valid again as they were then; revoke those that were revoked since',
    ),
    someOf(
      hooks,
      'hook takes messages in again by its secret of then; rotate it if it was rotated since',
      'hooks take messages in again by their secrets of then; rotate those that were rotated since',
    ),
    forgotten === undefined
      ? 'Everything forgotten after the backup is back. Forget it again, or restore with --forget-from (docs/backup.md).'
      : `Forgotten again: ${counted(forgotten.turns, 'message')}, ${counted(forgotten.items, 'item')}.`,
    ...settled.missed.map(({ dueAt, text }) => `Missed, due ${dueAt.toISOString()}: ${text}`),
    ...tasks.map(({ state, taskId, title }) => `Not done, ${state}: ${title} (${taskId})`),
  ];
  for (const line of lines.filter((one) => one !== '')) note(line);
  note('Start it with "npm start", or the apps with an empty Redis.');
}

function someOf(n: number, one: string, many: string): string {
  return n === 0 ? '' : counted(n, one, many);
}

function asJson({ forgotten, hooks, keys, rows, settled, sha256, tables, takenAt, tasks }: Restored) {
  return {
    taken_at: takenAt,
    tables,
    rows,
    sha256,
    keys,
    hooks,
    cancelled_turns: settled.cancelled.map(({ threadId, turnId }) => ({
      turn_id: turnId,
      thread_id: threadId,
    })),
    missed_schedules: settled.missed.map(({ dueAt, scheduleId, text, threadId }) => ({
      schedule_id: scheduleId,
      thread_id: threadId,
      due_at: dueAt.toISOString(),
      text,
    })),
    unknown_actions: settled.unknown,
    expired_approvals: settled.expired,
    ended_tasks: tasks.map(({ state, taskId, title }) => ({ task_id: taskId, title, state })),
    failed_letters: settled.letters.failed,
    unknown_letters: settled.letters.unknown,
    mailboxes: settled.mailboxes,
    sender_sessions: settled.sessions,
    forgotten: forgotten ?? null,
  };
}
