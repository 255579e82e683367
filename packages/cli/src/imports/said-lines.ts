import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { importedExchangeSchema, memoryExportVersion } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { type Page, PageFiller } from './pages.ts';

/** The pages of memory.jsonl, an export of Salience. Throws `memory.import-line` for a line that cannot be read and for a file that was cut. */
export async function* pagesOfLines(file: string): AsyncGenerator<Page> {
  const filler = new PageFiller();
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
      const page = filler.add(kept);
      if (page !== null) yield page;
    } else filler.addDerived();
  }
  if (!isWhole)
    throw unreadable(file, number, 'is the last one and no end: the file was cut. Export it again');
  yield filler.take();
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
