import { constants, open, realpath } from 'node:fs/promises';
import type { FileEntry } from './entry.ts';

/** Looks for words in the latest lines of files. It remembers sizes, and nothing of what the files hold. */
export interface LineWords {
  /**
   * The words that stand in what was appended since the last look at this path; if it is another file by now, or shorter, or was never looked
   * at, in its last 50 lines. At most the last 64 KiB are read. Undefined: no words are declared, or the file is too large, no text, gone,
   * another one, or as it was.
   */
  find(path: string, absolute: string, entry: FileEntry): Promise<readonly string[] | undefined>;
  /** Whether the path was looked at before. */
  knows(path: string): boolean;
  /** Takes the file as it is as looked at, without opening it. */
  note(path: string, entry: FileEntry): void;
}

/** Larger files are not opened, in bytes. */
const fileBytesMax = 1_048_576;
const tailBytes = 65_536;
const linesMax = 50;
/** Paths that are remembered; the oldest is forgotten. */
const pathsMax = 50_000;

/** See {@link LineWords}. */
export function createLineWords(words: readonly string[]): LineWords {
  const folded = words.map((word) => ({ word, text: fold(word).trim() })).filter(({ text }) => text !== '');
  // So many bytes before the new part can hold the begin of a word that ends in it.
  const overlap = Math.max(0, ...folded.map(({ text }) => Buffer.byteLength(text))) * 2;
  const seen = new Map<string, FileEntry>();
  return {
    knows: (path) => seen.has(path),
    note: (path, entry) => remember(seen, path, entry),
    async find(path, absolute, entry) {
      if (folded.length === 0 || entry.size > fileBytesMax) return undefined;
      const last = seen.get(path);
      remember(seen, path, entry);
      if (last && isSame(last, entry)) return undefined;
      const grew = last !== undefined && last.inode === entry.inode && last.size <= entry.size;
      const from = Math.max(0, entry.size - tailBytes, grew ? last.size - overlap : 0);
      const bytes = await readFrom(absolute, entry, from);
      if (bytes === undefined || bytes.includes(0)) return undefined;
      const text = fold(bytes.toString('utf8'));
      const known = grew ? fold(bytes.subarray(0, Math.max(0, last.size - from)).toString('utf8')).length : 0;
      const latest = grew ? text : text.trimEnd().split('\n').slice(-linesMax).join('\n');
      return folded
        .filter((one) => latest.includes(one.text, Math.max(0, known - one.text.length + 1)))
        .map(({ word }) => word);
    },
  };
}

function isSame(one: FileEntry, other: FileEntry): boolean {
  return one.inode === other.inode && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

function remember(seen: Map<string, FileEntry>, path: string, entry: FileEntry): void {
  seen.delete(path);
  seen.set(path, entry);
  if (seen.size <= pathsMax) return;
  for (const oldest of seen.keys()) {
    seen.delete(oldest);
    return;
  }
}

/** The bytes from a place on; undefined if the file is not the one that was looked at, or lies behind a link by now. */
async function readFrom(absolute: string, entry: FileEntry, from: number): Promise<Buffer | undefined> {
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  const handle = await open(absolute, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile() || String(stats.ino) !== entry.inode) return undefined;
    if ((await realpath(absolute)) !== absolute) return undefined;
    const buffer = Buffer.alloc(entry.size - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    return buffer.subarray(0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
