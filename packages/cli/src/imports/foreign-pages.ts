import { createHash } from 'node:crypto';
import { SalienceError } from '@salience/errors';
import { type Broken, type FormatName, formatOf, readElement, type Taker } from '@salience/imports';
import type { ExportFile, FoundElement } from './export-file.ts';
import { type Page, PageFiller } from './pages.ts';
import type { Tally } from './tally.ts';

/** Elements that are looked at to tell of which system an export is; the first ones may be broken. */
const lookedAt = 50;

/** The SHA-256 of a text in hex digits. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Of which system a file is an export: `salience`, or the format of its first element that any format knows. Throws `memory.import-unknown`
 * where none does.
 */
export async function systemOf(source: ExportFile): Promise<FormatName | 'salience'> {
  let count = 0;
  try {
    for await (const element of source.elements()) {
      const value = parsed(element);
      const format = formatOf(value);
      if (format !== null) return format;
      // What is wrong with a line of an export of ours, its own reader says best.
      if (count === 0 && typeof value === 'object' && value !== null && Object.hasOwn(value, 'kind'))
        return 'salience';
      count += 1;
      if (count === lookedAt) break;
    }
  } catch (error) {
    if (source.isArchive || count > 0) throw error;
    return 'salience';
  }
  if (count === 0 && !source.isArchive) return 'salience';
  throw new SalienceError(
    'memory.import-unknown',
    `Nothing was taken in: nothing in ${source.file} is known from an export. Expected one of ChatGPT, Claude, mem0, Letta, Zep or Salience; --from says which it is.`,
  );
}

/** The pages of an export of another system. What they hold, and what is left out, is counted. */
export async function* pagesOfExport(
  source: ExportFile,
  taker: Pick<Taker, 'agentId' | 'me'> & { readonly format: FormatName },
  tally: Tally,
): AsyncGenerator<Page> {
  const filler = new PageFiller();
  for await (const element of source.elements()) {
    const value = parsed(element);
    if (value === undefined) {
      tally.addBroken(brokenOf(element));
      continue;
    }
    const read = readElement(value, { ...taker, digest, madeAt: source.madeAt });
    for (const { what, why } of read.broken) tally.addBroken({ what: `${placeOf(element)}, ${what}`, why });
    tally.leave(read.leftOut);
    for (const item of read.items) {
      tally.add(item);
      const page = filler.add(item);
      if (page !== null) yield page;
    }
  }
  yield filler.take();
}

function parsed({ text }: FoundElement): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function placeOf({ number, part }: FoundElement): string {
  return part === null ? `number ${number}` : `number ${number} of ${part}`;
}

/** What cannot be parsed is named by its place and by what its beginning says. */
function brokenOf(element: FoundElement): Broken {
  const [, title] = /"(?:title|name)"\s*:\s*"((?:[^"\\]|\\.){1,80})/.exec(element.head) ?? [];
  return {
    what: title === undefined ? placeOf(element) : `${placeOf(element)}, "${title}"`,
    why: element.problem ?? 'is no valid JSON',
  };
}
