import { inboundViewSchema } from '@salience/contracts';
import { localTime } from '@salience/language';
import type { Command } from 'commander';
import { firstOf, itemsOf } from '../../client/pages.ts';
import { shownZone } from '../../client/shown-zone.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { oneLine } from '../../memory/one-line.ts';
import { countOf, limitOption, noteMore } from '../../tasks/limit.ts';
import { authorisationWords } from '@salience/trust';
import { print, printJson, table } from '../../terminal.ts';

interface InboundFlags {
  readonly limit: string;
  readonly rejected?: boolean;
  readonly source?: string;
}

const shownChars = { sender: 40, source: 40, subject: 40 } as const;

/** tasks inbound. */
export function declare(tasks: Command, run: RunAction): void {
  tasks
    .command('inbound')
    .option('--rejected', 'only what was turned away')
    .option('--source <inlet>', 'only what came through it: mail:<mailbox> or hook:<id>')
    .option(...limitOption)
    .description('list what came in through mailboxes and hooks, let in or turned away, and why')
    .addHelpText(
      'after',
      examples(['tasks inbound', 'tasks inbound --rejected', 'tasks inbound --source mail:work --json']),
    )
    .action(run(runInbound));
}

/** `salience tasks inbound`. */
async function runInbound(context: Context, flags: InboundFlags): Promise<number> {
  const limit = countOf(flags.limit);
  const query = { authorisation: flags.rejected === true ? 'reject' : undefined, source: flags.source };
  const client = await context.client();
  const items = await firstOf(itemsOf(client, '/inbound', inboundViewSchema, query), limit);
  if (context.json) printJson(items);
  else if (items.length === 0)
    print(flags.rejected === true ? 'Nothing was turned away.' : 'Nothing came in.');
  else {
    const zone = await shownZone(context, client);
    const rows = items.map((item) => [
      localTime(item.received_at, zone),
      oneLine(item.source, shownChars.source),
      oneLine(item.sender, shownChars.sender),
      oneLine(item.subject, shownChars.subject),
      authorisationWords[item.authorisation],
      `${item.count === 1 ? '' : `${item.count} times: `}${item.why}`,
      item.task_id ?? '',
    ]);
    print(table(['came', 'through', 'from', 'subject', 'was', 'why', 'task'], rows));
    noteMore(items.length, limit);
  }
  return exitCodes.ok;
}
