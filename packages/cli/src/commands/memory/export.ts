import type { Command } from 'commander';
import { type RunAction, examples } from '../../command.ts';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type KeptItemView, memoryExportVersion } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { counted, usageError } from '@salience/supervisor/home';
import { openPrivateFolder, privateStream, writePrivateText } from '../../private-folder.ts';
import { print, printJson } from '../../terminal.ts';
import { keptLines } from '../../memory/kept-lines.ts';
import { memoryPages } from '../../memory/memory-pages.ts';

/** memory export. */
export function declare(memory: Command, run: RunAction): void {
  memory
    .command('export')
    .requiredOption('--out <folder>', 'a folder that does not exist yet')
    .option(
      '--format <format>',
      'md: pages a person can read; jsonl: every item with ids, times, trust and sources',
      'md',
    )
    .description('write all memory to a folder')
    .addHelpText(
      'after',
      examples(['memory export --out ./memories', 'memory export --out ./memories --format jsonl']),
    )
    .action(run(runMemoryExport));
}

/**
 * `salience memory export --out <folder>`: pages for people, or one line for each item. Writes nothing outside of the folder, which its
 * owner alone may read.
 */
export async function runMemoryExport(
  context: Context,
  options: { readonly out: string; readonly format: string },
): Promise<number> {
  const { format, out } = options;
  if (format !== 'md' && format !== 'jsonl')
    throw usageError(`Expected --format md or jsonl, got "${format}".`);
  const client = await context.client();
  if (!(await openPrivateFolder(out)))
    throw new SalienceError(
      'memory.folder-exists',
      `${out} is not empty. Name a folder that does not exist yet.`,
    );
  const lines = keptLines(client, '/memory/export');
  const done = format === 'md' ? await writePages(out, lines) : await writeLines(out, lines);
  if (context.json) printJson({ folder: out, format, ...done });
  else print(`${counted(done.items, 'item')} in ${counted(done.files, 'file')} in ${out}`);
  return exitCodes.ok;
}

type Lines = AsyncGenerator<KeptItemView>;

async function writeLines(folder: string, lines: Lines): Promise<{ items: number; files: number }> {
  let items = 0;
  const rows = async function* (): AsyncGenerator<string> {
    for await (const item of lines) {
      items += 1;
      yield `${JSON.stringify(item)}\n`;
    }
    // A file without this line was cut.
    yield `${JSON.stringify({ kind: 'end', items, version: memoryExportVersion })}\n`;
  };
  await pipeline(Readable.from(rows()), privateStream(join(folder, 'memory.jsonl')));
  return { items, files: 1 };
}

async function writePages(folder: string, lines: Lines): Promise<{ items: number; files: number }> {
  const items: KeptItemView[] = [];
  for await (const item of lines) items.push(item);
  const pages = memoryPages(items);
  for (const { path, text } of pages) await writePrivateText(folder, path, text);
  return { items: items.length, files: pages.length };
}
