import process from 'node:process';
import { agentViewSchema } from '@salience/contracts';
import { type FormatName, formatNames } from '@salience/imports';
import { counted } from '@salience/supervisor/home';
import { type Command, Option } from 'commander';
import { askYes } from '../../ask-yes.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { type ExportFile, openExport } from '../../imports/export-file.ts';
import { pagesOfExport, systemOf } from '../../imports/foreign-pages.ts';
import type { Page } from '../../imports/pages.ts';
import { pagesOfLines } from '../../imports/said-lines.ts';
import { sendPage } from '../../imports/send-page.ts';
import { Tally } from '../../imports/tally.ts';
import { terminalText } from '../../terminal-text.ts';
import { note, print, printJson } from '../../terminal.ts';

/** memory import. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('import')
    .argument(
      '<file>',
      'memory.jsonl of "memory export", or an export of another system: .json, .af or the .zip',
    )
    .addOption(
      new Option('--from <system>', 'what it is an export of; default: what it looks like').choices([
        ...formatNames,
        'salience',
      ]),
    )
    .option('--me <name...>', 'names in it that mean you')
    .option('--dry-run', 'only say what would be taken in')
    .option('--yes', 'do not ask first')
    .description(
      'take in what was said to another agent, also in ChatGPT, Claude, mem0, Letta or Zep; notes, facts and concepts are made from it',
    )
    .addHelpText(
      'after',
      examples([
        'memory import ./memories/memory.jsonl --dry-run',
        'memory import ./chatgpt-export.zip',
        'memory import ./mem0.json --from mem0 --me alex',
      ]),
    )
    .action(run(runMemoryImport));
}

/** What may be set. */
export interface ImportFlags {
  readonly from?: FormatName | 'salience';
  readonly me?: readonly string[];
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** So many exchanges between two words about how far it is. */
const progressEvery = 2_000;

interface Sum {
  imported: number;
  known: number;
  forgotten: number;
  made_again: number;
}

/**
 * `salience memory import`: reads the whole file first and shows what is in it, so that nothing is taken in of one that cannot be read. Twice
 * is as once: an interrupted import goes on when it is run again.
 */
export async function runMemoryImport(context: Context, file: string, flags: ImportFlags): Promise<number> {
  const source = await openExport(file);
  const system = flags.from ?? (await systemOf(source));
  const client = await context.client();
  const tally = new Tally();
  const pages = await pagesFrom(client, source, system, flags.me ?? []);
  const would = await sendAll(client, pages(tally), true);
  const seen = system === 'salience' ? [] : [...tally.lines(), ...unreadLine(source)];
  const isDry = flags.dryRun === true;
  if (!isDry) {
    for (const line of seen) note(line);
    const isAsked = flags.yes !== true && process.stdin.isTTY === true && would.imported > 0;
    if (isAsked && !(await askYes(`Take in ${counted(would.imported, 'exchange')}?`))) {
      note('Nothing was taken in.');
      return exitCodes.failure;
    }
  }
  const sum = isDry
    ? would
    : await sendAll(client, pages(new Tally()), false, (done) => {
        note(`${done} of ${would.imported + would.known + would.forgotten} …`);
      });
  if (context.json) {
    const about = system === 'salience' ? {} : { ...tally.view(), unread: source.unread() };
    printJson({ dry_run: isDry, system, ...about, ...sum });
  } else {
    if (isDry) for (const line of seen) print(terminalText(line));
    print(sumLine(sum, isDry, system));
  }
  return exitCodes.ok;
}

/** Each call reads the file anew. */
async function pagesFrom(
  client: ApiClient,
  source: ExportFile,
  system: FormatName | 'salience',
  me: readonly string[],
): Promise<(tally: Tally) => AsyncGenerator<Page>> {
  if (system === 'salience') return () => pagesOfLines(source.file);
  const { agent_id: agentId } = await client.ask('/agents/me', agentViewSchema);
  return (tally) => pagesOfExport(source, { agentId, format: system, me }, tally);
}

async function sendAll(
  client: ApiClient,
  pages: AsyncGenerator<Page>,
  dry: boolean,
  tell?: (done: number) => void,
): Promise<Sum> {
  const sum = { imported: 0, known: 0, forgotten: 0, made_again: 0 };
  let [done, told] = [0, 0];
  for await (const page of pages) {
    sum.made_again += page.derived;
    if (page.items.length === 0) continue;
    const { forgotten, imported, known } = await sendPage(client, page, dry);
    sum.imported += imported;
    sum.known += known;
    sum.forgotten += forgotten;
    done += page.items.length;
    if (done - told < progressEvery) continue;
    tell?.(done);
    told = done;
  }
  return sum;
}

function unreadLine(source: ExportFile): string[] {
  const unread = source.unread();
  return unread.length === 0
    ? []
    : [`Files of the archive that are not read: ${unread.slice(0, 10).join(', ')}`];
}

function sumLine(sum: Sum, isDry: boolean, system: string): string {
  return (
    `${isDry ? 'Would take in' : 'Took in'} ${counted(sum.imported, 'exchange')}; already there: ${sum.known}` +
    (sum.forgotten > 0 ? `; forgotten here, and stays so: ${sum.forgotten}` : '') +
    (system === 'salience'
      ? `. Made again from what was said: ${counted(sum.made_again, 'other line')}.`
      : '. Notes, facts and concepts are made from it.')
  );
}
