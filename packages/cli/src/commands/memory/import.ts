import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import {
  importedExchangeSchema,
  importedMemorySchema,
  importItemsMax,
  memoryExportVersion,
  type MemoryImport,
} from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { counted } from '@salience/supervisor/home';
import type { Command } from 'commander';
import { examples, type RunAction } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson } from '../../terminal.ts';

/** memory import. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('import')
    .argument('<file>', 'memory.jsonl of "memory export --format jsonl"')
    .option('--dry-run', 'only say what would be taken in')
    .description('take in what was said to another agent; notes, facts and concepts are made again from it')
    .addHelpText(
      'after',
      examples(['memory import ./memories/memory.jsonl --dry-run', 'memory import ./memories/memory.jsonl']),
    )
    .action(run(runMemoryImport));
}

type Item = MemoryImport['items'][number];

/** A request is smaller than what the server reads at once. */
const pageBytes = 180_000;

/** `salience memory import`: reads the whole file first, so that nothing is taken in of one that cannot be read; twice is as once. */
export async function runMemoryImport(
  context: Context,
  file: string,
  flags: { readonly dryRun?: boolean },
): Promise<number> {
  const client = await context.client();
  const sum = { imported: 0, known: 0, forgotten: 0, made_again: 0 };
  const go = async (dry: boolean): Promise<void> => {
    Object.assign(sum, { imported: 0, known: 0, forgotten: 0, made_again: 0 });
    for await (const { derived, items } of pagesIn(file)) {
      sum.made_again += derived;
      if (items.length === 0) continue;
      const body = { version: memoryExportVersion, dry_run: dry, items };
      const done = await client.ask('/memory/import', importedMemorySchema, { method: 'POST', body });
      sum.imported += done.imported;
      sum.known += done.known;
      sum.forgotten += done.forgotten;
    }
  };
  await go(true);
  if (flags.dryRun !== true) await go(false);
  if (context.json) printJson({ dry_run: flags.dryRun === true, ...sum });
  else {
    const would = flags.dryRun === true ? 'Would take in' : 'Took in';
    print(
      `${would} ${counted(sum.imported, 'exchange')}; already there: ${sum.known}` +
        (sum.forgotten > 0 ? `; forgotten here, and stays so: ${sum.forgotten}` : '') +
        `. Made again from what was said: ${counted(sum.made_again, 'other line')}.`,
    );
  }
  return exitCodes.ok;
}

async function* pagesIn(file: string): AsyncGenerator<{ items: Item[]; derived: number }> {
  let page: { items: Item[]; derived: number } = { items: [], derived: 0 };
  let bytes = 0;
  let number = 0;
  let isWhole = false;
  for await (const line of createInterface({
    input: Readable.from(open(file)),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number += 1;
    if (line.trim() === '') continue;
    const row = rowIn(line, file, number);
    if (row['kind'] === 'end') {
      if (row['version'] !== memoryExportVersion)
        throw unreadable(
          file,
          number,
          `is of version ${String(row['version'])}; this Salience reads version ${memoryExportVersion}`,
        );
      isWhole = true;
    } else if (row['kind'] === 'exchange') {
      const item = importedExchangeSchema.safeParse(row);
      if (!item.success) {
        const [issue] = item.error.issues;
        throw unreadable(
          file,
          number,
          `is no exchange: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`,
        );
      }
      // Only what is read: the rest of the line is made again.
      const { at, id, kind, mode, reply, sources, speaker, text, thread_id, trust } = item.data;
      const kept = { kind, id, at, text, trust, sources, thread_id, speaker, reply, mode: mode ?? null };
      const size = Buffer.byteLength(JSON.stringify(kept));
      if (page.items.length === importItemsMax || bytes + size > pageBytes) {
        yield page;
        page = { items: [], derived: 0 };
        bytes = 0;
      }
      page.items.push(kept);
      bytes += size;
    } else page.derived += 1;
  }
  if (!isWhole)
    throw unreadable(file, number, 'is the last one and no end: the file was cut. Export it again');
  yield page;
}

async function* open(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    throw new SalienceError('memory.import-file', `${file} cannot be read: ${(error as Error).message}`);
  }
}

function rowIn(line: string, file: string, number: number): Record<string, unknown> {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === 'object' && row !== null) return row as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw unreadable(file, number, 'is no JSON object');
}

function unreadable(file: string, line: number, what: string): SalienceError {
  return new SalienceError('memory.import-line', `Nothing was taken in: line ${line} of ${file} ${what}.`);
}
