import type { Command } from 'commander';
import { type RunAction, examples } from '../../command.ts';
import process from 'node:process';
import {
  type ForgetPreviewView,
  forgetPreviewSchema,
  type ForgetRequest,
  type ForgettingView,
  forgettingViewSchema,
} from '@salience/contracts';
import { localTime } from '@salience/language';
import { askYes } from '../../ask-yes.ts';
import { ownTimeZone } from '../../client/own-time-zone.ts';
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
      'everything said by, to or about a person: "Ana", "my sister", or "my sister Ana"; "user": the speaker without a name',
    )
    .option('--also <name...>', 'with --person: further names of theirs')
    .option('--that <words>', 'what you said: "I live in Lisbon", or everything you said about "my salary"')
    .option('--from <time>', 'everything said from this time on, such as 2030-05-01 or 2030-05-01T09:00Z')
    .option('--to <time>', 'with --from: until this time; default: now')
    .option('--status <request>', 'how far a request is; forgets nothing')
    .option('--dry-run', 'only show what would go, and why; nothing is written')
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
        'memory forget --person "Ana" --dry-run',
        'memory forget --that "I live in Lisbon" --dry-run',
        'memory forget --from 2030-05-01 --to 2030-05-02',
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
  readonly also?: readonly string[];
  readonly that?: string;
  readonly from?: string;
  readonly to?: string;
  readonly dryRun?: boolean;
  readonly status?: string;
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
  if (flags.status !== undefined) return showStatus(context, flags.status);
  const wish = wishOf(id, flags);
  const body = { ...wish, reason: flags.reason };
  const client = await context.client();
  const isAsked = flags.yes !== true;
  if (flags.dryRun === true || isAsked) {
    if (flags.dryRun !== true && process.stdin.isTTY !== true)
      throw usageError('Forgetting cannot be undone: pass --yes if there is no terminal to ask at.');
    const preview = await client.ask('/memory/forget', forgetPreviewSchema, {
      method: 'POST',
      body: { ...body, dry_run: true },
    });
    if (flags.dryRun === true) {
      if (context.json) printJson(preview);
      else print(previewText(preview));
      return exitCodes.ok;
    }
    note(previewText(preview));
    if (!(await askYes('Forget this and everything made from it, permanently?'))) {
      note('Nothing was forgotten.');
      return exitCodes.failure;
    }
  }
  let view = await client.ask('/memory/forget', forgettingViewSchema, { method: 'POST', body });
  while (view.gone_at === null) {
    if (view.open_turns !== undefined && view.open_turns > 0)
      note(
        `Waiting for ${view.open_turns === 1 ? '1 turn that has' : `${view.open_turns} turns that have`} not ended. Ctrl-C does not stop the request.`,
      );
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

async function showStatus(context: Context, request: string): Promise<number> {
  const client = await context.client();
  const view = await client.ask(`/memory/forget/${encodeURIComponent(request)}`, forgettingViewSchema);
  if (context.json) printJson(view);
  else
    print(view.gone_at === null ? `Not gone yet (${view.state}).` : `${summaryOf(view)} At ${view.gone_at}.`);
  return exitCodes.ok;
}

type Wish = Pick<ForgetRequest, 'scope' | 'target' | 'names'>;

function wishOf(id: string | undefined, flags: ForgetFlags): Wish {
  const period = periodOf(flags);
  const named: Wish[] = [
    ...(id === undefined ? [] : [{ scope: 'item' as const, target: id }]),
    ...(['thread', 'source', 'person'] as const).flatMap((scope) => {
      const target = flags[scope];
      return target === undefined ? [] : [{ scope, target }];
    }),
    ...(flags.that === undefined ? [] : [{ scope: 'statement' as const, target: flags.that }]),
    ...(period === undefined ? [] : [{ scope: 'period' as const, target: period }]),
  ];
  const [wish] = named;
  if (wish === undefined || named.length > 1)
    throw usageError(
      'Expected one thing to forget: an id, or one of --thread, --source, --person, --that and --from.',
    );
  if (flags.also === undefined) return wish;
  if (wish.scope !== 'person') throw usageError('--also names a person again: it goes with --person.');
  return { ...wish, names: [...flags.also] };
}

function periodOf({ from, to }: ForgetFlags): string | undefined {
  if (from === undefined) {
    if (to !== undefined) throw usageError('--to goes with --from.');
    return undefined;
  }
  const [begin, end] = [instantOf('--from', from), to === undefined ? new Date() : instantOf('--to', to)];
  if (begin >= end) throw usageError(`Expected --from before --to, got ${from} and ${to ?? 'now'}.`);
  return `${begin.toISOString()}/${end.toISOString()}`;
}

/** A day begins at midnight of this machine's clock. */
function instantOf(flag: string, text: string): Date {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text);
  if (Number.isNaN(at.getTime()))
    throw usageError(
      `Expected ${flag} as a day or a time, such as 2030-05-01 or 2030-05-01T09:00Z, got "${text}".`,
    );
  return at;
}

const reasons = {
  'said-by': 'said by them',
  named: 'by name',
  kinship: 'by what they are',
  points: 'points to them',
  states: 'says it',
} as const;

function previewText({ counts, examples, names, relations, shared, unsure }: ForgetPreviewView): string {
  // On the clock that --from and --to are read by.
  const zone = ownTimeZone(undefined);
  const line = ({ at, text, why, words }: ForgetPreviewView['examples'][number]): string => {
    const reason = why === null ? '' : `  (${reasons[why]}${words === null ? '' : `: ${words}`})`;
    return terminalText(
      `  ${localTime(at, zone).replace(/^\S+ | \(.*\)$/gu, '')}  ${text.replace(/\s+/g, ' ')}${reason}`,
    );
  };
  const turns = counts['turn'] ?? 0;
  return [
    Object.keys(counts).length === 0 ? 'Nothing matches.' : `Would go: ${listed(counts)}.`,
    ...(names.length > 0 ? [terminalText(`  looked for: ${names.join(', ')}`)] : []),
    ...(relations.length > 0 ? [terminalText(`  known as: ${relations.join(', ')}`)] : []),
    ...examples.map(line),
    ...(turns > examples.length && examples.length > 0 ? [`  … and ${turns - examples.length} more`] : []),
    ...(unsure.count > 0
      ? [
          terminalText(
            `Would stay, because nothing tells who is meant${shared.length > 0 ? ` (more than one ${shared.join(', ')})` : ''}: ${unsure.count}`,
          ),
          ...unsure.examples.map(line),
        ]
      : []),
  ].join('\n');
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} × ${kind}`)
    .join(', ');
}

function summaryOf({ counts }: ForgettingView): string {
  return Object.keys(counts).length === 0 ? 'Nothing matched.' : `Gone: ${listed(counts)}.`;
}
