import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { messageOf, SalienceError } from '@salience/errors';
import { type Element, ElementSplitter } from '@salience/imports';

/** An element of an export with the file of the archive that it stands in. */
export interface FoundElement extends Element {
  /** Null where the export is no archive. */
  readonly part: string | null;
}

/** A file with an export, as it was saved or downloaded. */
export interface ExportFile {
  readonly file: string;
  readonly isArchive: boolean;
  /** When it was written, in milliseconds since 1970. */
  readonly madeAt: number;
  /** Its elements, as often as they are asked for. Throws `memory.import-file` where the file was cut or is no JSON. */
  elements(): AsyncGenerator<FoundElement>;
  /** Files of an archive that are not read. Known once `elements` began. */
  unread(): readonly string[];
}

/** Looks at a file. Throws `memory.import-file` for one that cannot be read. */
export async function openExport(file: string): Promise<ExportFile> {
  const isArchive = await beginsAsZip(file);
  let unread: readonly string[] = [];
  const archived = async function* (): AsyncGenerator<FoundElement> {
    const { openArchive } = await import('./zip-archive.ts');
    const archive = await openArchive(file);
    try {
      unread = archive.unread;
      for (const part of archive.parts) yield* elementsIn(file, part.name, await part.open());
    } finally {
      archive.close();
    }
  };
  return {
    file,
    isArchive,
    madeAt: (await stat(file)).mtimeMs,
    elements: () => (isArchive ? archived() : elementsIn(file, null, createReadStream(file))),
    unread: () => unread,
  };
}

async function* elementsIn(
  file: string,
  part: string | null,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<FoundElement> {
  const where = part === null ? file : `${part} in ${file}`;
  const splitter = new ElementSplitter();
  try {
    for await (const chunk of bytes) for (const element of splitter.push(chunk)) yield { ...element, part };
  } catch (error) {
    throw new SalienceError('memory.import-file', `${where} cannot be read: ${messageOf(error)}.`);
  }
  if (!splitter.isWhole())
    throw new SalienceError(
      'memory.import-file',
      `Nothing was taken in: ${where} ends in the middle. Download or export it again.`,
    );
}

async function beginsAsZip(file: string): Promise<boolean> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return bytesRead === 4 && buffer.toString('latin1') === 'PK\x03\x04';
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new SalienceError('memory.import-file', `${file} cannot be read: ${messageOf(error)}`);
  }
}
