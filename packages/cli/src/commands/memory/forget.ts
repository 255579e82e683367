import type { Command } from 'commander';
import { type RunAction, examples } from '../../command.ts';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { type ForgetRequest, type ForgettingView, forgettingViewSchema } from '@salience/contracts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { usageError } from '@salience/supervisor/home';
import { terminalText } from '../../terminal-text.ts';
import { note, print, printJson } from '../../terminal.ts';

/** memory forget. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('forget')
    .argument('[id]', 'an item, an exchange or a turn')
    .option('--thread <key>', 'everything in a thread')
    .option('--source <name>', 'everything from a source')
    .option(
      '--person <name>',
      'everything a person said, and what is known about them by name; "user": the speaker without a name',
    )
    .option('--reason <words>', 'stored with the tombstones; must not repeat what is forgotten', 'asked')
    .option('--yes', 'do not ask first')
    .option(
      '--purge',
      'also rewrite the tables, so that the bytes leave the data files (as the owner of the database; blocks everything meanwhile)',
    )
    .description('forget it and everything made from it; only tombstones remain')
    .addHelpText(
      'after',
      examples([
        'memory forget fact_0193…',
        'memory forget --person "Ana" --yes',
        'memory forget --thread trip --yes --purge',
      ]),
    )
    .action(run(runMemoryForget));
}

const askEveryMs = 500;

/** What may be named, and how. */
export interface ForgetFlags {
  readonly thread?: string;
  readonly source?: string;
  readonly person?: string;
  readonly reason: string;
  readonly yes?: boolean;
  readonly purge?: boolean;
}

/** `salience memory forget`: waits until all of it is gone; leaving early stops nothing. */
export async function runMemoryForget(
  context: Context,
  id: string | undefined,
  flags: ForgetFlags,
): Promise<number> {
  const wish = wishOf(id, flags);
  if (flags.yes !== true && !(await agreed(wish))) {
    note('Nothing was forgotten.');
    return exitCodes.failure;
  }
  const client = await context.client();
  const body = { ...wish, reason: flags.reason };
  let view = await client.ask('/memory/forget', forgettingViewSchema, { method: 'POST', body });
  while (view.gone_at === null) {
    if (view.open_turns !== undefined && view.open_turns > 0)
      note(`Waiting for ${view.open_turns} turns that have not ended. Ctrl-C does not stop the request.`);
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    view = await client.ask(`/memory/forget/${view.forget_id}`, forgettingViewSchema);
  }
  const purged =
    flags.purge === true
      ? await (await import('@salience/supervisor/database')).purgeHome(context)
      : undefined;
  if (context.json) printJson({ ...view, ...(purged === undefined ? {} : { purged }) });
  else {
    print(summaryOf(view));
    if (purged === undefined)
      note(
        'Deleted rows leave the data files when Postgres vacuums, and write-ahead logs and backups as they age; --purge does the first now.',
      );
    else
      print(
        `The tables were rewritten: ${purged.before} bytes before, ${purged.after} after. Logs and backups age out.`,
      );
  }
  return exitCodes.ok;
}

function wishOf(id: string | undefined, flags: ForgetFlags): Pick<ForgetRequest, 'scope' | 'target'> {
  const named = [
    ...(id === undefined ? [] : [{ scope: 'item' as const, target: id }]),
    ...(['thread', 'source', 'person'] as const).flatMap((scope) => {
      const target = flags[scope];
      return target === undefined ? [] : [{ scope, target }];
    }),
  ];
  const [wish] = named;
  if (wish === undefined || named.length > 1)
    throw usageError('Expected one thing to forget: an id, or one of --thread, --source and --person.');
  return wish;
}

async function agreed(wish: Pick<ForgetRequest, 'scope' | 'target'>): Promise<boolean> {
  if (process.stdin.isTTY !== true)
    throw usageError('Forgetting cannot be undone: pass --yes if there is no terminal to ask at.');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reader.question(
      terminalText(`Forget ${wish.scope} "${wish.target}" and everything made from it, permanently? [y/N] `),
    );
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}

function summaryOf({ counts }: ForgettingView): string {
  const list = Object.entries(counts).map(([kind, count]) => `${count} × ${kind}`);
  return list.length === 0 ? 'Nothing matched.' : `Gone: ${list.join(', ')}.`;
}
