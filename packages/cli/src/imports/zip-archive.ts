import type { Readable } from 'node:stream';
import { messageOf, SalienceError } from '@salience/errors';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** An archive with more files than this is no export. */
const entriesMax = 200_000;
/** Far above what conversations become smaller by when they are packed: what is above it was made to fill a disk or a memory. */
const ratioMax = 200;
const smallBytes = 64 * 1024 * 1024;
const conversations = /(^|\/)conversations(-\d+)?\.json$/i;

/** The parts of an archive that hold conversations. */
export interface Archive {
  /** In the order of their names. */
  readonly parts: readonly { readonly name: string; open(): Promise<Readable> }[];
  /** Other JSON files of it, which are not read. */
  readonly unread: readonly string[];
  close(): void;
}

/**
 * Opens an archive as it was downloaded. Nothing is unpacked to the disk, and no path in it is followed. Throws `memory.import-file` for one
 * that cannot be read, holds no conversations, is locked, or unpacks to more than 200 times its size.
 */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await tried(file, () => openPromise(file, { lazyEntries: true, autoClose: false }));
  try {
    if (zip.entryCount > entriesMax) throw refused(file, `holds ${zip.entryCount} files`);
    const entries = await tried(file, () => entriesOf(zip));
    const chosen = entries.filter(({ fileName }) => conversations.test(fileName));
    if (chosen.length === 0) throw refused(file, 'holds no conversations.json');
    for (const { compressedSize, fileName, isEncrypted, uncompressedSize } of chosen.map(shownEntry)) {
      if (isEncrypted) throw refused(file, `holds a ${fileName} that is locked with a password`);
      if (uncompressedSize > smallBytes && uncompressedSize > compressedSize * ratioMax)
        throw refused(
          file,
          `holds a ${fileName} that unpacks to more than ${ratioMax} times its size, as no export does`,
        );
    }
    const order = (a: Entry, b: Entry) => (a.fileName < b.fileName ? -1 : 1);
    return {
      parts: chosen.toSorted(order).map((entry) => ({
        name: entry.fileName,
        open: () => tried(file, () => zip.openReadStreamPromise(entry)),
      })),
      unread: entries
        .map(({ fileName }) => fileName)
        .filter((name) => name.toLowerCase().endsWith('.json') && !conversations.test(name)),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function shownEntry(entry: Entry) {
  const { compressedSize, fileName, uncompressedSize } = entry;
  return { compressedSize, fileName, uncompressedSize, isEncrypted: entry.isEncrypted() };
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

async function tried<R>(file: string, run: () => Promise<R>): Promise<R> {
  try {
    return await run();
  } catch (error) {
    throw refused(file, `cannot be read as a zip archive: ${messageOf(error)}`);
  }
}

function refused(file: string, what: string): SalienceError {
  return new SalienceError('memory.import-file', `Nothing was taken in: ${file} ${what}.`);
}
