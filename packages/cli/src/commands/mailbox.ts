import { mailboxViewSchema, pageSchema } from '@salience/contracts';
import { localTime } from '@salience/language';
import type { Command } from 'commander';
import { shownZone } from '../client/shown-zone.ts';
import { examples, type RunAction } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { faultWords, mailboxState } from '../mailboxes/mailbox-words.ts';
import { oneLine } from '../memory/one-line.ts';
import { print, printJson, table } from '../terminal.ts';

/** mailbox: how the reading of mailboxes goes. */
export function declare(program: Command, run: RunAction): void {
  const mailbox = program
    .command('mailbox')
    .description('mailboxes that are read for mails to the agent; ./salience doctor checks their settings')
    .addHelpText('after', examples(['mailbox list']));
  mailbox
    .command('list')
    .description('list them, with the last failure in words')
    .addHelpText('after', examples(['mailbox list', 'mailbox list --json']))
    .action(run(runMailboxList));
}

/** `salience mailbox list`. */
async function runMailboxList(context: Context): Promise<number> {
  const client = await context.client();
  const { items } = await client.ask('/mailboxes', pageSchema(mailboxViewSchema).pick({ items: true }));
  if (context.json) printJson(items);
  else if (items.length === 0)
    print('No mailbox is read. Set SALIENCE_MAIL_CONFIG; docs/authorised-work.md says how.');
  else {
    const zone = await shownZone(context, client);
    const rows = items.map((box) => [
      oneLine(box.name, 64),
      mailboxState(box),
      box.last_uid === null ? '' : `${box.last_uid}`,
      box.seen_at === null ? 'never' : localTime(box.seen_at, zone),
      faultWords(box),
      box.retry_at === null ? '' : localTime(box.retry_at, zone),
    ]);
    print(table(['mailbox', 'state', 'last mail', 'connected', 'failure', 'again at'], rows));
  }
  return exitCodes.ok;
}
