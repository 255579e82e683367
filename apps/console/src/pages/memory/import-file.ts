import { post } from '../../api/client.ts';
import type { Routes } from '../../api/routes.gen.ts';

type Item = Routes['POST /memory/import']['body']['items'][number];

/** What goes with one request, and how many lines between are made again. */
export interface ImportPage {
  readonly items: readonly Item[];
  readonly other: number;
}

/** What was taken in, or would be. */
export interface Imported {
  readonly imported: number;
  readonly known: number;
  readonly forgotten: number;
  readonly other: number;
}

/** Bounds of a request: the server takes so many items, and reads so many bytes at once. */
const itemsMax = 200;
const bytesMax = 180_000;

/** Reads a file of an export, a line at a time. Rejects with a sentence about the line that cannot be read; a file that was cut is refused as a whole. */
export async function pagesOf(file: Blob): Promise<ImportPage[]> {
  const pages: { items: Item[]; other: number }[] = [];
  let page = { items: [] as Item[], other: 0 };
  let bytes = 0;
  let number = 0;
  let isWhole = false;
  for await (const line of linesOf(file)) {
    number += 1;
    if (line.trim() === '') continue;
    const row = rowOf(line, number);
    if (row['kind'] === 'end') {
      if (row['version'] !== 1)
        throw new Error(
          `Line ${number}: the file is of version ${String(row['version'])}; this page reads version 1.`,
        );
      isWhole = true;
    } else if (row['kind'] === 'exchange') {
      const item = itemOf(row);
      const size = new TextEncoder().encode(JSON.stringify(item)).length;
      if (page.items.length === itemsMax || (page.items.length > 0 && bytes + size > bytesMax)) {
        pages.push(page);
        page = { items: [], other: 0 };
        bytes = 0;
      }
      page.items.push(item);
      bytes += size;
    } else page.other += 1;
  }
  if (!isWhole) throw new Error('The last line is no end: the file was cut. Export it again.');
  return [...pages, page];
}

/** Sends pages one after another, and adds up what became of them. Twice is as once. */
export async function importPages(pages: readonly ImportPage[], dry: boolean): Promise<Imported> {
  let sum: Imported = { imported: 0, known: 0, forgotten: 0, other: 0 };
  for (const { items, other } of pages) {
    const done =
      items.length === 0
        ? { imported: 0, known: 0, forgotten: 0 }
        : await post('/memory/import', { body: { version: 1, dry_run: dry, items: [...items] } });
    sum = {
      imported: sum.imported + done.imported,
      known: sum.known + done.known,
      forgotten: sum.forgotten + done.forgotten,
      other: sum.other + other,
    };
  }
  return sum;
}

/** Only what is read: the rest of the line is made again. The server says what is wrong with a field. */
function itemOf(row: Readonly<Record<string, unknown>>): Item {
  const { at, id, kind, mode = null, reply, sources, speaker, text, thread_id, trust } = row;
  return { kind, id, at, text, trust, sources, thread_id, speaker, reply, mode } as Item;
}

function rowOf(line: string, number: number): Record<string, unknown> {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new Error(`Line ${number} is no JSON.`);
  }
  if (typeof row === 'object' && row !== null) return row as Record<string, unknown>;
  throw new Error(`Line ${number} is no item of an export.`);
}

async function* linesOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
