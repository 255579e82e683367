import { letterViewSchema, pageSchema } from '@salience/contracts';
import { localTime } from '@salience/language';
import type { Command } from 'commander';
import { meaningOf } from '../../channels/channel-lines.ts';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { mailFault } from '../../mailboxes/mailbox-words.ts';
import { oneLine } from '../../memory/one-line.ts';
import { print, printJson, table } from '../../terminal.ts';

const shownChars = { subject: 50, to: 40 } as const;

/** tasks letters. */
export function declare(tasks: Command, run: RunAction): void {
  tasks
    .command('letters')
    .description('list the latest mails that the agent wrote: drafts, and those that leave after a yes')
    .addHelpText('after', examples(['tasks letters', 'tasks letters --json']))
    .action(run(runLetters));
}

/** `salience tasks letters`. */
async function runLetters(context: Context): Promise<number> {
  const client = await context.client();
  const { items } = await client.ask('/letters', pageSchema(letterViewSchema).pick({ items: true }));
  if (context.json) printJson(items);
  else if (items.length === 0) print('No letters.');
  else {
    const zone = await shownZone(context, client);
    const rows = items.map((letter) => [
      localTime(letter.created_at, zone),
      letter.kind === 'draft' ? `draft in ${oneLine(letter.mailbox ?? '?', shownChars.to)}` : 'to be sent',
      oneLine(letter.to, shownChars.to),
      oneLine(letter.subject, shownChars.subject),
      stateOf(letter.state, letter.error),
      letter.next_at === null || letter.attempts === 0 ? '' : localTime(letter.next_at, zone),
    ]);
    print(table(['written', 'kind', 'to', 'subject', 'state', 'again at'], rows));
  }
  return exitCodes.ok;
}

function stateOf(state: string, error: string | null): string {
  return error === null ? state : `${state}: ${meaningOf(mailFault(error))}`;
}
